import { expect, test } from 'vitest';
import { foldEvents } from '../model/fold.ts';
import { MIXED } from './sample-mixed.ts';
import { runEvents, scenarioEnd, scenarioRef, stepResult } from './sample-run.ts';
import { ranCount, summarize } from './summary.ts';

test('counts scenarios, assertions and calls', () => {
  const summary = summarize(foldEvents(MIXED));
  expect(summary).toEqual({
    passed: 1,
    failed: 3,
    errored: 1,
    skipped: 1,
    known_failure: 0,
    not_run: 0,
    flaky: 0,
    not_evaluated: 1,
    tool_calls: 6,
    judge_calls: 0,
  });
  expect(ranCount(foldEvents(MIXED))).toBe(5);
});

test.each([
  [[], 0],
  [[0, 1], 1],
  // Those of one step as well.
  [[3, 0, 250], 253],
])('the calls of its steps: %j', (counts, calls) => {
  const steps = counts.map((count) => stepResult({ calls: count }));
  const events = runEvents([{ ref: scenarioRef(), steps, end: scenarioEnd() }]);
  expect(summarize(foldEvents(events)).tool_calls).toBe(calls);
});

test('an implied check that was not evaluated is not counted: nobody wrote it', () => {
  const [own] = foldEvents(MIXED).scenarios.flatMap(({ assertions }) =>
    assertions.filter(({ status }) => status === 'not_evaluated'),
  );
  if (own === undefined) throw new Error('the sample has one');
  const end = scenarioEnd({ assertions: [own, { ...own, own: false }] });
  const events = runEvents([{ ref: scenarioRef(), steps: [], end }]);
  expect(summarize(foldEvents(events)).not_evaluated).toBe(1);
});
