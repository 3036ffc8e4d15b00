import { SIGNAL_EXIT, type Signal } from './exit-code.ts';

const SIGNALS = Object.keys(SIGNAL_EXIT) as readonly Signal[];

export interface SignalWatch {
  /** Aborted by the first signal that asks the program to end. */
  readonly signal: AbortSignal;
  received(): Signal | null;
}

/** The first signal ends the run in order; a second one calls `force`, which must not return. */
export function watchSignals(force: (code: number) => never): SignalWatch {
  const controller = new AbortController();
  let first: Signal | null = null;
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (first !== null) force(SIGNAL_EXIT[name]);
      first = name;
      controller.abort();
    });
  }
  return { signal: controller.signal, received: () => first };
}
