import type { RunResult, ScenarioResult } from '../model/run-result.ts';
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  errored: 3,
  bug: 70,
} as const;

export type Signal = 'SIGHUP' | 'SIGINT' | 'SIGQUIT' | 'SIGTERM';

/** 128 and the signal's number, as shells have it. */
export const SIGNAL_EXIT: Readonly<Record<Signal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGTERM: 143,
};

export interface RunEnd {
  readonly result: RunResult;
  readonly allowEmpty: boolean;
  readonly signal: Signal | null;
  /** A report could not be written. */
  readonly reportLost: boolean;
}

/** What the process says of a run. A pure table: the first row that applies. */
export function exitCodeOf({ result, allowEmpty, signal, reportLost }: RunEnd): number {
  const has = (status: string): boolean =>
    result.scenarios.some((scenario) => scenario.status === status);
  if (result.scenarios.some((scenario) => scenario.trouble?.code === 'internal')) return EXIT.bug;
  if (signal !== null) return SIGNAL_EXIT[signal];
  if (has('failed')) return EXIT.failed;
  if (has('errored') || has('not_run') || reportLost) return EXIT.errored;
  if (result.scenarios.some(isGood)) return EXIT.ok;
  return allowEmpty ? EXIT.ok : EXIT.usage;
}

/** A contract alone tests nothing that a scenario says. */
function isGood({ scenario, status }: ScenarioResult): boolean {
  return scenario.kind === 'scenario' && (status === 'passed' || status === 'known_failure');
}
