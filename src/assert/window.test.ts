import { describe, expect, it } from 'vitest';
import type { StateExpectation, UpstreamExpectation } from '../model/check.ts';
import type { JsonValue } from '../model/json.ts';
import type { Prompt, StepEvidence, UpstreamRequest } from '../model/outcome.ts';
import { NO_EVIDENCE } from './evaluate.ts';
import { isWindowCheck, judgeWindow } from './window.ts';

const PASSED = { status: 'passed', evidence: null };
const NOT_IN_LIVE = { status: 'not_evaluated', evidence: { why: 'not_in_live' } };

function around(parts: Partial<StepEvidence>): StepEvidence {
  return { ...NO_EVIDENCE, ...parts };
}

function request(parts: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    upstream: 'mail',
    method: 'POST',
    path: '/v3/send',
    query: { dry: '1', list: 'a' },
    headers: { 'content-type': 'application/json', 'x-key': 'k' },
    body: '{"to":"a@example.org","tags":["x"]}',
    status: 200,
    route: { index: 0, own: false },
    ...parts,
  };
}

function expecting(parts: Partial<UpstreamExpectation>): UpstreamExpectation {
  const any = { count: null, method: null, path: null, query: {}, headers: {}, json: undefined };
  return { ...any, ...parts };
}

function upstream(
  expected: Partial<UpstreamExpectation>,
  received: readonly UpstreamRequest[] | null,
) {
  const check = { kind: 'upstream', upstream: 'mail', expected: expecting(expected) } as const;
  return judgeWindow(check, around({ upstream: received }));
}

describe('upstream', () => {
  it.each<[number | null, number, string]>([
    [null, 0, 'failed'],
    [null, 1, 'passed'],
    [null, 3, 'passed'],
    [0, 0, 'passed'],
    [0, 1, 'failed'],
    [1, 0, 'failed'],
    [1, 1, 'passed'],
    [1, 2, 'failed'],
    [2, 1, 'failed'],
  ])('count %j with %i requests is %s', (count, came, status) => {
    const received = Array.from({ length: came }, () => request());
    const elsewhere = request({ upstream: 'other' });
    expect(upstream({ count }, [elsewhere, ...received, elsewhere]).status).toBe(status);
  });

  it('tells all that this upstream received, and how many of them match', () => {
    const received = [request(), request({ method: 'GET' }), request({ upstream: 'other' })];
    expect(upstream({ count: 0, method: 'POST' }, received)).toEqual({
      status: 'failed',
      evidence: { why: 'upstream_count', matching: 1, received: received.slice(0, 2) },
    });
  });

  it.each<Partial<UpstreamExpectation>>([
    { method: 'POST' },
    { path: '/v3/send' },
    { query: { dry: '1' } },
    { headers: { 'X-Key': 'k' } },
    { json: { to: 'a@example.org' } },
    { json: { tags: ['x'] } },
    { method: 'POST', path: '/v3/send', query: { dry: '1' }, json: {} },
  ])('%j counts the request', (expected) => {
    expect(upstream({ ...expected, count: 1 }, [request()])).toEqual(PASSED);
  });

  it.each<Partial<UpstreamExpectation>>([
    { method: 'GET' },
    { path: '/v3' },
    { query: { dry: '2' } },
    { query: { dry: '' } },
    { query: { toString: 'x' } },
    { headers: { 'x-key': 'K' } },
    { headers: { 'x-none': 'k' } },
    { json: { to: 'b@example.org' } },
    { json: { tags: [] } },
    { json: [] },
    { method: 'POST', path: '/v3/send', json: { cc: null } },
  ])('%j does not', (expected) => {
    expect(upstream({ ...expected, count: 0 }, [request()])).toEqual(PASSED);
    expect(upstream(expected, [request()]).status).toBe('failed');
  });

  it.each(['', 'to=a', '{"to":'])('a body that is no JSON matches no JSON: %j', (body) => {
    const values: JsonValue[] = [null, '', {}];
    for (const json of values)
      expect(upstream({ json, count: 0 }, [request({ body })])).toEqual(PASSED);
  });

  it('counts requests that no route answered', () => {
    expect(upstream({ count: 1 }, [request({ status: 501, route: null })])).toEqual(PASSED);
  });

  it('says nothing where there are no stubs, of absence neither', () => {
    expect(upstream({ count: 0 }, null)).toEqual(NOT_IN_LIVE);
    expect(upstream({ count: null }, null)).toEqual(NOT_IN_LIVE);
  });
});

describe('state', () => {
  const state = (expected: StateExpectation, before: JsonValue, after: JsonValue) =>
    judgeWindow({ kind: 'state', expected }, around({ state: { before, after } }));
  const unchanged = { want: 'unchanged' } as const;
  const changed = { want: 'changed' } as const;

  it.each<[JsonValue, JsonValue]>([
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [[], []],
    [null, null],
    ['', ''],
  ])('%j and %j are the same', (before, after) => {
    expect(state(unchanged, before, after)).toEqual(PASSED);
    expect(state(changed, before, after)).toEqual({
      status: 'failed',
      evidence: { why: 'state_unchanged' },
    });
  });

  it.each<[JsonValue, JsonValue, string]>([
    [{ a: 1 }, { a: 2 }, '/a'],
    [{ a: 1 }, { a: 1, b: null }, '/b'],
    [{ a: 1, b: null }, { a: 1 }, '/b'],
    [[1], [1, 1], '/1'],
    [[1, 2], [2, 2], '/0'],
    [{}, [], ''],
    [0, false, ''],
  ])('%j and %j are not', (before, after, path) => {
    expect(state(changed, before, after)).toEqual(PASSED);
    expect(state(unchanged, before, after)).toMatchObject({
      status: 'failed',
      evidence: { why: 'state_changed', differences: [{ path }] },
    });
  });

  it('is matched partly, as it is after the step', () => {
    const want = (value: JsonValue) => ({ want: 'match', value }) as const;
    expect(state(want({ a: 2 }), { a: 1 }, { a: 2, b: 3 })).toEqual(PASSED);
    expect(state(want([]), [], [])).toEqual(PASSED);
    expect(state(want({ a: 1 }), { a: 1 }, { a: 2 })).toEqual({
      status: 'failed',
      evidence: { why: 'differs', differences: [{ path: '/a', expected: 1, actual: 2 }] },
    });
  });

  it.each<StateExpectation>([unchanged, changed, { want: 'match', value: [] }])(
    '%j says nothing where it was not read',
    (expected) => {
      expect(judgeWindow({ kind: 'state', expected }, around({ state: null }))).toEqual(
        NOT_IN_LIVE,
      );
    },
  );
});

const PROMPT: Prompt = {
  kind: 'elicitation',
  mode: 'form',
  message: 'Sure?',
  answer: 'accept',
  trouble: null,
};
const SAMPLING: Prompt = { ...PROMPT, kind: 'sampling', mode: null, answer: 'words' };
const REFUSED: Prompt = {
  ...PROMPT,
  answer: null,
  trouble: { kind: 'no_answer_left', scripted: 1 },
};

describe('elicitations', () => {
  it.each<[number, readonly Prompt[], string]>([
    [0, [], 'passed'],
    [0, [SAMPLING], 'passed'],
    [0, [PROMPT], 'failed'],
    [1, [], 'failed'],
    [1, [PROMPT, SAMPLING], 'passed'],
    [1, [REFUSED], 'passed'],
    [1, [PROMPT, REFUSED], 'failed'],
    [2, [PROMPT, REFUSED], 'passed'],
  ])('%i of %j: %s', (expected, prompts, status) => {
    const judgement = judgeWindow({ kind: 'elicitations', expected }, around({ prompts }));
    expect(judgement.status).toBe(status);
    const asked = prompts.filter(({ kind }) => kind === 'elicitation');
    const evidence = status === 'passed' ? null : { why: 'prompt_count', prompts: asked };
    expect(judgement.evidence).toEqual(evidence);
  });
});

describe('prompts', () => {
  const judge = (prompts: readonly Prompt[], unusedAnswers: number) =>
    judgeWindow({ kind: 'prompts' }, around({ prompts, unusedAnswers }));

  it('hold with a script that is used up', () => {
    expect(judge([], 0)).toEqual(PASSED);
    expect(judge([PROMPT, SAMPLING, { ...PROMPT, answer: 'decline' }], 0)).toEqual(PASSED);
  });

  it('fail with an answer left', () => {
    expect(judge([], 1).evidence).toEqual({ why: 'answers_unused', unused: 1, prompts: [] });
    expect(judge([PROMPT], 2)).toEqual({
      status: 'failed',
      evidence: { why: 'answers_unused', unused: 2, prompts: [PROMPT] },
    });
  });

  it('fail by the first that could not be answered, before anything else', () => {
    const misfit: Prompt = { ...REFUSED, trouble: { kind: 'content_misfit', problems: [] } };
    expect(judge([PROMPT, REFUSED, misfit], 1)).toEqual({
      status: 'failed',
      evidence: { why: 'prompt_unanswered', prompt: REFUSED },
    });
    expect(judge([misfit, REFUSED], 0).evidence).toMatchObject({ prompt: misfit });
  });
});

it('knows which checks are about what goes on around the calls', () => {
  expect(isWindowCheck({ kind: 'prompts' })).toBe(true);
  expect(isWindowCheck({ kind: 'within_ms', expected: 1 })).toBe(false);
  expect(isWindowCheck({ kind: 'output_schema' })).toBe(false);
});
