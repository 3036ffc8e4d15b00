import type { ServerExit } from '../model/outcome.ts';
import type { ServerTail } from '../model/trouble.ts';
import type { ListenerKind, Served } from './connection.ts';
import { allOwnedBy, type Listener } from './process-ports.ts';
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
  /** Sockets that were seen to be ours: their numbers are not given twice. */
  readonly #ownListeners = new Set<string>();
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
    return listenerAt(new URL(this.url), (listeners) => this.#owns(listeners));
  }

  close(): Promise<ServerExit | null> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Looking through the processes costs some ms: each socket is looked up once. */
  #owns(listeners: readonly Listener[]): boolean {
    const unseen = listeners.filter(({ inode }) => !this.#ownListeners.has(inode));
    if (unseen.length === 0) return true;
    if (!allOwnedBy(this.#tree.members(), unseen)) return false;
    for (const { inode } of unseen) this.#ownListeners.add(inode);
    return true;
  }

  async #end(): Promise<ServerExit | null> {
    const known = this.#exit;
    await this.#tree.end(INPUT_END_MS);
    if (known !== null) return known;
    return this.#tree.signalled ? null : await this.#tree.exited;
  }
}
