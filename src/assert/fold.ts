import type { Span } from '../model/source.ts';
import { backward, forward } from './excerpt.ts';

/** What each UTF-16 unit of a text becomes; `DROPPED` units vanish. */
type Fold = Uint16Array;

const UNITS = 0x10000;
const DROPPED = 0xffff;
const FINAL_SIGMA = 'ς';

let lower: Fold | null = null;
let spaceless: Fold | null = null;

/** Unit by unit, so offsets stay: `İ` becomes plain `i`, and a final sigma one like any other. */
export function caseFold(): Fold {
  lower ??= Uint16Array.from({ length: UNITS }, (_, unit) => {
    const letter = String.fromCharCode(unit).toLowerCase();
    return (letter === FINAL_SIGMA ? 'σ' : letter).charCodeAt(0);
  });
  return lower;
}

/** White space, and what takes no space at all: soft hyphens and the like. */
export function spaceFold(): Fold {
  spaceless ??= Uint16Array.from({ length: UNITS }, (_, unit) =>
    /[\s\u00AD\u200B\u2060]/.test(String.fromCharCode(unit)) ? DROPPED : unit,
  );
  return spaceless;
}

/** Strings have no cheap way to be built unit by unit; lone surrogates become U+FFFD each. */
export function folded(text: string, fold: Fold): string {
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = fold[text.charCodeAt(at)] ?? DROPPED;
    if (unit !== DROPPED) units[length++] = unit;
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length));
}

/** Where the text holds the needle when both are folded. */
export function findFolded(text: string, needle: string, fold: Fold): Span | null {
  const part = folded(needle, fold);
  const at = part === '' ? -1 : folded(text, fold).indexOf(part);
  if (at === -1) return null;
  const start = backward(text, unfold(text, fold, at));
  return { start, end: forward(text, unfold(text, fold, at + part.length - 1) + 1) };
}

/** The offset of the unit that became the folded text's unit at `target`. */
function unfold(text: string, fold: Fold, target: number): number {
  let left = target;
  for (let at = 0; at < text.length; at += 1) {
    if (fold[text.charCodeAt(at)] === DROPPED) continue;
    if (left === 0) return at;
    left -= 1;
  }
  return text.length;
}
