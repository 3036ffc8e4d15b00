import type { Nearest } from '../model/assertion.ts';
import type { Result } from '../model/result.ts';
import { testPattern } from '../validator/pattern.ts';
import { nearestPart } from './nearest-part.ts';
/** For one pattern, in ms. */
export const PATTERN_LIMIT_MS = 1000;
/** For all patterns of one evaluation, in ms: meanwhile nothing is heeded, an interrupt neither. */
const ALL_PATTERNS_MS = 2000;
/** Each may cost 50 ms on a text of a megabyte. */
const MAX_HINTS = 10;

/** What one evaluation may spend on work that grows with the author's list and the reply alike. */
export class Effort {
  #patternMs = ALL_PATTERNS_MS;
  #hints = MAX_HINTS;

  testPattern(pattern: string, text: string): Result<boolean, 'too_slow'> {
    const limitMs = Math.ceil(Math.min(PATTERN_LIMIT_MS, this.#patternMs));
    if (limitMs <= 0) return { ok: false, error: 'too_slow' };
    const start = performance.now();
    const matched = testPattern(pattern, text, limitMs);
    this.#patternMs -= performance.now() - start;
    return matched;
  }

  /** Null when nothing is near, or when enough hints were looked for. */
  nearestPart(text: string, needle: string): Nearest | null {
    if (this.#hints === 0) return null;
    this.#hints -= 1;
    return nearestPart(text, needle);
  }
}
