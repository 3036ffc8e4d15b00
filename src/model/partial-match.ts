import { isJsonObject, type JsonValue } from './json.ts';

/**
 * A partial deep match: an object may have more keys than expected, an array matches element by
 * element with equal length, anything else is equal. Only as deep as `expected` is.
 */
export function matchesPartly(expected: JsonValue, actual: JsonValue | undefined): boolean {
  if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) return false;
    return Object.entries(expected).every(
      ([key, value]) => Object.hasOwn(actual, key) && matchesPartly(value, actual[key]),
    );
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((value: JsonValue, at) => matchesPartly(value, actual[at]));
  }
  return expected === actual;
}
