import type { ExtensionProblem } from '../model/execution.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import { nearestTypo } from '../validator/nearest.ts';

/** What to look for where nothing is under the key. */
export interface Lookalike {
  /** An object with one of these names looks like the extension. */
  readonly marks: readonly string[];
  /** Where servers put it by mistake, besides `_meta` and the top level. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
}

export type Missing = { readonly code: 'absent' } | ExtensionProblem;

/**
 * The object under a key of `_meta`, of the one known version. What lies elsewhere is never read,
 * however much it looks like it; it only makes a better message than "absent".
 */
export function extensionOf(
  raw: JsonObject,
  key: string,
  lookalike: Lookalike,
): Result<JsonObject, Missing> {
  const meta = memberOf(raw, '_meta') ?? {};
  if (!isJsonObject(meta)) return err({ code: 'meta_malformed', found: meta });
  const found = memberOf(meta, key);
  if (found === undefined) return err(misplaced(raw, key, lookalike) ?? { code: 'absent' });
  if (!isJsonObject(found)) return err({ code: 'malformed', found });
  const problem = versionProblem(memberOf(found, 'schemaVersion'));
  return problem === null ? ok(found) : err(problem);
}

/** That an object of the extension has no such member, and which of its others may be meant. */
export function missingField<Field extends string>(
  extension: JsonObject,
  field: Field,
): { readonly code: 'field_missing'; readonly field: Field; readonly near?: string } {
  // No name that is known is so much like another one.
  const near = nearestTypo(field, Object.keys(extension));
  return { code: 'field_missing', field, ...(near === null ? {} : { near }) };
}

/** Own members only: a key may be called `constructor`. */
export function memberOf(holder: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function versionProblem(version: JsonValue | undefined): ExtensionProblem | null {
  if (version === 1) return null;
  if (version === undefined) return { code: 'version_missing' };
  if (typeof version !== 'number') return { code: 'version_malformed', found: version };
  return { code: 'version_unknown', found: version };
}

function misplaced(
  raw: JsonObject,
  key: string,
  { marks, places }: Lookalike,
): ExtensionProblem | null {
  for (const { path, value } of [{ path: [], value: raw }, ...places]) {
    const inside = pathIn(value, marks);
    if (inside !== null) return { code: 'misplaced', path: [...path, ...inside], key };
  }
  return null;
}

/** In an object or its `_meta`: the object itself, or one of its members, under whatever name. */
function pathIn(value: JsonValue | undefined, marks: readonly string[]): readonly string[] | null {
  if (!isJsonObject(value)) return null;
  const inMeta = pathInside(memberOf(value, '_meta'), marks);
  return inMeta === null ? pathInside(value, marks) : ['_meta', ...inMeta];
}

function pathInside(
  value: JsonValue | undefined,
  marks: readonly string[],
): readonly string[] | null {
  if (!isJsonObject(value)) return null;
  if (isMarked(value, marks)) return [];
  const name = Object.keys(value).find((member) => isMarked(value[member], marks));
  return name === undefined ? null : [name];
}

function isMarked(value: JsonValue | undefined, marks: readonly string[]): boolean {
  return isJsonObject(value) && marks.some((mark) => Object.hasOwn(value, mark));
}
