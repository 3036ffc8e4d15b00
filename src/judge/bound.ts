import { setMaxListeners } from 'node:events';

/** What holds one criterion in bounds: the run's end, its own clock, and the halt of all judging. */
export class Bound {
  readonly #timeoutMs: number;
  readonly #outer: AbortSignal;
  readonly #halt: AbortSignal;
  readonly #calls = new AbortController();
  readonly #waits = new AbortController();
  readonly #interrupt = (): void => this.#end('interrupted');
  readonly #wake = (): void => this.#waits.abort();
  #cause: 'interrupted' | 'timeout' | null = null;
  #timer: NodeJS.Timeout | undefined;
  #deadline = Number.POSITIVE_INFINITY;

  constructor(timeoutMs: number, outer: AbortSignal, halt: AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.#outer = outer;
    this.#halt = halt;
    // All criteria of a run listen on both at once.
    setMaxListeners(0, outer, halt);
    outer.addEventListener('abort', this.#interrupt);
    halt.addEventListener('abort', this.#wake);
    if (halt.aborted) this.#wake();
    if (outer.aborted) this.#interrupt();
  }

  /** Starts the clock: time spent waiting for a turn is not the judge's. */
  start(): void {
    this.#deadline = performance.now() + this.#timeoutMs;
    this.#timer = setTimeout(() => this.#end('timeout'), this.#timeoutMs);
  }

  /** Ends a call that is under way: the run has ended, or the time is up. */
  get calls(): AbortSignal {
    return this.#calls.signal;
  }

  /** Ends a wait: as `calls`, and also when judging has halted. */
  get waits(): AbortSignal {
    return this.#waits.signal;
  }

  get cause(): 'interrupted' | 'timeout' | null {
    return this.#cause;
  }

  get leftMs(): number {
    return this.#deadline - performance.now();
  }

  /** Stops the clock; to be called when the criterion is through. */
  release(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#interrupt);
    this.#halt.removeEventListener('abort', this.#wake);
  }

  #end(cause: 'interrupted' | 'timeout'): void {
    this.#cause ??= cause;
    this.#calls.abort();
    this.#waits.abort();
  }
}
