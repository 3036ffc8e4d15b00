import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssertionEvidence, AssertionResult, AssertionStatus } from '../model/assertion.ts';
import { stepHolds, verdictOf } from './hold.ts';

const file = { path: 'a.yaml', absolute: '/a.yaml', text: '' };

function result(own: boolean, status: AssertionStatus, evidence: AssertionEvidence | null = null) {
  const check = { kind: 'contains', expected: 'x' } as const;
  return { check, own, status, evidence, place: { file, span: { start: 0, end: 0 } } };
}

const passed = result(true, 'passed');
const implied = result(false, 'passed');
const failed = result(true, 'failed', { why: 'no_text' });
const impliedFailed = result(false, 'failed', { why: 'no_text' });
const errored = result(true, 'errored', { why: 'empty_needle' });
const cutOff = result(true, 'not_evaluated', { why: 'step_did_not_hold' });
const leftOpen = result(false, 'not_evaluated', { why: 'no_text' });
const ownOpen = result(true, 'not_evaluated', { why: 'no_text' });

describe('verdictOf', () => {
  it.each([
    [[], 'nothing_evaluated'],
    [[implied], 'nothing_evaluated'],
    [[implied, leftOpen], 'nothing_evaluated'],
    [[implied, ownOpen], 'nothing_evaluated'],
    [[passed], 'passed'],
    [[implied, passed, leftOpen, ownOpen], 'passed'],
    [[passed, failed], 'failed'],
    [[passed, impliedFailed], 'failed'],
    [[impliedFailed], 'failed'],
    [[errored, failed, cutOff], 'failed'],
    [[passed, errored], 'errored'],
    [[errored, cutOff], 'errored'],
    // Something did not hold and nothing says what: never green.
    [[passed, cutOff], 'errored'],
    [[implied, cutOff], 'errored'],
  ] as [AssertionResult[], string][])('case %#', (results, verdict) => {
    expect(verdictOf(results)).toBe(verdict);
    expect(verdictOf([...results].reverse())).toBe(verdict);
  });

  it('is passed only with an own assertion passed and nothing broken', () => {
    const status = fc.constantFrom<AssertionStatus>('passed', 'failed', 'errored', 'not_evaluated');
    const any = fc
      .tuple(fc.boolean(), status)
      .map(([own, s]) => result(own, s, { why: 'no_text' }));
    fc.assert(
      fc.property(fc.array(any), (results) => {
        const broken = results.some((r) => r.status === 'failed' || r.status === 'errored');
        const green = !broken && results.some((r) => r.own && r.status === 'passed');
        expect(verdictOf(results) === 'passed').toBe(green);
      }),
    );
  });
});

describe('stepHolds', () => {
  it.each([
    [[], false],
    [[implied], true],
    [[implied, passed, leftOpen], true],
    [[leftOpen], false],
    [[implied, failed], false],
    [[implied, errored], false],
    [[passed, cutOff], false],
  ] as [AssertionResult[], boolean][])('case %#: %s', (results, holds) => {
    expect(stepHolds(results)).toBe(holds);
  });
});
