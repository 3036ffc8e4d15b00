/** Watches one kind of evidence while a call is under way. */
export interface Instrument<Evidence> {
  begin(): void;
  end(): Evidence;
}

/** Wall-clock time in ms. */
export function clock(now: () => number): Instrument<number> {
  let started = 0;
  return {
    begin: () => {
      started = now();
    },
    end: () => now() - started,
  };
}
