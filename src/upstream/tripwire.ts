import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { err, ok, type Result } from '../model/result.ts';
import { Attempts } from './attempts.ts';
import { brokenRequest, isProtocolError } from './broken-request.ts';
import { drained } from './drained.ts';
import { listenOnLoopback } from './loopback.ts';
import { readAttempt } from './read-attempt.ts';
import type { OpenTripwire } from './upstreams.ts';

const REFUSED = 403;
const TEXT =
  'mcp-eval refused this: the suite says "network: tripwire", and only its stub upstreams can be reached.\n';

export const openTripwire: OpenTripwire = async () => {
  const attempts = new Attempts();
  const proxy = new RefusingProxy(attempts);
  const url = await proxy.open();
  if (!url.ok) return err({ code: 'tripwire_failed', detail: url.error });
  return ok({
    url: url.value,
    begin: () => attempts.begin(),
    take: () => attempts.take(),
    drained: () => proxy.drained(),
    close: () => proxy.close(),
  });
};

/** Records what it is asked, before it answers, and forwards nothing. */
class RefusingProxy {
  readonly #attempts: Attempts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The last request of each socket. */
  readonly #last = new WeakMap<Duplex, IncomingMessage>();
  /** Sockets that have brought what is no request; the rest of it is none either. */
  readonly #broken = new WeakSet<Duplex>();
  #closing: Promise<void> | null = null;

  constructor(attempts: Attempts) {
    this.#attempts = attempts;
    const options = { keepAliveTimeout: 0, requestTimeout: 0, requireHostHeader: false };
    const refuse = (incoming: IncomingMessage, response: ServerResponse): void =>
      this.#refuse(incoming, response);
    this.#server = createServer(options, refuse);
    // What node would refuse by itself is recorded as well.
    this.#server.on('checkExpectation', refuse);
    this.#server.on('connect', (incoming, socket) => this.#refuseTunnel(incoming, socket));
    this.#server.on('clientError', (error, socket) => this.#refuseBroken(error, socket));
    // Node forgets a socket once it is a tunnel's.
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  open(): Promise<Result<string, string>> {
    return listenOnLoopback(this.#server);
  }

  drained(): Promise<void> {
    return drained(this.#server);
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
    return this.#closing;
  }

  /** The socket stays: node lets the rest of the body in, without which a client may miss the answer. */
  #refuse(incoming: IncomingMessage, response: ServerResponse): void {
    this.#record(incoming);
    response.on('error', () => {});
    const length = Buffer.byteLength(TEXT);
    response.writeHead(REFUSED, { 'content-type': 'text/plain', 'content-length': length });
    response.end(TEXT);
  }

  #refuseTunnel(incoming: IncomingMessage, socket: Duplex): void {
    this.#record(incoming);
    endRaw(socket, REFUSED);
  }

  #refuseBroken(error: Error, socket: Duplex): void {
    if (this.#broken.has(socket)) return;
    const last = this.#last.get(socket);
    // The body of a request that is recorded already; or a socket that ends with nothing under way.
    const ends = last === undefined ? bytesRead(socket) === 0 : !last.complete;
    if (ends || (last !== undefined && !isProtocolError(error))) {
      socket.destroy();
      return;
    }
    this.#broken.add(socket);
    const { recorded, status } = brokenRequest(error);
    // Not a byte of it: nobody knows what is secret there.
    const { method, path } = recorded;
    this.#attempts.add({ method, host: null, port: null, path });
    endRaw(socket, status);
  }

  #record(incoming: IncomingMessage): void {
    this.#last.set(incoming.socket, incoming);
    const { method = '', url: target = '', headers } = incoming;
    this.#attempts.add(readAttempt({ method, target, hostHeader: headers.host }));
  }
}

function bytesRead(socket: Duplex): number {
  return 'bytesRead' in socket && typeof socket.bytesRead === 'number' ? socket.bytesRead : 0;
}

/** Answers where node has no response to offer; null: without a word. */
function endRaw(socket: Duplex, status: number | null): void {
  socket.on('error', () => {});
  if (status === null || !socket.writable) {
    socket.destroy();
    return;
  }
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  const length = Buffer.byteLength(TEXT);
  const fields = `Connection: close\r\nContent-Type: text/plain\r\nContent-Length: ${length}`;
  // What still comes is read: it would reset the connection before the answer has arrived.
  socket.resume();
  socket.end(`${head}\r\n${fields}\r\n\r\n${TEXT}`);
}
