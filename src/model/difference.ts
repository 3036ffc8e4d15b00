import { isJsonObject, type JsonValue } from './json.ts';

/** One place where two values differ. `undefined`: it is not there. */
export interface Difference {
  /** A JSON Pointer, empty for the whole. */
  readonly path: string;
  readonly expected: JsonValue | undefined;
  readonly actual: JsonValue | undefined;
}

export const MAX_DIFFERENCES = 20;

/**
 * Where two values differ, in order, the first twenty. `partial`: an object may have more keys than
 * expected; arrays are compared element by element in either case, and need equal length.
 */
export function differences(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
  partial: boolean,
): readonly Difference[] {
  const found: Difference[] = [];
  compare({ expected, actual, path: '' }, partial, found);
  return found;
}

function compare(
  { expected, actual, path }: Difference,
  partial: boolean,
  found: Difference[],
): void {
  if (found.length >= MAX_DIFFERENCES) return;
  const pairs = childPairs(expected, actual, partial);
  if (pairs === null) {
    if (expected !== actual) found.push({ path, expected, actual });
    return;
  }
  for (const [key, one, other] of pairs) {
    const inner = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    compare({ path: inner, expected: one, actual: other }, partial, found);
  }
}

type Pair = readonly [key: string, expected: JsonValue | undefined, actual: JsonValue | undefined];

/** Null for two values that are not of one kind with parts. */
function childPairs(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
  partial: boolean,
): readonly Pair[] | null {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, at): Pair => [String(at), expected[at], actual[at]]);
  }
  if (!isJsonObject(expected) || !isJsonObject(actual)) return null;
  const keys = partial
    ? Object.keys(expected)
    : [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return keys.map((key): Pair => [key, own(expected, key), own(actual, key)]);
}

function own(value: Readonly<Record<string, JsonValue>>, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
