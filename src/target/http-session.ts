import type { IncomingMessage } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { Cap } from './cap.ts';
import type { FindingLog } from './finding-log.ts';
import type { HttpEndpoint, Outgoing, Sent } from './http-endpoint.ts';
import { within } from './within.ts';

/** For the end of a session, in ms. */
const DELETE_MS = 2000;
/** The same once the run has been cut short: its servers must be gone soon. */
const HURRIED_DELETE_MS = 500;

/** What every request of one connection has in common. */
export class HttpSession {
  /** As negotiated by `initialize`; null before. */
  protocolVersion: string | null = null;
  readonly #endpoint: HttpEndpoint;
  readonly #findings: FindingLog;
  /** The run's own end. */
  readonly #signal: AbortSignal;
  /** Null before `initialize`, and at a server without sessions. */
  #id: string | null = null;
  #gone = false;

  constructor(endpoint: HttpEndpoint, findings: FindingLog, signal: AbortSignal) {
    this.#endpoint = endpoint;
    this.#findings = findings;
    this.#signal = signal;
  }

  get url(): URL {
    return this.#endpoint.url;
  }

  get named(): boolean {
    return this.#id !== null;
  }

  /** Takes note of the session that the reply to `initialize` opens. */
  join(response: IncomingMessage): void {
    const id = response.headers['mcp-session-id'];
    if (typeof id !== 'string') return;
    this.#id = id;
    if (!/^[\x21-\x7e]+$/.test(id)) {
      this.#findings.odd('the session id has characters that are not allowed');
    }
  }

  /** The server has ended it. */
  forget(): void {
    this.#gone = true;
  }

  post(message: JSONRPCMessage): Sent {
    return this.#send('POST', 'application/json, text/event-stream', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      fresh: false,
    });
  }

  /** Asks for the server's own messages, or for the rest of a stream. */
  listen(lastEventId: string | null): Sent {
    return this.#send('GET', 'text/event-stream', {
      headers: lastEventId === null ? {} : { 'last-event-id': lastEventId },
      body: null,
      fresh: true,
    });
  }

  /** Tells the server, and ends every connection; bounded, never rejects. */
  async end(): Promise<void> {
    if (this.#id !== null && !this.#gone) {
      const { response } = this.#send('DELETE', '*/*', { headers: {}, body: null, fresh: true });
      const cap = new Cap(DELETE_MS, this.#signal);
      const first = await Promise.race([response, cap.reached]);
      cap.release();
      if (first === 'interrupted') await within(HURRIED_DELETE_MS, response);
    }
    this.#endpoint.close();
  }

  #send(
    method: Outgoing['method'],
    accept: string,
    { headers, ...rest }: Omit<Outgoing, 'method'>,
  ): Sent {
    const common = {
      accept,
      ...(this.#id === null ? {} : { 'mcp-session-id': this.#id }),
      ...(this.protocolVersion === null ? {} : { 'mcp-protocol-version': this.protocolVersion }),
    };
    return this.#endpoint.send({ method, headers: { ...common, ...headers }, ...rest });
  }
}
