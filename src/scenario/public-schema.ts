import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';

/**
 * A schema of ours as editors and other validators may use it: without the keys and values that
 * are not built yet, and without our own annotations.
 */
export function publicSchema(schema: JsonObject): JsonObject {
  return publicObject(schema);
}

function publicValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(publicValue);
  return isJsonObject(value) ? publicObject(value) : value;
}

function publicObject(schema: JsonObject): JsonObject {
  const { role: _, besides: __, if: condition, ...rest } = schema;
  const built = Object.entries(rest).filter(([, value]) => !isUnbuilt(value));
  const shown = Object.fromEntries(built.map(([key, value]) => [key, publicValue(value)]));
  if (isUnbuilt(schema.then) && isJsonObject(condition)) {
    return { ...withoutUnbuilt(shown, condition) };
  }
  return condition === undefined ? shown : { ...shown, if: condition };
}

function isUnbuilt(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && value.notYet === true;
}

/** `if` names the values that are not built: a `const`, or all but one. */
function withoutUnbuilt(schema: JsonObject, condition: JsonObject): JsonObject {
  if (isJsonObject(condition.not)) return { ...schema, enum: [condition.not.const ?? null] };
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  return { ...schema, enum: values.filter((value) => value !== condition.const) };
}
