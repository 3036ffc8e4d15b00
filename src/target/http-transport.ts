import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { ServerExit } from '../model/outcome.ts';
import type { ServerTail } from '../model/trouble.ts';
import type { Served } from './connection.ts';
import { type Asked, Exchange, type Loss } from './exchange.ts';
import { type ContextEnds, replyContext } from './http-context.ts';
import { endsConnection, failureText, type HttpFailure } from './http-failure.ts';
import { isStream, type ReplyContext, refusalOf, takeStream } from './http-reply.ts';
import { HttpRequest } from './http-request.ts';
import type { Wire } from './wire.ts';
import { within } from './within.ts';

/** For a process that ends to be told of, once the connection to it is lost, in ms. */
const SETTLE_MS = 500;
/** For the server to take note of a cancellation, in ms. */
const CANCEL_MS = 2000;
/** The same when the connection is being ended, in ms. */
const LAST_CANCEL_MS = 500;
/** Answers to the server's own requests that it does not take. */
const MAX_UNTAKEN = 100;

export interface HttpEnds extends ContextEnds {
  readonly served: Served | null;
}

/**
 * JSON-RPC over Streamable HTTP. Unlike the SDK's own transport it tells at once, and in true
 * words, that no answer will come, and ends its session.
 */
export class HttpTransport implements Wire {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  bytesRead = 0;
  /** Why the first message that failed did so. */
  failure: HttpFailure | null = null;
  /** Whether `initialize` has been answered, so that the notification of that was sent. */
  answered = false;

  readonly #ends: HttpEnds;
  readonly #exchange: Exchange;
  readonly #requests = new Map<number, HttpRequest>();
  readonly #cancelling = new Set<Promise<void>>();
  #lost: { readonly detail: string | null } | null = null;
  #untaken = 0;
  #closing: Promise<ServerExit | null> | null = null;

  constructor(ends: HttpEnds) {
    this.#ends = ends;
    this.#exchange = new Exchange(ends.findings, {
      send: (message) => this.#dispatch(message),
      deliver: (message) => {
        // A prompt behind the last reply gets no answer any more, and must not go unnoticed.
        if (this.#closing === null || isJSONRPCRequest(message)) this.onmessage?.(message);
      },
      silentMs: (id) => this.#requests.get(id)?.silentMs ?? null,
    });
    // Weakly: a process may outlive thousands of connections.
    const self = new WeakRef(this);
    void ends.served?.exited.then(() => {
      const transport = self.deref();
      if (transport !== undefined) void transport.#abandon();
    });
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.alive) throw new Error('the connection is gone');
    this.#exchange.sent(message);
    if (isJSONRPCRequest(message)) {
      void this.#request(message);
      return;
    }
    const opens = 'method' in message && message.method === 'notifications/initialized';
    if (opens) this.answered = true;
    const failure = await this.#tell(message);
    if (failure !== null) {
      await this.#exitBehind(failure);
      throw new Error(failureText(failure));
    }
    if (opens) void this.#listen();
  }

  ask(method: string, params: JsonObject): Asked {
    return this.#exchange.ask(method, params);
  }

  get protocolVersion(): string | null {
    return this.#ends.session.protocolVersion;
  }

  setProtocolVersion(version: string): void {
    this.#ends.session.protocolVersion = version;
  }

  get alive(): boolean {
    return !this.lost && this.#closing === null && (this.#ends.served?.alive() ?? true);
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  async loss(): Promise<Loss> {
    return this.#lossNow();
  }

  tail(): ServerTail {
    return this.#ends.served?.tail() ?? { exit: null, stderr: '' };
  }

  async close(): Promise<void> {
    await this.end();
  }

  end(): Promise<ServerExit | null> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<ServerExit | null> {
    await within(LAST_CANCEL_MS, Promise.all(this.#cancelling));
    await this.#ends.session.end();
    for (const request of this.#requests.values()) request.abort();
    this.onclose?.();
    this.#exchange.abandon(this.#lossNow());
    return this.tail().exit;
  }

  /** What the exchange sends: our own requests, and their cancellations. */
  #dispatch(message: JSONRPCMessage): void {
    if (!isJSONRPCRequest(message)) {
      const cancelling = this.#cancel(message).finally(() => this.#cancelling.delete(cancelling));
      this.#cancelling.add(cancelling);
    } else if (this.alive) void this.#request(message);
    else {
      const id = Number(message.id);
      queueMicrotask(() => this.#exchange.lose(id, this.#lossNow()));
    }
  }

  async #cancel(message: JSONRPCMessage): Promise<void> {
    const params = 'params' in message && isJsonObject(message.params) ? message.params : {};
    const request = this.#requests.get(Number(params.requestId));
    request?.cancel();
    if (this.alive) await within(CANCEL_MS, this.#tell(message));
    request?.abort();
  }

  /** Sends a request and sees to it that it comes to an end. */
  async #request(message: JSONRPCRequest): Promise<void> {
    const { session } = this.#ends;
    const id = Number(message.id);
    const request = new HttpRequest(session, session.post(message));
    this.#requests.set(id, request);
    const failure = await request.answer(this.#context(request, id), (response) => {
      if (message.method === 'initialize') session.join(response);
    });
    if (failure !== null && !request.cancelled) await this.#fail(id, failure);
    this.#requests.delete(id);
  }

  async #fail(id: number, failure: HttpFailure): Promise<void> {
    this.failure ??= failure;
    if (failure.kind === 'session_gone') this.#ends.session.forget();
    const detail = failureText(failure);
    // Lost before the wait: a cap that is reached in it is told as the loss.
    if (endsConnection(failure)) this.#lose(detail);
    await this.#exitBehind(failure);
    this.#exchange.lose(id, this.#lossNow(detail));
  }

  /** A server that ends takes its connections with it, and is seen to have ended a little later. */
  async #exitBehind({ kind }: HttpFailure): Promise<void> {
    const { served } = this.#ends;
    if (kind === 'network' && served !== null) await within(SETTLE_MS, served.exited);
  }

  #lose(detail: string | null): void {
    if (this.#closing === null) this.#lost ??= { detail };
  }

  /** Its connections end with it, maybe after a last answer, unless a descendant holds them. */
  async #abandon(): Promise<void> {
    this.#lose(null);
    await within(SETTLE_MS, Promise.all([...this.#requests.values()].map((each) => each.ended())));
    for (const id of this.#requests.keys()) this.#exchange.lose(id, this.#lossNow());
    this.#exchange.abandon(this.#lossNow());
  }

  #lossNow(detail = this.#lost?.detail ?? null): Loss {
    const { exit } = this.tail();
    return { exit, detail: exit === null ? detail : null };
  }

  /** Sends what has no answer; gives why it was refused. */
  async #tell(message: JSONRPCMessage): Promise<HttpFailure | null> {
    const answers = 'method' in message ? 0 : 1;
    this.#untaken += answers;
    if (this.#untaken > MAX_UNTAKEN) {
      this.#lose(`the server asks and takes no answers: more than ${MAX_UNTAKEN} wait`);
      for (const request of this.#requests.values()) request.abort();
      void this.end();
      return null;
    }
    const response = await this.#ends.session.post(message).response;
    const failure = response.ok
      ? await refusalOf(response.value, this.#context(null, null))
      : response.error;
    this.#untaken -= answers;
    if (failure !== null) this.failure ??= failure;
    return failure;
  }

  /** For the server's own messages outside of any reply, if it offers that. */
  async #listen(): Promise<void> {
    const sent = this.#ends.session.listen(null);
    const response = await sent.response;
    if (!response.ok) return;
    if (isStream(response.value)) await takeStream(response.value, this.#context(null, null));
    else sent.abort();
  }

  /** For the reply to the request with this id, if it is one. */
  #context(request: HttpRequest | null, id: number | null): ReplyContext {
    return replyContext(this.#ends, this.#exchange, id, (bytes) => {
      this.bytesRead += bytes;
      request?.heard();
    });
  }
}
