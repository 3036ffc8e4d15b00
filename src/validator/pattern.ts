import { err, ok, type Result } from '../model/result.ts';
import { runLimited } from './limit.ts';

const EMPTY_TEXT_LIMIT_MS = 1000;

/** Whether an author's regular expression is one; else why not. */
export function checkPattern(source: string): Result<void, string> {
  try {
    // Some faults ("too large") show only when the expression is first used.
    tryOn(new RegExp(source, 'u'), '', EMPTY_TEXT_LIMIT_MS);
    return ok(undefined);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return err(detailOf(thrown.message, source));
    throw thrown;
  }
}

/** Such a pattern matches every text: it checks nothing. */
export function matchesEmpty(source: string): boolean {
  const matched = tryOn(new RegExp(source, 'u'), '', EMPTY_TEXT_LIMIT_MS);
  return matched.ok && matched.value;
}

/** Searches `text`; the pattern must have passed `checkPattern`. */
export function testPattern(
  source: string,
  text: string,
  limitMs: number,
): Result<boolean, 'too_slow'> {
  return tryOn(new RegExp(source, 'u'), text, limitMs);
}

function tryOn(pattern: RegExp, text: string, limitMs: number): Result<boolean, 'too_slow'> {
  try {
    return runLimited(() => pattern.test(text), limitMs);
  } catch (thrown) {
    // The engine's backtracking stack is full: as undecided as one that takes for ever.
    if (thrown instanceof RangeError) return err('too_slow');
    throw thrown;
  }
}

function detailOf(message: string, source: string): string {
  const noise = `Invalid regular expression: /${source}/u: `;
  return message.startsWith(noise) ? message.slice(noise.length) : message;
}
