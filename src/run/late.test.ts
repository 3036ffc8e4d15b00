import { describe, expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { Check } from '../model/check.ts';
import type { Prompt, UpstreamRequest } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Suite } from '../model/suite.ts';
import { bareSuite } from '../scenario/parse-suite.ts';
import { loadScenario } from '../scenario/test-rig.ts';
import type { SequenceRun } from './ending.ts';
import { withLate } from './late.ts';
import { skippedStep } from './step.ts';
import { NO_TRAFFIC, type Traffic } from './traffic.ts';

const scenario = loadScenario(`name: a
tool_sequence:
  - { tool: a, expect: { contains: a } }
  - { tool: b, save: { x: /a }, expect: { contains: b } }
`);

const SUITE: Suite = { ...bareSuite('s'), scenarios: [scenario] };

const UNBOUND = { method: null, path: null, query: {}, headers: {}, json: undefined };
const counting = (count: number): Check => ({
  kind: 'upstream',
  upstream: 'api',
  expected: { ...UNBOUND, count },
});
const PROMPTS: Check = { kind: 'prompts' };
const TEXT: Check = { kind: 'not_contains', expected: 'x' };

type Status = AssertionResult['status'];

/** A step of the sequence that came to this, `index` its place. */
function stepOf(
  index: number,
  status: StepResult['status'],
  ...checks: readonly (readonly [Check, Status])[]
): StepResult {
  const step = scenario.steps[index];
  if (step === undefined) throw new Error('no such step');
  const assertions = checks.map(
    ([check, as]): AssertionResult => ({
      check,
      own: true,
      place: step.place,
      status: as,
      evidence: as === 'not_evaluated' ? { why: 'step_did_not_hold' } : null,
    }),
  );
  const calls = status === 'not_run' ? 0 : 1;
  return { ...skippedStep(step, { phase: 'sequence', index }), status, calls, assertions };
}

function ranOf(...steps: readonly StepResult[]): SequenceRun {
  const stopped = steps.find(({ status }) => status === 'failed' || status === 'errored') ?? null;
  const scope = {} as SequenceRun['scope'];
  return { steps, stopped, outside: NO_TRAFFIC, probe: { traffic: NO_TRAFFIC, tool: null }, scope };
}

const REQUEST: UpstreamRequest = {
  upstream: 'api',
  method: 'GET',
  path: '/',
  query: {},
  headers: {},
  body: '',
  status: 200,
  route: null,
};
const PROMPT: Prompt = {
  kind: 'elicitation',
  mode: 'form',
  message: 'late',
  answer: null,
  trouble: { kind: 'no_answer_left', scripted: 1 },
};
const asked: Traffic = { upstream: [REQUEST], attempts: [], prompts: [] };
const prompted: Traffic = { upstream: [], attempts: [], prompts: [PROMPT] };

/** What the last step that was run came to, and what stops the scenario. */
function cameTo(ran: SequenceRun, late: Traffic) {
  const { steps, stopped, changed } = withLate(scenario, SUITE, ran, late);
  expect(changed === null || steps.includes(changed)).toBe(true);
  return [steps.map(({ status }) => status), stopped?.index ?? null, changed !== null];
}

test('without anything that came late, all stays as it was', () => {
  const ran = ranOf(stepOf(0, 'passed', [counting(0), 'passed']));
  expect(cameTo(ran, NO_TRAFFIC)).toEqual([['passed'], null, false]);
});

test('a request too many fails the last step', () => {
  const ran = ranOf(stepOf(0, 'passed', [counting(0), 'passed']));
  expect(cameTo(ran, asked)).toEqual([['failed'], 0, true]);
});

test('one that was missing mends it', () => {
  const ran = ranOf(stepOf(0, 'failed', [counting(1), 'failed'], [PROMPTS, 'passed']));
  expect(cameTo(ran, asked)).toEqual([['passed'], null, true]);
});

test.each<[string, SequenceRun]>([
  ['another failure', ranOf(stepOf(0, 'failed', [counting(1), 'failed'], [TEXT, 'failed']))],
  [
    'a check that was cut off',
    ranOf(stepOf(0, 'failed', [counting(1), 'failed'], [TEXT, 'not_evaluated'])),
  ],
  [
    'a step that was not run',
    ranOf(stepOf(0, 'failed', [counting(1), 'failed']), stepOf(1, 'not_run')),
  ],
])('but not beside %s', (_, ran) => {
  const before = ran.steps.map(({ status }) => status);
  expect(cameTo(ran, asked).slice(0, 2)).toEqual([before, 0]);
});

test('nor a step that was to save something', () => {
  const ran = ranOf(stepOf(0, 'passed'), stepOf(1, 'failed', [counting(1), 'failed']));
  expect(cameTo(ran, asked)).toEqual([['passed', 'failed'], 1, true]);
});

test('a prompt fails the last step; what has failed stays so', () => {
  const holds = ranOf(stepOf(0, 'passed', [PROMPTS, 'passed']));
  expect(cameTo(holds, prompted)).toEqual([['failed'], 0, true]);
  const fails = ranOf(stepOf(0, 'failed', [PROMPTS, 'failed']));
  expect(cameTo(fails, prompted)).toEqual([['failed'], 0, true]);
});

test('a step that ran into trouble is no more than that', () => {
  const step = stepOf(0, 'errored', [counting(0), 'passed']);
  const ran = ranOf({ ...step, trouble: { code: 'interrupted' } });
  expect(cameTo(ran, asked)).toEqual([['errored'], 0, true]);
});

test('what comes late where nothing was called is outside of the steps', () => {
  const ran = ranOf({ ...stepOf(0, 'failed'), calls: 0 }, stepOf(1, 'not_run'));
  const { steps, outside, changed } = withLate(scenario, SUITE, ran, asked);
  expect([steps, outside, changed]).toEqual([ran.steps, asked, null]);
});

test('one that was called has set it off, though a later one was not', () => {
  const refused = { ...stepOf(1, 'errored'), calls: 0 };
  const ran = ranOf(stepOf(0, 'passed', [counting(0), 'passed']), refused);
  expect(cameTo(ran, asked)).toEqual([['failed', 'errored'], 0, true]);
});

test('what came late is told with its step, and counts when more comes', () => {
  const ran = ranOf(stepOf(0, 'passed', [counting(2), 'failed']));
  const once = withLate(scenario, SUITE, { ...ran, stopped: null }, asked);
  expect(once.steps[0]).toMatchObject({ upstream: [REQUEST], status: 'failed' });
  const twice = withLate(scenario, SUITE, once, asked);
  expect(twice.steps[0]).toMatchObject({ upstream: [REQUEST, REQUEST], status: 'passed' });
});

describe('an attempt that came late', () => {
  const attempt = (host: string) => ({ method: 'CONNECT', host, port: 443, path: null });
  const late: Traffic = { upstream: [], attempts: [attempt('late')], prompts: [] };
  const own = { attempts: [attempt('own')] };

  test.each<[string, Partial<StepResult>]>([
    ['that held', { status: 'passed' }],
    ['that failed', { status: 'failed' }],
    ['that ran into trouble', { status: 'errored', trouble: { code: 'interrupted' } }],
  ])('is of the last step, %s, which is told anew and stays what it was', (_, came) => {
    const ran = ranOf(stepOf(0, 'passed'), { ...stepOf(1, 'passed'), ...own, ...came });
    const { steps, stopped, changed } = withLate(scenario, SUITE, ran, late);
    expect(steps.map(({ attempts }) => attempts.map(({ host }) => host))).toEqual([
      [],
      ['own', 'late'],
    ]);
    expect(changed).toBe(steps[1]);
    expect(changed).toMatchObject(came);
    expect(stopped).toBe(came.status === 'passed' ? null : changed);
  });

  test('is of the step before one that was not run', () => {
    const ran = ranOf(stepOf(0, 'failed'), stepOf(1, 'not_run'));
    expect(
      withLate(scenario, SUITE, ran, late).steps.map(({ attempts }) => attempts.length),
    ).toEqual([1, 0]);
  });

  test('beside a request that changes the step', () => {
    const ran = ranOf(stepOf(0, 'passed', [counting(0), 'passed']));
    const { changed, steps } = withLate(scenario, SUITE, ran, { ...late, upstream: [REQUEST] });
    expect(changed).toMatchObject({ status: 'failed', attempts: [attempt('late')] });
    expect(steps).toEqual([changed]);
  });
});
