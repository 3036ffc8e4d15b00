export interface SharedOut<T> {
  /** Of both lists, what the other has as well. */
  readonly own: readonly T[];
  /** What the first has alone. */
  readonly first: readonly T[];
  readonly second: readonly T[];
}

/** What two lists have in common, counted by a key, and what each has beyond it. */
export function shareOut<T>(
  first: readonly T[],
  second: readonly T[],
  keyOf: (item: T) => string,
): SharedOut<T> {
  const ofFirst = split(first, second, keyOf);
  const ofSecond = split(second, first, keyOf);
  return {
    own: [...ofFirst.common, ...ofSecond.common],
    first: ofFirst.rest,
    second: ofSecond.rest,
  };
}

function split<T>(items: readonly T[], others: readonly T[], keyOf: (item: T) => string) {
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
