export interface SharedOut<T> {
  /** What the other list has as well. */
  readonly common: readonly T[];
  readonly rest: readonly T[];
}

/** What a list has in common with another, counted by a key, and what it has beyond it. */
export function shareOut<T>(
  items: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => string,
): SharedOut<T> {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  const common: T[] = [];
  const rest: T[] = [];
  for (const item of items) {
    const count = left.get(keyOf(item)) ?? 0;
    (count > 0 ? common : rest).push(item);
    left.set(keyOf(item), count - 1);
  }
  return { common, rest };
}
