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

/** Before a stream is taken up again, unless the server names another time, in ms. */
const RETRY_MS = 1000;

/** One request on its way to its answer, which may come over several streams. */
export class HttpRequest {
  readonly #session: HttpSession;
  readonly #ended = new AbortController();
  #sent: Sent;
  #heardAt = performance.now();
  #cancelled = false;

  constructor(session: HttpSession, sent: Sent) {
    this.#session = session;
    this.#sent = sent;
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

  /** Reads until the answer was there; gives why there is none. `met`: told of the first reply. */
  async answer(
    context: ReplyContext,
    met: (response: IncomingMessage) => void,
  ): Promise<HttpFailure | null> {
    const response = await this.#sent.response;
    if (!response.ok) return response.error;
    this.heard();
    met(response.value);
    let end = await takeReply(response.value, context);
    while (end?.kind === 'resumable') {
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
    await delay(retryMs ?? RETRY_MS, null, { signal }).catch(() => {});
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
