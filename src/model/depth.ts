import type { JsonValue } from './json.ts';

/** Deeper values overflow the stack of whoever walks or prints them. */
export const MAX_DEPTH = 1000;

/** Level by level, so that no depth overflows our own stack. */
export function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: readonly object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; depth <= limit; depth += 1) {
    const next: object[] = [];
    for (const entry of level) {
      const inner: readonly unknown[] = Array.isArray(entry) ? entry : Object.values(entry);
      // Millions of numbers must not be gathered, only to be dropped.
      for (const each of inner) if (typeof each === 'object' && each !== null) next.push(each);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}
