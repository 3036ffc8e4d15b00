import { distance } from 'fastest-levenshtein';

/** Longer words are near to none: the distance of two costs the product of their lengths. */
const MAX_LENGTH = 200;

/** The candidate that `word` is most likely a misspelling of; null when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  return nearestAll(word, candidates, 1)[0] ?? null;
}

/** All near candidates, nearest first, at most `max` of them. */
export function nearestAll(word: string, candidates: readonly string[], max: number): string[] {
  const plainWord = plain(word);
  const near: { candidate: string; edits: number; rawEdits: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const edits = editsWithin(plainWord, plain(candidate), thirdOf);
    if (edits !== null) near.push({ candidate, edits, rawEdits: distance(word, candidate) });
  }
  near.sort((a, b) => a.edits - b.edits || a.rawEdits - b.rawEdits);
  return near.slice(0, max).map(({ candidate }) => candidate);
}

/** The candidate that differs by a slip of the fingers only: by few edits. */
export function nearestTypo(
  word: string,
  candidates: readonly string[],
  maxEdits = 2,
): string | null {
  const plainWord = plain(word);
  const near = nearestAll(word, candidates, candidates.length);
  return (
    near.find((candidate) => editsWithin(plainWord, plain(candidate), () => maxEdits) !== null) ??
    null
  );
}

/** Case, underscores, hyphens and blanks say nothing: `maxResults` is `max_results`. */
function plain(word: string): string {
  return word.length > MAX_LENGTH ? '' : word.toLowerCase().replace(/[\s_-]/g, '');
}

/** A third of the longer word, but one edit in a short one, and never the whole word. */
function thirdOf(length: number): number {
  return Math.min(Math.max(1, Math.floor(length / 3)), length - 1);
}

function editsWithin(a: string, b: string, limitFor: (length: number) => number): number | null {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return null;
  const limit = limitFor(longer);
  if (Math.abs(a.length - b.length) > limit) return null;
  const edits = slips(a, b);
  return edits <= limit ? edits : null;
}

/** Levenshtein, but two swapped letters are one slip: `tpye`. */
function slips(a: string, b: string): number {
  const edits = distance(a, b);
  return edits === 2 && a.length === b.length && letters(a) === letters(b) ? 1 : edits;
}

function letters(word: string): string {
  return [...word].sort().join('');
}
