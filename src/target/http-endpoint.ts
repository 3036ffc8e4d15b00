import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request,
  STATUS_CODES,
} from 'node:http';
import { Agent as HttpsAgent, request as secureRequest } from 'node:https';
import { err, ok, type Result } from '../model/result.ts';
import type { ListenerKind } from './connection.ts';
import type { HttpFailure } from './http-failure.ts';
import { networkReason } from './http-network.ts';
import { portOf } from './serve-probe.ts';

/**
 * How long an idle connection may be used again, in ms. Well below what servers grant: a request
 * that meets their end of it is lost, and must not be sent again.
 */
const MAX_IDLE_MS = 1000;
/** They frame the message, or say what we can read. */
const OURS =
  /^(accept|accept-encoding|connection|content-(length|type)|transfer-encoding|mcp-(session-id|protocol-version))$/;

export interface Outgoing {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Over a connection of its own, not one that may have just been ended. */
  readonly fresh: boolean;
}

/** A request on its way. */
export interface Sent {
  /** Its reply, with the body still to be read; never rejects. */
  readonly response: Promise<Result<IncomingMessage, HttpFailure>>;
  /** Ends it, its reply included. */
  abort(): void;
}

/** Instead of a connection. */
class StrangerError extends Error {}

/**
 * One URL and the connections to it. Redirects are not followed, nothing is sent twice. `listener`:
 * who takes the connections; it is asked for each new one, and a stranger is sent nothing.
 */
export class HttpEndpoint {
  readonly url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: HttpAgent;
  readonly #freshAgent: HttpAgent;
  readonly #open = new Set<ClientRequest>();

  constructor(url: URL, headers: Readonly<Record<string, string>>, listener: () => ListenerKind) {
    this.url = url;
    this.#headers = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !OURS.test(name.toLowerCase())),
    );
    const Agent = url.protocol === 'https:' ? HttpsAgent : HttpAgent;
    this.#agent = guarded(new Agent({ keepAlive: true, timeout: MAX_IDLE_MS }), listener);
    this.#freshAgent = guarded(new Agent({ keepAlive: false }), listener);
  }

  send({ method, headers, body, fresh }: Outgoing): Sent {
    const start = this.url.protocol === 'https:' ? secureRequest : request;
    try {
      const sent = start(this.url, {
        method,
        headers: {
          ...this.#headers,
          ...headers,
          'accept-encoding': 'identity',
          ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        agent: fresh ? this.#freshAgent : this.#agent,
      });
      return this.#follow(sent, body);
    } catch (error) {
      return { response: Promise.resolve(err(this.#failure(error))), abort: () => {} };
    }
  }

  /** Ends every request and connection. */
  close(): void {
    for (const sent of this.#open) sent.destroy();
    this.#agent.destroy();
    this.#freshAgent.destroy();
  }

  #follow(sent: ClientRequest, body: string | null): Sent {
    this.#open.add(sent);
    sent.once('close', () => this.#open.delete(sent));
    const response = new Promise<Result<IncomingMessage, HttpFailure>>((settle) => {
      sent.once('response', (incoming) => {
        // Whoever reads it hears of it; without a reader it must not be thrown.
        incoming.on('error', () => {});
        settle(ok(incoming));
      });
      // A switch to another protocol, unasked.
      sent.once('upgrade', ({ statusCode: status = 0 }, socket) => {
        socket.destroy();
        settle(err({ kind: 'http_status', status, detail: STATUS_CODES[status] ?? '' }));
      });
      // Kept for good: what comes after a reply is told by the reply.
      sent.on('error', (error) => settle(err(this.#failure(error))));
    });
    sent.end(body ?? undefined);
    return { response, abort: () => sent.destroy() };
  }

  #failure(error: unknown): HttpFailure {
    if (error instanceof StrangerError) return { kind: 'stranger', port: portOf(this.url) };
    return { kind: 'network', detail: networkReason(error, this.url) };
  }
}

/** Lets no request out over a connection to a stranger. */
function guarded(agent: HttpAgent, listener: () => ListenerKind): HttpAgent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    if (listener() === 'stranger') {
      // There is no socket to hand out.
      (done as ((error: Error) => void) | undefined)?.(new StrangerError());
      return null;
    }
    const socket = connect(options, done);
    // Before whoever writes: the port may have changed hands since.
    socket?.prependOnceListener('connect', () => {
      if (listener() === 'stranger') socket.destroy(new StrangerError());
    });
    return socket;
  };
  return agent;
}
