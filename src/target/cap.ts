import { setMaxListeners } from 'node:events';

/** Why something was ended before it came to its own end. */
export type CapCause = 'timeout' | 'interrupted';

/**
 * A wall-clock limit together with the run's own end. Its `signal` serves one request only: the SDK
 * leaves a listener on it.
 */
export class Cap {
  readonly signal: AbortSignal;
  /** Resolves when the time is up or the run ends; stays pending if neither comes before `release`. */
  readonly reached: Promise<CapCause>;
  readonly #outer: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #interrupt: () => void;
  #cause: CapCause | null = null;

  /** `timeoutMs`: in ms, below 2^31. */
  constructor(timeoutMs: number, outer: AbortSignal) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#outer = outer;
    const { promise, resolve } = withResolvers<CapCause>();
    this.reached = promise;
    const end = (cause: CapCause, reason: string) => {
      this.#cause ??= cause;
      controller.abort(reason);
      resolve(cause);
    };
    this.#timer = setTimeout(() => end('timeout', `no answer within ${timeoutMs} ms`), timeoutMs);
    this.#interrupt = () => end('interrupted', 'the run was interrupted');
    // All calls of a run listen on it at once.
    setMaxListeners(0, outer);
    outer.addEventListener('abort', this.#interrupt, { once: true });
    if (outer.aborted) this.#interrupt();
  }

  get cause(): CapCause | null {
    return this.#cause;
  }

  /** Stops the clock; to be called when the work has ended. */
  release(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#interrupt);
  }
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
