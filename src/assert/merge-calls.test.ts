import { describe, expect, it } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion, Check } from '../model/check.ts';
import type { Outcome } from '../model/outcome.ts';
import { evaluateStep, mergeCalls, NO_EVIDENCE } from './evaluate.ts';
import { stepHolds } from './hold.ts';

const place = { file: { path: 'a', absolute: '/a', text: '' }, span: { start: 0, end: 0 } };
const own = (check: Check): Assertion => ({ ...check, own: true, place });
const contains = (expected: string) => own({ kind: 'contains', expected });
const lacks = (expected: string) => own({ kind: 'not_contains', expected });
const noError: Assertion = { kind: 'error', expected: { want: 'none' }, own: false, place };

function textOutcome(text: string): Outcome {
  const blank = { error: null, structured: null };
  return {
    ...blank,
    reply: { kind: 'result', raw: {} },
    text,
    textFrom: 'blocks',
    firstText: text,
  };
}
const errorOutcome: Outcome = {
  ...textOutcome('no such event'),
  textFrom: 'error',
  error: { channel: 'tool', code: null, text: 'no such event' },
};
const short = (results: readonly AssertionResult[]) =>
  results.map(({ status, evidence }) => (evidence === null ? status : `${status} ${evidence.why}`));

describe('the calls of one step', () => {
  const within: Assertion = own({ kind: 'within_ms', expected: 20 });
  const silent: Assertion = own({ kind: 'elicitations', expected: 0 });
  const cut = 'not_evaluated step_did_not_hold';
  const merged = (assertions: readonly Assertion[], outcomes: readonly Outcome[]) =>
    mergeCalls(
      outcomes.map((outcome) => evaluateStep(assertions, outcome)),
      outcomes.length,
    );

  it('hold when every reply does', () => {
    const all = [noError, contains('a'), lacks('c'), silent];
    const results = merged(all, [textOutcome('ab'), textOutcome('a')]);
    expect(short(results)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect(stepHolds(results)).toBe(true);
  });

  it.each([
    ['first', ['b', 'a', 'a']],
    ['second', ['a', 'b', 'a']],
    ['last', ['a', 'a', 'b']],
  ])('fail when the %s reply does', (_, texts) => {
    const results = merged(
      [noError, contains('a'), lacks('x')],
      texts.map((text) => textOutcome(text)),
    );
    expect(short(results)).toEqual(['passed', 'failed absent', cut]);
    expect(stepHolds(results)).toBe(false);
    const number = texts.indexOf('b') + 1;
    expect(results.map(({ call }) => call)).toEqual([
      undefined,
      { of: 'times', number, times: 3 },
      undefined,
    ]);
  });

  it('are not told apart where there is one, nor by what they did together', () => {
    const [one] = mergeCalls([evaluateStep([contains('a')], textOutcome('b'))], 1);
    expect(one).not.toHaveProperty('call');
    const around = { ...NO_EVIDENCE, prompts: [] };
    const asked = own({ kind: 'elicitations', expected: 1 });
    const calls = [1, 2].map(() => evaluateStep([asked], textOutcome('a'), around));
    expect(mergeCalls(calls, 2)[0]).not.toHaveProperty('call');
    expect(mergeCalls(calls, 2)[0]?.status).toBe('failed');
  });

  it('tell of the first failure, whatever else was errored or left open', () => {
    const results = merged(
      [noError, contains('needle')],
      [textOutcome('x'), errorOutcome, textOutcome('xyz')],
    );
    expect(short(results)).toEqual(['failed unexpected_error', 'failed absent']);
    expect(results[1]?.evidence).toMatchObject({ length: 1 });
    const [result] = evaluateStep([contains('a')], textOutcome('a'));
    const as = (status: AssertionResult['status']) =>
      result === undefined ? [] : [{ ...result, status }];
    const statuses = ['passed', 'not_evaluated', 'errored', 'failed'] as const;
    for (const [worst, status] of statuses.entries()) {
      const calls = statuses.slice(0, worst + 1).map(as);
      expect(mergeCalls(calls, 4)[0]?.status).toBe(status);
      expect(mergeCalls(calls.reverse(), 4)[0]?.status).toBe(status);
    }
  });

  it('are each held to the time, and together to what went on around them', () => {
    const calls = [20, 21].map((durationMs) =>
      evaluateStep([within, silent], textOutcome('a'), { ...NO_EVIDENCE, durationMs }),
    );
    expect(short(mergeCalls(calls, 2))).toEqual(['failed too_slow', 'passed']);
    expect(mergeCalls(calls, 4)[0]?.evidence).toEqual({ why: 'too_slow', tookMs: 21 });
  });

  it('are nothing when none was made', () => {
    expect(mergeCalls([], 1)).toEqual([]);
    expect(mergeCalls([[], []], 2)).toEqual([]);
  });
});
