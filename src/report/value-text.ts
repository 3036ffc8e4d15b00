import type { JsonValue } from '../model/json.ts';
import { headOf } from './truncate.ts';

const LIMIT = 120;

/** The JSON of a value in one line, cut at the end, however large or deep it is. Not yet escaped. */
export function valueText(value: JsonValue, limit: number = LIMIT): string {
  const text = beginning(value, limit);
  return text.length > limit ? `${headOf(text, limit)}…` : text;
}

/** The whole text if there is room for it; else its beginning, longer than the room. */
function beginning(value: JsonValue, room: number): string {
  if (typeof value === 'string') return JSON.stringify(headOf(value, Math.max(0, room + 1)));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const open = isList ? '[' : '{';
  let text = open;
  for (const [key, item] of Object.entries<JsonValue>(value)) {
    if (text.length > room) break;
    if (text !== open) text += ',';
    if (!isList) text += `${JSON.stringify(headOf(key, LIMIT))}:`;
    text += beginning(item, room - text.length);
  }
  return `${text}${isList ? ']' : '}'}`;
}
