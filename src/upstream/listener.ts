import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UpstreamRequest } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Route } from '../model/suite.ts';
import { answerProblem, answerRoute, UNMATCHED_STATUS } from './answer.ts';
import { type Candidate, candidatesOf, chooseRoute } from './choose-route.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import type { RouteTable } from './upstreams.ts';

const MAX_SHOWN_PATH = 500;

/** One stub service: a listener on loopback with the routes of the scenario that runs. */
export class Listener {
  readonly #name: string;
  readonly #record: (request: UpstreamRequest) => void;
  readonly #delayed = new Set<NodeJS.Timeout>();
  readonly #server: Server;
  #candidates: readonly Candidate[] = [];
  #closing: Promise<void> | null = null;

  /** `record` is told each request when it has arrived, before it is answered. */
  constructor(name: string, record: (request: UpstreamRequest) => void) {
    this.#name = name;
    this.#record = record;
    // No idle limit: closing a kept socket just when it is used again would be a random reset.
    const options = { keepAliveTimeout: 0, requestTimeout: 0 };
    this.#server = createServer(options, (incoming, response) => {
      response.on('error', () => {});
      void this.#handle(incoming, response);
    });
  }

  /** Listens on a free port; the address has no trailing slash. */
  async open(): Promise<Result<string, string>> {
    try {
      this.#server.listen({ host: '127.0.0.1', port: 0 });
      await once(this.#server, 'listening');
    } catch (error) {
      return err(error instanceof Error ? error.message : String(error));
    }
    // Whatever goes wrong later (too many open files) concerns single sockets.
    this.#server.on('error', () => {});
    // A TCP listener's address is never a string.
    const { port } = this.#server.address() as AddressInfo;
    return ok(`http://127.0.0.1:${port}`);
  }

  /** New routes with fresh counters; answers that are still delayed are never given. */
  begin(table: RouteTable): void {
    this.#abandonDelayed();
    this.#candidates = candidatesOf(table);
  }

  unusedOwn(): readonly Route[] {
    return this.#candidates.filter(({ own, hits }) => own && hits === 0).map(({ route }) => route);
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
    const request = await readRequest(incoming);
    if (request === null) return;
    const chosen = chooseRoute(this.#candidates, request);
    if (chosen === 'none' || chosen === 'used_up') {
      this.#record(this.#entry(request, null, UNMATCHED_STATUS));
      const message = unmatchedMessage(this.#name, request, chosen);
      answerProblem(response, UNMATCHED_STATUS, 'no_stub_route', message);
      return;
    }
    chosen.hits += 1;
    const { route } = chosen;
    this.#record(this.#entry(request, chosen, route.fail === null ? route.status : null));
    this.#after(route.delayMs, () => {
      if (route.fail === 'reset') response.socket?.resetAndDestroy();
      if (route.fail === null) answerRoute(response, route);
    });
  }

  #entry(request: ReadRequest, chosen: Candidate | null, status: number | null): UpstreamRequest {
    const route = chosen === null ? null : { index: chosen.index, own: chosen.own };
    return { upstream: this.#name, ...request.recorded, status, route };
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

function unmatchedMessage(name: string, request: ReadRequest, why: 'none' | 'used_up'): string {
  const what = `${request.method} ${request.path.slice(0, MAX_SHOWN_PATH)}`;
  return why === 'none'
    ? `mcp-eval stub upstream "${name}": no route matches ${what}`
    : `mcp-eval stub upstream "${name}": every route that matches ${what} has been used up`;
}
