import type { JsonValue } from './json.ts';

/**
 * A number that stands for several: reading JSON rounds large integers, so that two ids may come out
 * as one. Undefined when there is none. The value must not be too deep.
 */
export function inexactIn(value: JsonValue): number | undefined {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? value : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    const found = inexactIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
