import type { JsonValue } from '../model/json.ts';
import { escapeToken, partingOf, valueAt } from '../model/pointer.ts';
import { nearest } from '../validator/nearest.ts';

/** Of the values that are looked through for what may be meant. */
const MAX_SEEN = 2000;

/** To a JSON Pointer that finds nothing: one like it that does, as far as there is any. */
export function nearestPointer(value: JsonValue, pointer: string): string | null {
  const parting = partingOf(value, pointer);
  if (parting === null) return null;
  const { found, wanted, keys, rest } = parting;
  const key = nearest(wanted, keys);
  if (key === null) return elsewhere(value, `/${escapeToken(wanted)}${rest}`);
  // The next key may be another as well.
  const near = `${found}/${escapeToken(key)}`;
  const whole = near + rest;
  return valueAt(value, whole) === undefined ? (nearestPointer(value, whole) ?? near) : whole;
}

/** The place nearest to the top that has what the pointer leads to, or the end of it, below itself. */
function elsewhere(value: JsonValue, pointer: string): string | null {
  const tails = tailsOf(pointer);
  const open: [at: string, value: JsonValue][] = [['', value]];
  for (let seen = 0; seen < Math.min(open.length, MAX_SEEN); seen += 1) {
    const [at, here] = open[seen] ?? ['', null];
    const tail = tails.find((each) => valueAt(here, each) !== undefined);
    if (tail !== undefined) return at + tail;
    if (typeof here !== 'object' || here === null) continue;
    for (const [key, child] of Object.entries<JsonValue>(here).slice(0, MAX_SEEN)) {
      open.push([`${at}/${escapeToken(key)}`, child]);
    }
  }
  return null;
}

/** The pointer and its ends, the longest first, but for those that are a mere place in a list. */
function tailsOf(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.flatMap((token, at) =>
    /^\d+$/.test(token) || token === '' ? [] : [`/${tokens.slice(at).join('/')}`],
  );
}
