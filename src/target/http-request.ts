import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sent } from './http-endpoint.ts';
import type { HttpFailure } from './http-failure.ts';
import {
  isStream,
  type ReplyContext,
  type Resumable,
  takeReply,
  takeStream,
} from './http-reply.ts';
import type { HttpSession } from './http-session.ts';

/** When, and how often, the rest of a stream is asked for. */
export interface ResumeLimits {
  /** Unless the server names another time, in ms. */
  readonly retryMs: number;
  /** No server is asked sooner, whatever it names, in ms. */
  readonly minRetryMs: number;
  readonly count: number;
}

const RESUMES: ResumeLimits = { retryMs: 1000, minRetryMs: 100, count: 1000 };
/** A longer timer fires at once. A call ends, and its wait with it, long before. In ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** One request on its way to its answer, which may come over several streams. */
export class HttpRequest {
  readonly #session: HttpSession;
  readonly #limits: ResumeLimits;
  readonly #ended = new AbortController();
  #sent: Sent;
  #heardAt = performance.now();
  #cancelled = false;
  #answering: Promise<unknown> = Promise.resolve();

  constructor(session: HttpSession, sent: Sent, limits = RESUMES) {
    this.#session = session;
    this.#sent = sent;
    this.#limits = limits;
  }

  /** Nobody waits for it any more, though it may still be answered. */
  get cancelled(): boolean {
    return this.#cancelled;
  }

  get silentMs(): number {
    return performance.now() - this.#heardAt;
  }

  cancel(): void {
    this.#cancelled = true;
  }

  abort(): void {
    this.cancel();
    this.#ended.abort();
    this.#sent.abort();
  }

  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Resolves once nothing more of it is read. */
  async ended(): Promise<void> {
    await this.#answering;
  }

  /** Reads until the answer was there; gives why there is none. `met`: told of the first reply. */
  answer(
    context: ReplyContext,
    met: (response: IncomingMessage) => void,
  ): Promise<HttpFailure | null> {
    const answering = this.#answer(context, met);
    this.#answering = answering;
    return answering;
  }

  async #answer(
    context: ReplyContext,
    met: (response: IncomingMessage) => void,
  ): Promise<HttpFailure | null> {
    const response = await this.#sent.response;
    if (!response.ok) return response.error;
    this.heard();
    met(response.value);
    let end = await takeReply(response.value, context);
    for (let count = 0; end?.kind === 'resumable'; count += 1) {
      if (count === this.#limits.count) return fruitless(count);
      const next: HttpFailure | Resumable | null = await this.#resume(end, context);
      const stuck = next?.kind === 'resumable' && next.lastEventId === end.lastEventId;
      end = stuck ? end.failure : next;
    }
    return end;
  }

  /** Asks for the rest of the stream: the request itself is not sent again. */
  async #resume(
    { lastEventId, retryMs, failure }: Resumable,
    context: ReplyContext,
  ): Promise<HttpFailure | Resumable | null> {
    const { signal } = this.#ended;
    const wait = Math.max(retryMs ?? this.#limits.retryMs, this.#limits.minRetryMs);
    await delay(Math.min(wait, MAX_TIMER_MS), null, { signal }).catch(() => {});
    if (signal.aborted) return failure;
    this.#sent = this.#session.listen(lastEventId);
    const response = await this.#sent.response;
    if (!response.ok || !isStream(response.value)) {
      this.#sent.abort();
      return failure;
    }
    this.heard();
    return takeStream(response.value, context);
  }
}

function fruitless(count: number): HttpFailure {
  const detail = `the reply stream ended without an answer, and so did its rest, ${count} times`;
  return { kind: 'no_answer', detail };
}
