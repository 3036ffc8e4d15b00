import type { JsonObject, JsonValue } from '../model/json.ts';
import { keepBytes } from './truncate.ts';

/** A text under its name; one that was cut has `<name>_bytes` and `<name>_truncated` beside it. */
export function textFields(name: string, text: string): JsonObject {
  const kept = keepBytes(text);
  if (!kept.truncated) return { [name]: kept.text };
  return { [name]: kept.text, [`${name}_bytes`]: kept.bytes, [`${name}_truncated`]: true };
}

/** A value under its name; one that is too large becomes the cut text of its JSON. */
export function valueFields(name: string, value: JsonValue): JsonObject {
  const kept = keepBytes(JSON.stringify(value));
  return kept.truncated ? textFields(`${name}_text`, JSON.stringify(value)) : { [name]: value };
}
