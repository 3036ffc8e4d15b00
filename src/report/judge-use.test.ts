import { expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import { foldEvents } from '../model/fold.ts';
import type { RunResult } from '../model/run-result.ts';
import type { Graded } from '../model/verdict.ts';
import { judgeUse } from './judge-use.ts';
import {
  ABSENT,
  placeOf,
  runEvents,
  SCENARIO_FILE,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';

const CRITERION = {
  check: { kind: 'judge', expected: 'It greets.' },
  own: true,
  place: placeOf(SCENARIO_FILE, 'expected_contains'),
} as const;

function graded(model: string, attempts: number, inputTokens: number): AssertionResult {
  const verdict: Graded = {
    verdict: 'PASS',
    reason: 'It does.',
    parsed: true,
    raw: '',
    stopReason: 'end_turn',
    model,
    inputTokens,
    outputTokens: 7,
    attempts,
    sent: '',
  };
  return { ...CRITERION, status: 'passed', evidence: null, graded: verdict };
}

const REFUSED = { kind: 'unreachable', detail: 'connect ECONNREFUSED' } as const;

function unavailable(attempts: number): AssertionResult {
  const evidence = { why: 'judge_unavailable', trouble: REFUSED, attempts } as const;
  return { ...CRITERION, status: 'errored', evidence };
}

function runOf(ofStep: readonly AssertionResult[], ofWhole: readonly AssertionResult[]): RunResult {
  const steps = [stepResult({ assertions: ofStep })];
  return foldEvents(
    runEvents([
      { ref: scenarioRef(), steps, end: scenarioEnd({ assertions: ofWhole }) },
      {
        ref: scenarioRef({ id: 'b.yaml' }),
        end: scenarioEnd({ assertions: [graded('one', 1, 3)] }),
      },
    ]),
  );
}

test('attempts with and without a reply are calls, and tokens are summed over all replies', () => {
  const result = runOf(
    [graded('two', 3, 100), unavailable(2)],
    [graded('one', 1, 20), unavailable(0)],
  );
  expect(judgeUse(result)).toEqual({
    calls: 7,
    inputTokens: 123,
    outputTokens: 21,
    servedModels: ['two', 'one'],
  });
});

test('what nobody asked the judge costs nothing', () => {
  const open: AssertionResult = {
    ...CRITERION,
    status: 'not_evaluated',
    evidence: { why: 'judge_off' },
  };
  const result = foldEvents(
    runEvents([{ ref: scenarioRef(), end: scenarioEnd({ assertions: [open, ABSENT] }) }]),
  );
  expect(judgeUse(result)).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0, servedModels: [] });
});
