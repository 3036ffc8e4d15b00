/** So many at once, the others in the order in which they came. */
export interface Slots {
  /** Resolves with false when `cancel` fires first; after true, `release` is due. */
  take(cancel: AbortSignal): Promise<boolean>;
  release(): void;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();
  return {
    take: (cancel) => {
      if (cancel.aborted) return Promise.resolve(false);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const settle = (taken: boolean): void => {
          waiting.delete(enter);
          resolve(taken);
        };
        const enter = (): void => settle(true);
        waiting.add(enter);
        // Once it has entered, this changes nothing.
        cancel.addEventListener('abort', () => settle(false));
      });
    },
    release: () => {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    },
  };
}
