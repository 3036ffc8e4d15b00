import type { ProxyAttempt } from '../model/outcome.ts';

/** How many attempts of a scenario are kept one by one. */
const MAX_KEPT = 1000;

interface Window {
  readonly attempts: ProxyAttempt[];
  more: number;
}

/** The attempts of a scenario. Past the bound they are counted, and a window is never empty that had one. */
export class Attempts {
  #window: Window = { attempts: [], more: 0 };
  #kept = 0;

  /** The next scenario has the whole bound. What nobody has taken yet is told to it. */
  begin(): void {
    this.#kept = this.#window.attempts.length;
  }

  add(attempt: ProxyAttempt): void {
    const { attempts } = this.#window;
    if (this.#kept >= MAX_KEPT && attempts.length > 0) {
      this.#window.more += 1;
      return;
    }
    this.#kept += 1;
    attempts.push(attempt);
  }

  take(): readonly ProxyAttempt[] {
    const { attempts, more } = this.#window;
    this.#window = { attempts: [], more: 0 };
    const last = attempts.pop();
    if (last === undefined) return attempts;
    return [...attempts, more === 0 ? last : { ...last, more }];
  }
}
