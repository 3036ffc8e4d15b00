import { describe, expect, test } from 'vitest';
import type { ScenarioStatus } from '../model/run-result.ts';
import { shownRun, tally } from './tally.ts';

const STATUSES = ['passed', 'failed', 'errored', 'skipped'] as const;

/** Every way in which so many runs can end. */
function waysOf(times: number): ScenarioStatus[][] {
  if (times === 0) return [[]];
  return waysOf(times - 1).flatMap((rest) => STATUSES.map((status) => [...rest, status]));
}

/** How many would have passed, had all of those of which nothing was told gone one way. */
function passesIf(runs: readonly ScenarioStatus[], times: number, others: boolean): number {
  const all = [...runs, ...Array.from({ length: times - runs.length }, () => 'not_run')];
  return all.filter((run) => run === 'passed' || (others && run !== 'failed')).length;
}

const DEMANDS = [1, 2, 3, 4].flatMap((times) =>
  Array.from({ length: times }, (_, index) => ({ times, minPass: index + 1 })),
);

describe.each(DEMANDS)('$minPass of $times', ({ times, minPass }) => {
  const whole = waysOf(times);
  const cut = Array.from({ length: times }, (_, length) => waysOf(length)).flat();
  const all = [...whole, ...cut];

  test('passes by enough runs that passed, and all of them were run', () => {
    for (const runs of all) {
      const enough = runs.length === times && passesIf(runs, times, false) >= minPass;
      expect(tally(runs, { times, minPass }) === 'passed', `${runs}`).toBe(enough);
    }
  });

  test('fails when enough could not have passed, whatever the others were', () => {
    for (const runs of all) {
      const certain = passesIf(runs, times, true) < minPass;
      expect(tally(runs, { times, minPass }) === 'failed', `${runs}`).toBe(certain);
    }
  });

  test('is skipped only when all of them were, and else errored', () => {
    for (const runs of all) {
      const skipped = runs.length === times && runs.every((run) => run === 'skipped');
      const open = !['passed', 'failed'].includes(tally(runs, { times, minPass }));
      const expected = skipped ? 'skipped' : 'errored';
      if (open || skipped) expect(tally(runs, { times, minPass }), `${runs}`).toBe(expected);
    }
  });

  test('shows a run that says why', () => {
    for (const runs of whole) {
      const status = tally(runs, { times, minPass });
      const shown = shownRun(runs, status);
      const at = runs[shown ?? -1];
      if (status !== 'errored') expect(at).toBe(status);
      else expect(at).toBe(runs.includes('errored') ? 'errored' : 'skipped');
      const same = runs.flatMap((run, index) => (run === at ? [index] : []));
      expect(shown).toBe(status === 'passed' ? same.at(-1) : same[0]);
    }
  });
});

test('of no run there is none to show', () => {
  expect(shownRun([], 'errored')).toBe(null);
});
