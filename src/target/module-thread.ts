import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ServerExit } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { ModuleSpec } from './connection.ts';
import { ModuleChildren } from './module-children.ts';
import { type Beginning, type FromThread, TO_US, type ToThread, UNREAD } from './module-message.ts';
import { TailBuffer } from './tail-buffer.ts';

const OUTPUT_TAIL_BYTES = 64 * 1024;
/** For what a server does at its end, in ms. */
const AFTER_CLOSE_MS = 500;
/** A thread that runs JavaScript ends at once; one inside a blocking system call does not, in ms. */
const AFTER_TERMINATE_MS = 250;
/** For one that waited for a process which is ended now, in ms. */
const AFTER_CHILDREN_MS = 1000;

/** A module in a thread of its own, with its environment and its output. */
export class ModuleThread {
  /** Resolves when the thread has ended and its output has been read. */
  readonly ended: Promise<ServerExit>;
  /** What it threw that nobody caught. */
  thrown: string | null = null;

  readonly #worker: Worker;
  readonly #children: ModuleChildren;
  readonly #port: MessagePort;
  readonly #flow: Int32Array;
  /** Of both streams, as on a terminal: neither carries the protocol. */
  readonly #output = new TailBuffer(OUTPUT_TAIL_BYTES);
  #ready = false;
  /** Set once it has ended by itself. */
  #ownExit: ServerExit | null = null;
  #terminating = false;
  #ending: Promise<ServerExit | null> | null = null;

  private constructor(worker: Worker, children: ModuleChildren, spec: ModuleSpec) {
    const { port1, port2 } = new MessageChannel();
    this.#worker = worker;
    this.#children = children;
    this.#port = port1;
    this.#flow = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
    const url = pathToFileURL(spec.file).href;
    const beginning: Beginning = {
      port: port2,
      flow: this.#flow,
      url,
      exportName: spec.exportName,
    };
    worker.postMessage(beginning, [port2]);
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.on('data', (chunk: Buffer) => this.#output.push(chunk));
    }
    worker.on('error', (thrown: unknown) => {
      this.thrown = thrown instanceof Error ? String(thrown) : inspect(thrown);
      this.note(inspect(thrown));
    });
    this.#port.on('message', (message: FromThread) => {
      if (typeof message === 'object' && message.kind === 'ready') this.#ready = true;
    });
    this.ended = this.#watch();
  }

  /** Tells why there is no thread: an unfit NODE_OPTIONS, say. */
  static start(spec: ModuleSpec): Result<ModuleThread, string> {
    const children = new ModuleChildren();
    try {
      const worker = new Worker(workerFile(), {
        env: { ...spec.env, ...children.env },
        // Else it would have ours.
        execArgv: [],
        stdout: true,
        stderr: true,
      });
      return ok(new ModuleThread(worker, children, spec));
    } catch (error) {
      void children.end();
      return err(String(error));
    }
  }

  get output(): string {
    return this.#output.text();
  }

  onMessage(take: (message: FromThread) => void): void {
    this.#port.on('message', (message: FromThread) => {
      if (typeof message === 'string') {
        Atomics.sub(this.#flow, TO_US, Buffer.byteLength(message));
        Atomics.notify(this.#flow, TO_US);
      }
      take(message);
    });
  }

  post(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Posts one of our answers; gives how many bytes of answers the thread has not read. */
  postAnswer(text: string): number {
    const bytes = Buffer.byteLength(text);
    this.post(text);
    return Atomics.add(this.#flow, UNREAD, bytes) + bytes;
  }

  /** Puts something behind what the module has written. */
  note(text: string): void {
    this.#output.push(Buffer.from(`${text}\n`));
  }

  /**
   * Closes the server, ends the thread and the processes that were started in it; bounded, never
   * rejects, safe to call twice. Gives how it ended if that was its own doing.
   */
  end(): Promise<ServerExit | null> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<ServerExit | null> {
    if (this.#ready && this.#ownExit === null) {
      this.post({ kind: 'close' });
      await within(AFTER_CLOSE_MS, Promise.race([this.ended, this.#closed()]));
    }
    this.#terminating = true;
    void this.#worker.terminate();
    await within(AFTER_TERMINATE_MS, this.ended);
    await this.#children.end();
    await within(AFTER_CHILDREN_MS, this.ended);
    this.#worker.unref();
    this.#port.close();
    return this.#ownExit;
  }

  #closed(): Promise<void> {
    return new Promise((resolve) => {
      this.#port.on('message', (message: FromThread) => {
        if (typeof message === 'object' && message.kind === 'closed') resolve();
      });
    });
  }

  async #watch(): Promise<ServerExit> {
    const read = [this.#worker.stdout, this.#worker.stderr].map(
      (stream) => new Promise((resolve) => stream.once('close', resolve)),
    );
    // What it has sent is delivered before.
    read.push(new Promise((resolve) => this.#port.once('close', resolve)));
    const exit = await new Promise<ServerExit>((resolve) => {
      this.#worker.once('exit', (code) => {
        if (!this.#terminating) this.#ownExit = { code, signal: null };
        resolve({ code, signal: null });
      });
    });
    await Promise.all(read);
    return exit;
  }
}

/** In the build this is a chunk beside which the thread's file stands; from the source it is the built one. */
function workerFile(): URL {
  const built = new URL('../../cli/target/module-worker.js', import.meta.url);
  return existsSync(built)
    ? built
    : new URL('../../dist/cli/target/module-worker.js', import.meta.url);
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, delay(ms, null, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}
