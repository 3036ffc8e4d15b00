import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';

/** Keys of a schema that hold data, in which any order may mean something. */
const DATA: readonly string[] = ['const', 'default', 'enum', 'examples'];
/** Keys that hold schemas by names which anybody may choose. */
const BY_NAME: readonly string[] = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
];
/** Lists of words that are sets. */
const SETS: readonly string[] = ['required', 'type'];

/** The same value with the keys of its objects in order. */
export function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  return isJsonObject(value) ? mapped(value, (_, inner) => sorted(inner)) : value;
}

/** The same schema with its keys in order, and what is a set in it as well. */
export function sortedSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(sortedSchema);
  if (!isJsonObject(schema)) return schema;
  return mapped(schema, (key, inner) => {
    if (DATA.includes(key)) return sorted(inner);
    if (SETS.includes(key)) return sortedSet(inner);
    if (key === 'dependentRequired' && isJsonObject(inner)) {
      return mapped(inner, (_, names) => sortedSet(names));
    }
    if (BY_NAME.includes(key) && isJsonObject(inner)) {
      return mapped(inner, (_, each) => sortedSchema(each));
    }
    return sortedSchema(inner);
  });
}

/** Words in their order; what is no list of words stays as it is. */
export function sortedSet(value: JsonValue): JsonValue {
  const isSet = Array.isArray(value) && value.every((word) => typeof word === 'string');
  return isSet ? value.toSorted() : sorted(value);
}

export function byName(
  [one]: readonly [string, unknown],
  [other]: readonly [string, unknown],
): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function mapped(
  object: JsonObject,
  change: (key: string, value: JsonValue) => JsonValue,
): JsonObject {
  const entries = Object.entries(object).map(([key, inner]) => [key, change(key, inner)] as const);
  return Object.fromEntries(entries.toSorted(byName));
}
