import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { UpstreamRequest } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import type { Route } from '../model/upstream.ts';
import {
  answerProblem,
  answerRoute,
  UNMATCHED_STATUS,
  UNUSABLE_STATUS,
  unusable,
} from './answer.ts';
import { brokenRequest, brokeOff, isProtocolError, reasonOf } from './broken-request.ts';
import { type Candidate, candidatesOf, chooseRoute } from './choose-route.ts';
import { drained } from './drained.ts';
import { listenOnLoopback } from './loopback.ts';
import { type ReadRequest, readHead, readRequest } from './read-request.ts';
import type { RouteTable } from './upstreams.ts';

const MAX_SHOWN_PATH = 16 * 1024;

/** Gives what completes a request that was told with its body still to come. */
type Tell = (request: UpstreamRequest) => Complete;
type Complete = (whole: UpstreamRequest) => void;

/** One stub service: a listener on loopback with the routes of the scenario that runs. */
export class Listener {
  readonly #name: string;
  readonly #record: Tell;
  readonly #delayed = new Set<NodeJS.Timeout>();
  /** Sockets with a request whose body is still coming, and what was wrong with it. */
  readonly #reading = new Map<Duplex, string>();
  /** Sockets that have brought a request. */
  readonly #known = new WeakSet<Duplex>();
  readonly #server: Server;
  #candidates: readonly Candidate[] = [];
  #closing: Promise<void> | null = null;

  /** `record` is told each request when its head has arrived: its body may never end. */
  constructor(name: string, record: Tell) {
    this.#name = name;
    this.#record = record;
    // No idle limit: closing a kept socket just when it is used again would be a random reset.
    const options = { keepAliveTimeout: 0, requestTimeout: 0, requireHostHeader: false };
    const handle = (incoming: IncomingMessage, response: ServerResponse): void => {
      response.on('error', () => {});
      void this.#handle(incoming, response);
    };
    this.#server = createServer(options, handle);
    // What node would refuse by itself is recorded as well.
    this.#server.on('checkExpectation', handle);
    this.#server.on('connect', (incoming, socket) => this.#refuseTunnel(incoming, socket));
    this.#server.on('clientError', (error, socket) => this.#refuseBroken(error, socket));
  }

  /** Listens on a free port; the address has no trailing slash. */
  open(): Promise<Result<string, string>> {
    return listenOnLoopback(this.#server);
  }

  /** New routes with fresh counters; answers that are still delayed are never given. */
  begin(table: RouteTable): void {
    this.#abandonDelayed();
    this.#candidates = candidatesOf(table);
  }

  unusedOwn(): readonly Route[] {
    return this.#candidates.filter(({ own, hits }) => own && hits === 0).map(({ route }) => route);
  }

  drained(): Promise<void> {
    return drained(this.#server);
  }

  /** Ends the listener and every socket; never rejects. */
  close(): Promise<void> {
    this.#abandonDelayed();
    this.#closing ??= new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    return this.#closing;
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = incoming;
    this.#known.add(socket);
    this.#reading.set(socket, 'the client broke the body off');
    const complete = this.#record(this.#entry({ recorded: readHead(incoming) }, null, null));
    const request = await readRequest(incoming);
    const fault = this.#reading.get(socket);
    this.#reading.delete(socket);
    if (request.brokenOff) {
      complete(this.#brokenOff(request, fault ?? ''));
      return;
    }
    const chosen = chooseRoute(this.#candidates, request);
    if (chosen === 'none' || chosen === 'used_up') {
      complete(this.#entry(request, null, UNMATCHED_STATUS));
      const message = unmatchedMessage(this.#name, request, chosen);
      answerProblem(response, UNMATCHED_STATUS, 'no_stub_route', message);
      return;
    }
    chosen.hits += 1;
    const { route } = chosen;
    const problem = route.fail === null ? unusable(route) : null;
    if (problem !== null) {
      // No route's answer: it must not count as one that the author has seen given.
      complete(this.#entry(request, null, UNUSABLE_STATUS));
      answerProblem(response, UNUSABLE_STATUS, 'unusable_stub_route', problem);
      return;
    }
    complete(this.#entry(request, chosen, route.fail === null ? route.status : null));
    this.#answer(route, response);
  }

  #answer(route: Route, response: ServerResponse): void {
    this.#after(route.delayMs, () => {
      if (route.fail === 'reset') response.socket?.resetAndDestroy();
      if (route.fail === null) answerRoute(response, route);
    });
  }

  #brokenOff(request: ReadRequest, fault: string): UpstreamRequest {
    const { body } = request.recorded;
    const note = `(${fault})`;
    const recorded = { ...request.recorded, body: body === '' ? note : `${body} ${note}` };
    return this.#entry({ recorded }, null, null);
  }

  #refuseTunnel(incoming: IncomingMessage, socket: Duplex): void {
    const headers = Object.fromEntries(
      Object.entries(incoming.headersDistinct).map(([key, values = []]) => [
        key,
        values.join(', '),
      ]),
    );
    const recorded = { method: 'CONNECT', path: incoming.url ?? '', query: {}, headers, body: '' };
    this.#record(this.#entry({ recorded }, null, UNMATCHED_STATUS));
    endRaw(socket, UNMATCHED_STATUS);
  }

  #refuseBroken(error: Error, socket: Duplex): void {
    const inBody = this.#reading.has(socket);
    if (inBody && isProtocolError(error) && !brokeOff(error)) {
      this.#reading.set(socket, `the body cannot be read: ${reasonOf(error)}`);
    }
    // A socket that is reset while nothing is under way has brought nothing.
    const brought = isProtocolError(error) || !this.#known.has(socket);
    if (inBody || !brought || bytesRead(socket) === 0) {
      socket.destroy();
      return;
    }
    const { recorded, status } = brokenRequest(error);
    this.#record(this.#entry({ recorded }, null, status));
    endRaw(socket, status);
  }

  #entry(
    { recorded }: Pick<ReadRequest, 'recorded'>,
    chosen: Candidate | null,
    status: number | null,
  ): UpstreamRequest {
    const route = chosen === null ? null : { index: chosen.index, own: chosen.own };
    return { upstream: this.#name, ...recorded, status, route };
  }

  #after(delayMs: number, action: () => void): void {
    if (delayMs === 0) {
      action();
      return;
    }
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      action();
    }, delayMs);
    this.#delayed.add(timer);
  }

  #abandonDelayed(): void {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
  }
}

function bytesRead(socket: Duplex): number {
  return 'bytesRead' in socket && typeof socket.bytesRead === 'number' ? socket.bytesRead : 0;
}

/** Answers where node has no response to offer; null ends the socket without a word. */
function endRaw(socket: Duplex, status: number | null): void {
  socket.on('error', () => {});
  if (status === null || !socket.writable) {
    socket.destroy();
    return;
  }
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  const text = `${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  socket.end(text, () => socket.destroy());
}

function unmatchedMessage(name: string, request: ReadRequest, why: 'none' | 'used_up'): string {
  const what = `${request.method} ${request.path.slice(0, MAX_SHOWN_PATH)}`;
  return why === 'none'
    ? `mcp-eval stub upstream "${name}": no route matches ${what}`
    : `mcp-eval stub upstream "${name}": every route that matches ${what} has been used up`;
}
