import type { JsonValue } from '../model/json.ts';
import { escapeToken, partingOf } from '../model/pointer.ts';
import { nearest } from '../validator/nearest.ts';

/** To a JSON Pointer that finds nothing: as far as it leads, and the key that may be meant there. */
export function nearestPointer(value: JsonValue, pointer: string): string | null {
  const parting = partingOf(value, pointer);
  const key = parting === null ? null : nearest(parting.wanted, parting.keys);
  return parting === null || key === null ? null : `${parting.found}/${escapeToken(key)}`;
}
