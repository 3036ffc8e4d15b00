import { setMaxListeners } from 'node:events';

/** Why something was ended before it came to its own end. */
export type CapCause = 'timeout' | 'interrupted';

/** A wall-clock limit together with the run's own end. */
export class Cap {
  /** Resolves when the time is up or the run ends; stays pending if neither comes before `release`. */
  readonly reached: Promise<CapCause>;
  readonly #outer: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #interrupt: () => void;

  /** `timeoutMs`: in ms, below 2^31. */
  constructor(timeoutMs: number, outer: AbortSignal) {
    this.#outer = outer;
    const { promise, resolve } = withResolvers<CapCause>();
    this.reached = promise;
    this.#timer = setTimeout(() => resolve('timeout'), timeoutMs);
    this.#interrupt = () => resolve('interrupted');
    // All calls of a run listen on it at once.
    setMaxListeners(0, outer);
    outer.addEventListener('abort', this.#interrupt, { once: true });
    if (outer.aborted) this.#interrupt();
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
