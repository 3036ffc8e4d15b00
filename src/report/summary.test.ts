import { expect, test } from 'vitest';
import { foldEvents } from '../model/fold.ts';
import type { Trouble } from '../model/trouble.ts';
import { MIXED } from './sample-mixed.ts';
import {
  placeOf,
  runEvents,
  SUITE_FILE,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';
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

const TAIL = { exit: null, stderr: '' };
const PLACE = placeOf(SUITE_FILE, 'node');

test.each<[Trouble, number]>([
  [{ code: 'timeout', afterMs: 1, doing: 'tools/call', tail: TAIL }, 1],
  [{ code: 'timeout', afterMs: 1, doing: 'tools/list', tail: TAIL }, 0],
  [{ code: 'connection_lost', doing: 'tools/call', detail: null, tail: TAIL }, 1],
  [{ code: 'interrupted' }, 1],
  [{ code: 'unknown_tool', tool: 'x', nearest: [], listed: [] }, 0],
  [{ code: 'bad_arguments', tool: 'x', problems: [] }, 0],
  [{ code: 'bad_input_schema', tool: 'x', detail: '' }, 0],
  [{ code: 'missing_value', expected: '', place: PLACE }, 0],
])('%j', (trouble, calls) => {
  const steps = [stepResult({ status: 'errored', trouble }), stepResult({ status: 'not_run' })];
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
