import type { ServerExit } from '../model/outcome.ts';
import type { ServerTail } from '../model/trouble.ts';
import type { ListenerKind, Served } from './connection.ts';
import { type Hold, holdsOf, isHeld, type Listener } from './process-ports.ts';
import type { ProcessTree } from './process-tree.ts';
import { listenerAt } from './serve-probe.ts';
import { TailBuffer } from './tail-buffer.ts';
import { within } from './within.ts';

const TAIL_BYTES = 64 * 1024;
/** For the last words of a process that has ended, in ms. */
const SETTLE_MS = 500;
/** An HTTP server waits for a signal, not for the end of its input: it gets both at once. In ms. */
const INPUT_END_MS = 0;

/** A process that serves HTTP; its output is read all the time, so that it never blocks. */
export class ServedProcess implements Served {
  readonly url: string;
  readonly exited: Promise<ServerExit>;
  readonly #tree: ProcessTree;
  readonly #stdout = new TailBuffer(TAIL_BYTES);
  readonly #stderr = new TailBuffer(TAIL_BYTES);
  /** How it held its port when that was last looked up, which costs many ms. */
  #holds: readonly Hold[] = [];
  /** How it ended by itself; what our own `close` brings about is not kept. */
  #exit: ServerExit | null = null;
  #closing: Promise<ServerExit | null> | null = null;

  constructor(url: string, tree: ProcessTree) {
    this.url = url;
    this.#tree = tree;
    const { stdout, stderr } = tree;
    stdout.on('data', (chunk: Buffer) => this.#stdout.push(chunk));
    stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    const read = [stdout, stderr].map(
      (pipe) => new Promise((resolve) => pipe.once('close', resolve)),
    );
    this.exited = new Promise((resolve) => {
      void tree.exited.then(async (exit) => {
        if (this.#closing !== null) return;
        this.#exit = exit;
        await within(SETTLE_MS, Promise.all(read));
        resolve(exit);
      });
    });
  }

  alive(): boolean {
    return this.#exit === null && this.#closing === null;
  }

  /** One that writes nothing to stderr may have said on stdout what is wrong. */
  tail(): ServerTail {
    return { exit: this.#exit, stderr: this.#stderr.text() || this.#stdout.text() };
  }

  listener(): ListenerKind {
    // While its socket is open nobody else can listen there.
    if (this.#holds.length > 0 && this.#holds.every(isHeld)) return 'ours';
    this.#holds = [];
    return listenerAt(new URL(this.url), (listeners) => this.#owns(listeners));
  }

  close(): Promise<ServerExit | null> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #owns(listeners: readonly Listener[]): boolean {
    const holds = holdsOf(this.#tree.members(), listeners);
    this.#holds = holds ?? [];
    return holds !== null;
  }

  async #end(): Promise<ServerExit | null> {
    const known = this.#exit;
    await this.#tree.end(INPUT_END_MS);
    if (known !== null) return known;
    return this.#tree.signalled ? null : await this.#tree.exited;
  }
}
