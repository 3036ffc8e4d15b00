import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../model/json.ts';
import type { ServerExit } from '../model/outcome.ts';
import type { FindingLog } from './finding-log.ts';
import type { Incoming } from './incoming.ts';
import { OpenRequests } from './open-requests.ts';
import { BrokenReply, errorMessage, type ServerError } from './wire-error.ts';

/** How a connection went away under a request. */
export interface Loss {
  readonly exit: ServerExit | null;
  readonly detail: string | null;
}

/** What a request came to, as it stood on the wire. */
export type WireReply =
  | { readonly kind: 'result'; readonly raw: JsonObject }
  | { readonly kind: 'error'; readonly error: ServerError }
  | ({ readonly kind: 'lost' } & Loss);

export interface Asked {
  readonly reply: Promise<WireReply>;
  /** Tells the server that nobody waits any more. */
  cancel(reason: string): void;
  /** For how long no data came for it, in ms; null where one way serves all requests. */
  silentMs(): number | null;
}

type Answer = Extract<Incoming, { kind: 'result' | 'error' | 'broken' }>;
type Waiter = (reply: WireReply) => void;

export interface ExchangeEnds {
  /** Writes a message of our own. */
  send(message: JSONRPCMessage): void;
  /** Hands a message to the SDK's client. */
  deliver(message: JSONRPCMessage): void;
  /** See `Asked`; of the request with this id. */
  silentMs?(id: number): number | null;
}

/**
 * The requests that run over one transport: those of the SDK's client, and our own, whose answers
 * come as they stood on the wire. The SDK's typed calls drop and invent members, and check each
 * message twice.
 */
export class Exchange {
  readonly #requests = new OpenRequests<Waiter>();
  readonly #findings: FindingLog;
  readonly #ends: ExchangeEnds;

  constructor(findings: FindingLog, ends: ExchangeEnds) {
    this.#findings = findings;
    this.#ends = ends;
  }

  /** Sends one request of our own. */
  ask(method: string, params: JsonObject): Asked {
    let settle: Waiter = () => {};
    const reply = new Promise<WireReply>((resolve) => {
      settle = resolve;
    });
    const id = this.#requests.open(settle);
    this.#ends.send({ jsonrpc: '2.0', id, method, params });
    return {
      reply,
      cancel: (reason) => this.#cancel(id, reason),
      silentMs: () => this.#ends.silentMs?.(id) ?? null,
    };
  }

  /** Takes note of a message of the SDK's client that goes out. */
  sent(message: JSONRPCMessage): void {
    this.#requests.sent(message);
  }

  /** Takes what has come in; `text` as it came. */
  take(text: string, incoming: Incoming): void {
    switch (incoming.kind) {
      case 'noise':
        this.#findings.add({ code: 'stdout_noise', line: text });
        break;
      case 'odd':
        this.#findings.odd(incoming.detail);
        break;
      case 'message':
        this.#ends.deliver(incoming.message);
        break;
      default:
        this.#takeAnswer(incoming);
    }
  }

  /** No answer comes to this one request any more; nothing happens if it has had one. */
  lose(id: number, loss: Loss): void {
    const answered = this.#requests.answered(id);
    if (answered.state !== 'open') return;
    if (answered.waiter !== null) answered.waiter({ kind: 'lost', ...loss });
    else this.#ends.deliver(errorMessage(id, new BrokenReply(loss.detail ?? 'no answer')));
  }

  /** No answer comes any more. */
  abandon(loss: Loss): void {
    for (const settle of this.#requests.takeAll()) settle({ kind: 'lost', ...loss });
  }

  #cancel(requestId: number, reason: string): void {
    if (!this.#requests.cancel(requestId)) return;
    const params = { requestId, reason };
    this.#ends.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  #takeAnswer(answer: Answer): void {
    if (answer.kind === 'broken') this.#findings.odd(answer.detail);
    const answered = this.#requests.answered(answer.id);
    if (answered.state === 'unknown') {
      this.#findings.odd(
        `an answer with the id ${JSON.stringify(answer.id)}, which no request waits for`,
      );
    }
    if (answered.state !== 'open') return;
    if (typeof answer.id === 'string') {
      this.#findings.odd(`an answer whose id is the string "${answer.id}", asked with a number`);
    }
    if (answered.waiter === null) this.#ends.deliver(messageOf(answer));
    else answered.waiter(replyOf(answer));
  }
}

function replyOf(answer: Answer): WireReply {
  switch (answer.kind) {
    case 'result':
      return { kind: 'result', raw: answer.message.result };
    case 'error':
      return { kind: 'error', error: answer.error };
    case 'broken':
      return { kind: 'lost', exit: null, detail: answer.detail };
  }
}

function messageOf(answer: Answer): JSONRPCMessage {
  if (answer.kind === 'result') return answer.message as JSONRPCMessage;
  const cause = answer.kind === 'error' ? answer.error : new BrokenReply(answer.detail);
  return errorMessage(answer.id, cause);
}
