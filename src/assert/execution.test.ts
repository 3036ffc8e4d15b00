import { expect, test } from 'vitest';
import type { Assertion, Check } from '../model/check.ts';
import type { ExecutionExpectation, Observation } from '../model/execution.ts';
import type { Outcome, Reply, StepEvidence } from '../model/outcome.ts';
import { evaluateStep, NO_EVIDENCE } from './evaluate.ts';

const place = { file: { path: 'a', absolute: '/a', text: '' }, span: { start: 0, end: 0 } };

function outcome(reply: Reply): Outcome {
  const none = { error: null, text: '', structured: null, firstText: null };
  return { reply, ...none, textFrom: 'none' };
}

const ANSWER = outcome({ kind: 'result', raw: {} });
const LATE = outcome({ kind: 'timeout', afterMs: 5 });

function statusOf(check: Check, around: Partial<StepEvidence>, came = ANSWER) {
  const assertion: Assertion = { ...check, own: true, place };
  return evaluateStep([assertion], came, { ...NO_EVIDENCE, ...around })[0]?.status;
}

const FLAGS = [true, false, null] as const;
const said = (
  kind: Observation['kind'],
  llm: boolean | null,
  api: boolean | null,
): Observation => ({
  kind,
  llmInvoked: llm,
  externalApiAttempted: api,
  isError: false,
  problems: [],
});

test('what is expected of an observation, against every one of them', () => {
  for (const wantedLlm of FLAGS) {
    for (const wantedApi of FLAGS) {
      const expected: ExecutionExpectation = {
        want: 'match',
        llmInvoked: wantedLlm,
        externalApiAttempted: wantedApi,
      };
      for (const llm of FLAGS) {
        for (const api of FLAGS) {
          const fits =
            (wantedLlm === null || wantedLlm === llm) && (wantedApi === null || wantedApi === api);
          const observation = said('present', llm, api);
          expect(statusOf({ kind: 'execution', expected }, { observation })).toBe(
            fits ? 'passed' : 'failed',
          );
        }
      }
    }
  }
});

test.each([
  ['absent', 'passed'],
  ['no_result', 'passed'],
  // One that can't be read is there all the same.
  ['present', 'failed'],
] as const)('that there is none: %s', (kind, status) => {
  const check: Check = { kind: 'execution', expected: { want: 'none' } };
  expect(statusOf(check, { observation: said(kind, null, null) })).toBe(status);
});

test('nothing is said where nothing was called, or no answer came', () => {
  const none: Check = { kind: 'execution', expected: { want: 'none' } };
  expect(statusOf(none, {})).toBe('failed');
  expect(statusOf(none, { observation: said('absent', null, null) }, LATE)).toBe('not_evaluated');
});

test('claims that can not all be true', () => {
  const check: Check = { kind: 'execution_claims' };
  const contradictions = [{ code: 'observation_missing' }] as const;
  expect(statusOf(check, {})).toBe('passed');
  expect(statusOf(check, { contradictions })).toBe('failed');
  expect(statusOf(check, { contradictions }, LATE)).toBe('not_evaluated');
});
