import type { Nearest } from '../model/excerpt.ts';
import type { Span } from '../model/source.ts';
import { backward, excerptAround, forward } from './excerpt.ts';
import { caseFold, findFolded, folded, spaceFold } from './fold.ts';
import { mostSimilar } from './similar.ts';

/** Only a hint for the reader is lost beyond it; the assertion itself looks at the whole text. */
const MAX_SEARCHED = 1_000_000;
const CHUNK = 4096;
const NON_ASCII = /[^\0-\x7F]/;

/** What an author most often got wrong, told apart so that the report can name it. */
export function nearestPart(text: string, needle: string): Nearest | null {
  const searched = text.slice(0, backward(text, Math.min(text.length, MAX_SEARCHED)));
  for (const [differs, find] of SEARCHES) {
    const span = find(searched, needle);
    if (span !== null) return { excerpt: excerptAround(text, span.start, span.end), differs };
  }
  return null;
}

type Search = (text: string, needle: string) => Span | null;

const SEARCHES: readonly (readonly [Nearest['differs'], Search])[] = [
  ['case', (text, needle) => findFolded(text, needle, caseFold())],
  ['white_space', (text, needle) => findFolded(text, needle, spaceFold())],
  ['unicode', findOtherForm],
  ['letters', (text, needle) => mostSimilar(folded(text, caseFold()), folded(needle, caseFold()))],
];

/** The same characters, composed in one text and decomposed in the other: `é` and `e` + accent. */
function findOtherForm(text: string, needle: string): Span | null {
  if (!NON_ASCII.test(needle)) return null;
  const part = needle.normalize('NFD');
  const at = text.normalize('NFD').indexOf(part);
  if (at === -1) return null;
  const start = decomposedOffset(text, at);
  const end = forward(text, decomposedOffset(text, at + part.length - 1) + 1);
  // `cafe` is in the decomposed `café`, but not as the same characters.
  return text.slice(start, end).normalize('NFD') === part ? { start, end } : null;
}

/** The offset of the character that became the decomposed text's unit at `target`. */
function decomposedOffset(text: string, target: number): number {
  let at = 0;
  let length = 0;
  for (const step of [CHUNK, 1]) {
    while (at < text.length) {
      const next = forward(text, Math.min(text.length, at + step));
      const added = text.slice(at, next).normalize('NFD').length;
      if (length + added > target) break;
      length += added;
      at = next;
    }
  }
  return at;
}
