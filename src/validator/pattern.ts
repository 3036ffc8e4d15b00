import { err, ok, type Result } from '../model/result.ts';
import { runLimited } from './limit.ts';

const EMPTY_TEXT_LIMIT_MS = 1000;

/** Whether an author's regular expression is one; else why not. */
export function checkPattern(source: string): Result<void, string> {
  try {
    // Some faults ("too large") show only when the expression is first used.
    tryOn(regExpOf(source), '', EMPTY_TEXT_LIMIT_MS);
    return ok(undefined);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return err(detailOf(thrown.message));
    throw thrown;
  }
}

/** Such a pattern matches every text: it checks nothing. */
export function matchesEmpty(source: string): boolean {
  const matched = tryOn(regExpOf(source), '', EMPTY_TEXT_LIMIT_MS);
  return matched.ok && matched.value;
}

/** Searches `text`; the pattern must have passed `checkPattern`. */
export function testPattern(
  source: string,
  text: string,
  limitMs: number,
): Result<boolean, 'too_slow'> {
  return tryOn(regExpOf(source), text, limitMs);
}

/**
 * What the first group of the pattern matches, or the whole match without one; null without a match,
 * or if that group has no part in it.
 */
export function firstGroup(
  source: string,
  text: string,
  limitMs: number,
): Result<string | null, 'too_slow'> {
  const pattern = regExpOf(source);
  const found = limited(() => pattern.exec(text), limitMs);
  if (!found.ok) return found;
  if (found.value === null) return ok(null);
  const [whole, ...groups] = found.value;
  return ok(groups.length === 0 ? whole : (groups[0] ?? null));
}

/** JavaScript's dialect with `u`; flags may lead, as in other dialects: `(?i)`, `(?ms)`. */
function regExpOf(source: string): RegExp {
  const [lead = '', flags = ''] = /^\(\?([ims]+)\)/.exec(source) ?? [];
  return new RegExp(source.slice(lead.length), `u${flags}`);
}

function tryOn(pattern: RegExp, text: string, limitMs: number): Result<boolean, 'too_slow'> {
  return limited(() => pattern.test(text), limitMs);
}

function limited<T>(work: () => T, limitMs: number): Result<T, 'too_slow'> {
  try {
    return runLimited(work, limitMs);
  } catch (thrown) {
    // The engine's backtracking stack is full: as undecided as one that takes for ever.
    if (thrown instanceof RangeError) return err('too_slow');
    throw thrown;
  }
}

function detailOf(message: string): string {
  return message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '');
}
