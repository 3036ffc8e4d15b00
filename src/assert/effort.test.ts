import { describe, expect, it } from 'vitest';
import type { AssertionEvidence } from '../model/assertion.ts';
import type { Assertion } from '../model/check.ts';
import type { Outcome } from '../model/outcome.ts';
import { evaluateOutput, evaluateStep } from './evaluate.ts';

const place = { file: { path: 'a', absolute: '/a', text: '' }, span: { start: 0, end: 0 } };
const outcomeOf = (text: string): Outcome => ({
  reply: { kind: 'result', raw: {} },
  error: null,
  text,
  textFrom: 'blocks',
  structured: null,
  firstText: text,
});

const list = (count: number, kind: 'contains' | 'matches', expected: (at: number) => string) =>
  Array.from({ length: count }, (_, at): Assertion => {
    return { kind, expected: expected(at), own: true, place };
  });

const hasHint = (evidence: AssertionEvidence | null) =>
  evidence?.why === 'absent' && evidence.nearest !== null;

describe('the effort of one evaluation', () => {
  it('ends with many patterns that backtrack: each is errored, none passes', () => {
    const slow = list(20, 'matches', (at) => `^(a+)+${at}$`);
    const text = `${'a'.repeat(60)}!`;
    const results = evaluateOutput(slow, { text, hasText: true });
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['errored']));
    expect(results.at(-1)?.evidence).toEqual({ why: 'pattern_too_slow', limitMs: 1000 });
  }, 20_000);

  it('ends with many absent texts: each fails, the first with a hint', () => {
    const text = 'The quick brown fox. '.repeat(50_000);
    const absent = list(300, 'contains', (at) => `the quick brown cat number ${at}`);
    const results = evaluateStep(absent, outcomeOf(text));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['failed']));
    expect(results.map(({ evidence }) => hasHint(evidence)).indexOf(false)).toBe(10);
  }, 20_000);
});
