import type { Span } from '../model/source.ts';

/** Cells of the alignment table: some 20 ms of work, whatever the text is. */
const MAX_CELLS = 4_000_000;
const MAX_NEEDLE = 300;
/** One edit makes a shorter word another one: `nope` is in `Operation`, nearly. */
const MIN_NEEDLE = 5;
const MIN_BLOCK = 128;
const FLAGS = 1 << 16;

/** With more edits than this share of the needle, a likeness is chance. */
const MAX_EDITS = 0.4;

/** The part of `text` with the fewest edits to `needle`; null when nothing is much like it. */
export function mostSimilar(text: string, needle: string): Span | null {
  const codes = Uint16Array.from({ length: Math.min(needle.length, MAX_NEEDLE) }, (_, i) =>
    needle.charCodeAt(i),
  );
  if (codes.length < MIN_NEEDLE) return null;
  let best: Aligned = { edits: Math.floor(codes.length * MAX_EDITS) + 1, start: 0, end: 0 };
  for (const region of regionsOf(text, codes)) best = align(text, region, codes, best);
  return best.end === 0 ? null : { start: best.start, end: best.end };
}

interface Aligned extends Span {
  readonly edits: number;
}

/** Sellers' algorithm: Levenshtein distance of the needle to every substring, in one pass. */
function align(text: string, region: Span, needle: Uint16Array, known: Aligned): Aligned {
  const size = needle.length;
  const cost = Uint16Array.from({ length: size + 1 }, (_, i) => i);
  const start = new Int32Array(size + 1).fill(region.start);
  let best = known;
  for (let at = region.start; at < region.end; at += 1) {
    const code = text.charCodeAt(at);
    let diagonal = 0;
    let diagonalStart = at;
    let left = 0;
    let leftStart = at + 1;
    for (let i = 1; i <= size; i += 1) {
      const up = cost[i] ?? 0;
      const upStart = start[i] ?? 0;
      let edits = needle[i - 1] === code ? diagonal : diagonal + 1;
      let from = diagonalStart;
      if (up + 1 < edits) {
        edits = up + 1;
        from = upStart;
      }
      if (left + 1 < edits) {
        edits = left + 1;
        from = leftStart;
      }
      diagonal = up;
      diagonalStart = upStart;
      cost[i] = left = edits;
      start[i] = leftStart = from;
    }
    if (left > best.edits) continue;
    const found = { edits: left, start: leftStart, end: at + 1 };
    if (isBetter(found, best, size)) best = found;
  }
  return best;
}

/** Of two with the same edits, the one as long as the needle: `2024-25`, not `2024-2`. */
function isBetter(a: Aligned, b: Aligned, size: number): boolean {
  if (a.edits !== b.edits) return a.edits < b.edits;
  return b.end > 0 && Math.abs(a.end - a.start - size) < Math.abs(b.end - b.start - size);
}

/** The whole text when that is affordable, else the blocks that share most with the needle. */
function regionsOf(text: string, needle: Uint16Array): readonly Span[] {
  const affordable = Math.floor(MAX_CELLS / needle.length);
  if (text.length <= affordable) return [{ start: 0, end: text.length }];
  const size = Math.max(MIN_BLOCK, needle.length * 2);
  const blocks = trigramHits(text, needle, size);
  const order = Array.from(blocks.keys()).sort((a, b) => (blocks[b] ?? 0) - (blocks[a] ?? 0));
  const count = Math.floor(affordable / (size + 2 * needle.length));
  return order.slice(0, count).map((block) => ({
    start: Math.max(0, block * size - needle.length),
    end: Math.min(text.length, (block + 1) * size + needle.length),
  }));
}

/** How often each block of the text has three letters in a row that the needle has too. */
function trigramHits(text: string, needle: Uint16Array, size: number): Uint32Array {
  const known = new Uint8Array(FLAGS);
  let hash = 0;
  for (const [i, code] of needle.entries()) {
    hash = rolled(hash, code);
    if (i >= 2) known[hash] = 1;
  }
  const hits = new Uint32Array(Math.ceil(text.length / size));
  hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = rolled(hash, text.charCodeAt(at));
    const block = Math.floor(at / size);
    if (known[hash] === 1) hits[block] = (hits[block] ?? 0) + 1;
  }
  return hits;
}

/** Keeps 16 bits, so a letter is forgotten when three others have followed. */
function rolled(hash: number, code: number): number {
  return ((hash << 6) ^ (code * 31)) & (FLAGS - 1);
}
