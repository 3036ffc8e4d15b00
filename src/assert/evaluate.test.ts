import { describe, expect, it } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion, Check } from '../model/check.ts';
import type { Outcome, Reply, ReplyError } from '../model/outcome.ts';
import { evaluateOutput, evaluateStep, notEvaluated } from './evaluate.ts';
import { stepHolds } from './hold.ts';

const file = { path: 'a.yaml', absolute: '/a.yaml', text: '' };
const place = { file, span: { start: 0, end: 0 } };
const RESULT: Reply = { kind: 'result', raw: {} };
const TOOL_ERROR: ReplyError = { channel: 'tool', code: null, text: 'needle: no such event' };

const own = (check: Check): Assertion => ({ ...check, own: true, place });
const contains = (expected: string) => own({ kind: 'contains', expected });
const lacks = (expected: string) => own({ kind: 'not_contains', expected });
const matches = (expected: string) => own({ kind: 'matches', expected });
const criterion = own({ kind: 'judge', expected: 'It tells of a needle.' });
const noError: Assertion = { kind: 'error', expected: { want: 'none' }, own: false, place };
const anyError = own({
  kind: 'error',
  expected: { want: 'error', channel: null, code: null, contains: [] },
});

function textOutcome(text: string, textFrom: Outcome['textFrom'] = 'blocks'): Outcome {
  const blank = { reply: RESULT, error: null, structured: null };
  return { ...blank, text, textFrom, firstText: text };
}
const errorOutcome: Outcome = {
  ...textOutcome(TOOL_ERROR.text, 'error'),
  error: TOOL_ERROR,
};
const short = (results: readonly AssertionResult[]) =>
  results.map(({ status, evidence }) => (evidence === null ? status : `${status} ${evidence.why}`));

describe('evaluateStep', () => {
  it('gives results in the order of the assertions, with check, own and place', () => {
    const results = evaluateStep([contains('b'), noError, lacks('a')], textOutcome('b'));
    expect(results[0]).toEqual({
      check: { kind: 'contains', expected: 'b' },
      own: true,
      place,
      status: 'passed',
      evidence: null,
    });
    expect(results.map(({ check }) => check.kind)).toEqual(['contains', 'error', 'not_contains']);
  });

  it('names exactly the texts that are absent', () => {
    const outcome = textOutcome('Alpha beta');
    const results = evaluateStep(['Alpha', 'alpha', 'beta', 'a b', 'gamma'].map(contains), outcome);
    expect(short(results)).toEqual([
      'passed',
      'failed absent',
      'passed',
      'passed',
      'failed absent',
    ]);
    expect(results[1]?.evidence).toMatchObject({
      nearest: { differs: 'case', excerpt: { focus: 'Alpha' } },
      length: 10,
    });
  });

  it('looks at nothing else when the error expectation does not hold', () => {
    const others = [contains('needle'), lacks('gone'), lacks('needle'), matches('needle')];
    const cut = 'not_evaluated step_did_not_hold';
    expect(short(evaluateStep([...others, noError], errorOutcome))).toEqual([
      cut,
      cut,
      cut,
      cut,
      'failed unexpected_error',
    ]);
    expect(short(evaluateStep([anyError, contains('a')], textOutcome('a')))).toEqual([
      'failed error_expected',
      cut,
    ]);
  });

  it('never takes an error for output when no assertion is about errors', () => {
    const results = evaluateStep([contains('needle'), lacks('gone')], errorOutcome);
    expect(stepHolds(results)).toBe(false);
    expect(results.every(({ status }) => status === 'not_evaluated')).toBe(true);
    expect(stepHolds(evaluateStep([], errorOutcome))).toBe(false);
  });

  it('takes the text of an expected error for text', () => {
    const all = [anyError, contains('needle'), lacks('gone'), matches('no .* event')];
    expect(short(evaluateStep(all, errorOutcome))).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
    ]);
    expect(short(evaluateStep([anyError, lacks('needle')], errorOutcome))[1]).toBe(
      'failed present',
    );
  });

  it('lets no negative pass on the output of a step that did not hold', () => {
    const all = [lacks('gone'), noError, contains('absent'), lacks('here')];
    expect(short(evaluateStep(all, textOutcome('here')))).toEqual([
      'not_evaluated step_did_not_hold',
      'passed',
      'failed absent',
      'failed present',
    ]);
    expect(short(evaluateStep([lacks('gone'), contains('')], textOutcome('here')))).toEqual([
      'not_evaluated step_did_not_hold',
      'errored empty_needle',
    ]);
  });

  it('leaves a criterion to the judge only where the step has held', () => {
    const open = ['not_evaluated ungraded', 'passed'];
    expect(short(evaluateStep([criterion, contains('here')], textOutcome('here')))).toEqual(open);
    expect(short(evaluateStep([criterion, contains('absent')], textOutcome('here')))).toEqual([
      'not_evaluated step_did_not_hold',
      'failed absent',
    ]);
    expect(short(evaluateStep([criterion, noError], errorOutcome))).toEqual([
      'not_evaluated step_did_not_hold',
      'failed unexpected_error',
    ]);
  });

  it('holds with a criterion that is still to be graded, and not with one on nothing', () => {
    expect(stepHolds(evaluateStep([noError, criterion], textOutcome('here')))).toBe(true);
    expect(stepHolds(evaluateStep([noError, criterion], textOutcome(' \n')))).toBe(false);
  });

  it('calls a needle that expanded to nothing errored', () => {
    const errored = 'errored empty_needle';
    const all = [contains(''), lacks(''), matches('')];
    expect(short(evaluateStep(all, textOutcome('here')))).toEqual([errored, errored, errored]);
    expect(short(evaluateStep(all, textOutcome('', 'none')))).toEqual([errored, errored, errored]);
  });

  it('shows where the unwanted text is', () => {
    const [result] = evaluateStep([lacks('undefined')], textOutcome('name: undefined!'));
    expect(result?.evidence).toMatchObject({
      excerpt: { before: 'name: ', focus: 'undefined', after: '!' },
    });
  });

  it('calls a pattern that backtracks for ever errored', () => {
    const results = evaluateStep([matches('^(a+)+$')], textOutcome(`${'a'.repeat(60)}!`));
    expect(results[0]?.evidence).toEqual({ why: 'pattern_too_slow', limitMs: 1000 });
    expect(results[0]?.status).toBe('errored');
  });

  it('compares exactly', () => {
    const composed = textOutcome('caf\u00e9 \\u00e9 {"key":1}');
    expect(short(evaluateStep([contains('cafe\u0301')], composed))).toEqual(['failed absent']);
    expect(short(evaluateStep([lacks('cafe\u0301'), contains('\\u00e9')], composed))).toEqual([
      'passed',
      'passed',
    ]);
    expect(short(evaluateStep([contains('key')], composed))).toEqual(['passed']);
  });
});

describe('evaluateOutput', () => {
  it('judges each assertion by itself', () => {
    const output = { text: 'one\ntwo', hasText: true };
    const all = [contains('one\ntwo'), contains('three'), lacks('three'), matches('^two$')];
    expect(short(evaluateOutput(all, output))).toEqual([
      'passed',
      'failed absent',
      'passed',
      'failed no_match',
    ]);
  });

  it('does not take the line breaks between empty texts for text', () => {
    const all = [contains('\n'), matches('\\n'), lacks('x'), { ...lacks('x'), own: false }];
    const nothing = ['failed absent', 'failed no_text', 'failed no_text', 'not_evaluated no_text'];
    expect(short(evaluateOutput(all, { text: '\n\n', hasText: false }))).toEqual(nothing);
    expect(short(evaluateOutput(all.slice(2), { text: '\n\n', hasText: true }))).toEqual(
      nothing.slice(2),
    );
  });

  it.each([' \n', '\u200b', '\0'])('lets no excluding pattern pass on %j', (text) => {
    const all = [matches('^(?!.*error)')];
    expect(short(evaluateOutput(all, { text, hasText: true }))).toEqual(['failed no_text']);
    expect(short(evaluateStep(all, textOutcome(text)))).toEqual(['failed no_text']);
  });

  it.each([' \n', '\u200b', ''])('fails a criterion on %j without the judge', (text) => {
    expect(short(evaluateOutput([criterion], { text, hasText: text !== '' }))).toEqual([
      'failed no_text',
    ]);
  });

  it('takes data that says nothing for no text, and leaves what has text to the judge', () => {
    const bare = { text: '{}', hasText: true, saysNothing: true };
    expect(short(evaluateOutput([criterion], bare))).toEqual(['failed no_text']);
    expect(short(evaluateOutput([criterion, lacks('x')], { text: 'a', hasText: true }))).toEqual([
      'not_evaluated ungraded',
      'passed',
    ]);
  });

  it('has no answer to an assertion about errors', () => {
    expect(short(evaluateOutput([noError], { text: 'a', hasText: true }))).toEqual([
      'not_evaluated step_did_not_hold',
    ]);
  });
});

describe('notEvaluated', () => {
  it('leaves everything open', () => {
    const results = notEvaluated([noError, contains('a')]);
    expect(results.map(({ own }) => own)).toEqual([false, true]);
    expect(short(results)).toEqual(Array(2).fill('not_evaluated step_did_not_hold'));
  });
});
