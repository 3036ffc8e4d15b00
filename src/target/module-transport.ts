import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../model/json.ts';
import type { ServerExit } from '../model/outcome.ts';
import type { ServerTail } from '../model/trouble.ts';
import { type Asked, Exchange, type Loss } from './exchange.ts';
import type { FindingLog } from './finding-log.ts';
import { readIncoming } from './incoming.ts';
import { type FromThread, MAX_MESSAGE_BYTES } from './module-message.ts';
import type { ModuleThread } from './module-thread.ts';
import type { Wire } from './wire.ts';

/** Answers to the server's own requests that it does not read, in bytes. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;

/** JSON-RPC as text over the channel of a thread. */
export class ModuleTransport implements Wire {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  protocolVersion: string | null = null;
  bytesRead = 0;
  /** Why there is no server: the module threw, or gave none. */
  failure: string | null = null;

  readonly #thread: ModuleThread;
  readonly #exchange: Exchange;
  #exit: ServerExit | null = null;
  /** Set once the connection is lost. */
  #loss: Loss | null = null;
  #closing: Promise<ServerExit | null> | null = null;
  #toldClosed = false;

  constructor(thread: ModuleThread, findings: FindingLog) {
    this.#thread = thread;
    this.#exchange = new Exchange(findings, {
      send: (message) => {
        if (this.alive) this.#thread.post(JSON.stringify(message));
      },
      deliver: (message) => this.onmessage?.(message),
    });
    thread.onMessage((message) => this.#take(message));
    void thread.ended.then((exit) => this.#takeEnd(exit));
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.alive) throw new Error('the connection is gone');
    this.#exchange.sent(message);
    const text = JSON.stringify(message);
    if ('method' in message) return this.#thread.post(text);
    // A server that asks without end and reads nothing would fill our memory.
    if (this.#thread.postAnswer(text) <= MAX_UNREAD_BYTES) return;
    const limit = MAX_UNREAD_BYTES / MIB;
    this.#giveUp(`the server sends requests and does not read the answers: over ${limit} MiB wait`);
  }

  ask(method: string, params: JsonObject): Asked {
    const asked = this.#exchange.ask(method, params);
    if (!this.alive) this.#abandon();
    return asked;
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  get alive(): boolean {
    return this.#loss === null && this.#closing === null;
  }

  get lost(): boolean {
    return this.#loss !== null;
  }

  async loss(): Promise<Loss> {
    return this.#loss ?? { exit: null, detail: null };
  }

  tail(): ServerTail {
    return { exit: this.#exit, stderr: this.#thread.output };
  }

  async close(): Promise<void> {
    await this.end();
  }

  end(): Promise<ServerExit | null> {
    if (this.#closing === null) {
      this.#closing = this.#thread.end();
      this.#tellClosed();
    }
    return this.#closing;
  }

  #take(message: FromThread): void {
    if (typeof message === 'string') {
      this.bytesRead += Buffer.byteLength(message);
      this.#exchange.take(message, readIncoming(message));
      return;
    }
    switch (message.kind) {
      case 'failed':
        if (message.stack !== null) this.#thread.note(message.stack);
        this.failure = message.detail;
        this.#lose({ exit: null, detail: message.detail });
        break;
      case 'too_large':
        this.#giveUp(`message too large: more than ${MAX_MESSAGE_BYTES / MIB} MiB`);
        break;
      case 'hung_up':
        this.#lose({ exit: null, detail: 'the server closed the connection' });
        break;
    }
  }

  #takeEnd(exit: ServerExit): void {
    if (this.#closing !== null) return;
    this.#exit = exit;
    const { thrown } = this.#thread;
    const detail =
      thrown === null
        ? `the module called process.exit(${exit.code})`
        : `the module threw, and nothing caught it: ${thrown}`;
    this.#lose({ exit, detail });
  }

  #lose(loss: Loss): void {
    if (!this.alive) return;
    this.#loss = loss;
    this.#tellClosed();
  }

  #giveUp(detail: string): void {
    this.#lose({ exit: null, detail });
    void this.close();
  }

  #tellClosed(): void {
    if (this.#toldClosed) return;
    this.#toldClosed = true;
    this.onclose?.();
    this.#abandon();
  }

  #abandon(): void {
    this.#exchange.abandon(this.#loss ?? { exit: null, detail: null });
  }
}
