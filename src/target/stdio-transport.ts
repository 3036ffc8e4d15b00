import { setTimeout as delay } from 'node:timers/promises';
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../model/json.ts';
import type { ServerExit } from '../model/outcome.ts';
import type { ServerTail } from '../model/trouble.ts';
import { type Asked, Exchange, type Loss } from './exchange.ts';
import type { FindingLog } from './finding-log.ts';
import { readIncoming } from './incoming.ts';
import { LineBuffer } from './line-buffer.ts';
import type { ProcessTree } from './process-tree.ts';
import { TailBuffer } from './tail-buffer.ts';
import type { Wire } from './wire.ts';

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Answers to the server's own requests that it does not read, in bytes. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
const STDERR_TAIL_BYTES = 64 * 1024;
/** For the last words of a server, its exit code included, once the connection is lost, in ms. */
const SETTLE_MS = 500;

/**
 * JSON-RPC over the standard streams of a process. Unlike the SDK's own transport it is linear in
 * the size of a message, always drains stderr, keeps how the server ended, reports what is no
 * message, and turns an answer that the SDK would silently discard into an error.
 */
export class StdioTransport implements Wire {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  protocolVersion: string | null = null;
  bytesRead = 0;

  readonly #tree: ProcessTree;
  readonly #findings: FindingLog;
  readonly #lines = new LineBuffer(MAX_MESSAGE_BYTES);
  readonly #stderr = new TailBuffer(STDERR_TAIL_BYTES);
  readonly #exchange: Exchange;
  /** Resolves when stdout and stderr have been read to their ends. */
  readonly #outputRead: Promise<unknown>;
  /** How the server ended by itself; what our own `close` brings about is not kept. */
  #exit: ServerExit | null = null;
  #lossDetail: string | null = null;
  #settled: Promise<void> | null = null;
  #closing: Promise<ServerExit | null> | null = null;
  #toldClosed = false;
  #unreadBytes = 0;

  constructor(tree: ProcessTree, findings: FindingLog) {
    this.#tree = tree;
    this.#findings = findings;
    this.#exchange = new Exchange(findings, {
      send: (message) => {
        if (this.alive) this.#tree.stdin.write(serializeMessage(message));
      },
      deliver: (message) => {
        // A prompt behind the last reply gets no answer any more, and must not go unnoticed.
        if (this.#closing === null || isJSONRPCRequest(message)) this.onmessage?.(message);
      },
    });
    // The event counts: `closed` is true before the last data has been handled.
    const read = [tree.stdout, tree.stderr].map(
      (pipe) => new Promise((resolve) => pipe.once('close', resolve)),
    );
    this.#outputRead = Promise.all(read);
    tree.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    void tree.exited.then((exit) => {
      if (this.#closing === null) this.#exit = exit;
      this.#lose(null);
    });
  }

  async start(): Promise<void> {
    const { stdin, stdout } = this.#tree;
    stdin.on('error', () => this.#lose('the server closed its input'));
    stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    stdout.once('close', () => {
      const rest = this.#lines.rest();
      // What our own end of the process cut off is no fault of the server.
      if (rest !== '' && this.#closing === null) {
        this.#findings.add({ code: 'stdout_noise', line: rest });
      }
      this.#lose('the server closed its output');
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.alive) throw new Error('the connection is gone');
    this.#exchange.sent(message);
    // Not awaited: a server that does not read must not hold up the caller, whose clock runs.
    const line = serializeMessage(message);
    if ('method' in message) this.#tree.stdin.write(line);
    else this.#answer(line);
  }

  /** A server that asks without end and reads nothing would fill our memory. */
  #answer(line: string): void {
    const bytes = Buffer.byteLength(line);
    this.#unreadBytes += bytes;
    this.#tree.stdin.write(line, () => {
      this.#unreadBytes -= bytes;
    });
    if (this.#unreadBytes <= MAX_UNREAD_BYTES) return;
    const limit = MAX_UNREAD_BYTES / 1024 / 1024;
    this.#giveUp(`the server sends requests and does not read the answers: over ${limit} MiB wait`);
  }

  ask(method: string, params: JsonObject): Asked {
    const asked = this.#exchange.ask(method, params);
    if (!this.alive) void this.#abandon();
    return asked;
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  get alive(): boolean {
    return this.#settled === null && this.#closing === null;
  }

  get lost(): boolean {
    return this.#settled !== null;
  }

  async loss(): Promise<Loss> {
    await this.#settled;
    return { exit: this.#exit, detail: this.#exit === null ? this.#lossDetail : null };
  }

  tail(): ServerTail {
    return { exit: this.#exit, stderr: this.#stderr.text() };
  }

  async close(): Promise<void> {
    await this.end();
  }

  end(): Promise<ServerExit | null> {
    if (this.#closing === null) {
      this.#closing = this.#tree.end().then(() => this.#ownExit());
      this.#tellClosed();
    }
    return this.#closing;
  }

  async #ownExit(): Promise<ServerExit | null> {
    if (this.#exit !== null) return this.#exit;
    return this.#tree.signalled ? null : await this.#tree.exited;
  }

  #tellClosed(): void {
    if (this.#toldClosed) return;
    this.#toldClosed = true;
    this.onclose?.();
    void this.#abandon();
  }

  async #abandon(): Promise<void> {
    this.#exchange.abandon(await this.loss());
  }

  #lose(detail: string | null): void {
    if (!this.alive) return;
    this.#lossDetail = detail;
    this.#settled = this.#lastWords().then(() => this.#tellClosed());
  }

  /** The streams may hold an answer that was written just before the end. */
  async #lastWords(): Promise<void> {
    const timer = new AbortController();
    await Promise.race([
      Promise.all([this.#tree.exited, this.#outputRead]),
      delay(SETTLE_MS, null, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
  }

  #giveUp(detail: string): void {
    this.#lose(detail);
    this.#tree.stdout.destroy();
    void this.close();
  }

  #read(chunk: Buffer): void {
    this.bytesRead += chunk.length;
    const { lines, tooLarge } = this.#lines.push(chunk);
    for (const line of lines) this.#exchange.take(line, readIncoming(line));
    if (tooLarge) {
      this.#giveUp(`message too large: more than ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB`);
    }
  }
}
