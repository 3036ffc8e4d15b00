import { expect, test } from 'vitest';
import type { Observation } from '../model/execution.ts';
import { mergeObservations } from './observation.ts';
import { OBSERVATIONS, observes } from './test-rig.ts';

const ALL = OBSERVATIONS.map(({ value }) => value);
const FLAGS = ['llmInvoked', 'externalApiAttempted'] as const;
const NONE = observes({ kind: 'no_result' });

/** Every list of so many calls. */
function lists(length: number): readonly (readonly Observation[])[] {
  if (length === 0) return [[]];
  return lists(length - 1).flatMap((list) => ALL.map((one) => [...list, one]));
}

const some = (list: readonly Observation[], of: (one: Observation) => boolean) => list.some(of);

test('of no call, and of one', () => {
  expect(mergeObservations([])).toEqual(NONE);
  for (const one of ALL) expect(mergeObservations([one])).toEqual(one);
});

test('of two and of three calls, whatever they say', () => {
  for (const list of [...lists(2), ...lists(3)]) {
    const { kind, problems, isError, ...flags } = mergeObservations(list);
    // One result that says nothing is enough to break "required".
    const isAbsent = some(list, (one) => one.kind === 'absent');
    const isPresent = some(list, (one) => one.kind === 'present');
    expect(kind).toBe(isAbsent ? 'absent' : isPresent ? 'present' : 'no_result');
    for (const flag of FLAGS) {
      // One that tells of a use tells it for all; nobody denies it for a call that is silent.
      const isUsed = some(list, (one) => one[flag] === true);
      const isSilent = some(list, (one) => one[flag] === null);
      expect(flags[flag]).toBe(isUsed ? true : isSilent ? null : false);
    }
    // None that denies is an error only if none of them is.
    expect(isError).toBe(some(list, (one) => one.isError));
    expect(problems).toEqual(list.flatMap((one) => one.problems));
  }
});

test('in whatever order', () => {
  for (const list of lists(3)) {
    const { problems: _, ...forth } = mergeObservations(list);
    const { problems: __, ...back } = mergeObservations(list.toReversed());
    expect(back).toEqual(forth);
  }
});

test('in several goes, as in one', () => {
  for (const [a, b, c] of lists(3) as readonly [Observation, Observation, Observation][])
    expect(mergeObservations([mergeObservations([a, b]), c])).toEqual(mergeObservations([a, b, c]));
});
