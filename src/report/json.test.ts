import { describe, expect, test } from 'vitest';
import type { StepResult } from '../model/run-result.ts';
import {
  ABSENT,
  placeOf,
  runEvents,
  SUITE_FILE,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';
import { ONE, report, text } from './test-rig.ts';

const TIMEOUT = {
  code: 'timeout',
  afterMs: 200,
  doing: 'tools/call',
  tail: { exit: { code: null, signal: 'SIGKILL' }, stderr: 'FATAL: FOO_KEY not set\n' },
} as const;
const REQUEST = {
  upstream: '__proto__',
  method: 'GET',
  path: '/v1',
  query: { q: '1' },
  headers: { accept: '*/*' },
  body: '',
  status: 200,
  route: { index: 0, own: true },
} as const;
const FAILED_ERROR = {
  check: { kind: 'error', expected: { want: 'none' } },
  own: false,
  place: stepResult().place,
  status: 'failed',
  evidence: {
    why: 'unexpected_error',
    error: { channel: 'protocol', code: -32602, dataCode: 'stale', text: 'no' },
  },
} as const;

const OPEN = {
  ...ABSENT,
  status: 'not_evaluated',
  evidence: { why: 'step_did_not_hold' },
} as const;

describe('json', () => {
  test('a run with one passed and one failed scenario', async () => {
    const failed = {
      ref: scenarioRef({ id: 'scenarios/ecnl/other.yaml', name: 'other' }),
      steps: [stepResult({ upstream: [{ ...REQUEST, upstream: 'events' }] })],
      end: scenarioEnd({
        status: 'failed',
        output: 'Saguaro showcase',
        findings: [{ code: 'missing_content' }],
        assertions: [
          ABSENT,
          {
            check: { kind: 'not_contains', expected: 'undefined' },
            own: false,
            place: placeOf(SUITE_FILE, '"undefined"'),
            status: 'passed',
            evidence: null,
          },
        ],
      }),
    };
    const events = runEvents([ONE, failed]);
    report(events, 1);
    await expect(text(events, 1)).toMatchFileSnapshot('golden/report.txt');
  });

  test('the code comes from what decided the status', () => {
    const lost = { ...stepResult({ status: 'errored', trouble: TIMEOUT, text: '' }) };
    const cause = (steps: readonly StepResult[], end: object) => {
      const { scenarios } = report(runEvents([{ ...ONE, steps, end: scenarioEnd(end) }]));
      return [scenarios[0]?.code, scenarios[0]?.message];
    };
    expect(cause([lost], { status: 'errored', trouble: TIMEOUT })).toEqual([
      'timeout',
      'no answer to tools/call of "find_events" after 200 ms\n' +
        'server    was killed by SIGKILL\na slow tool can be given more time by "timeout_ms"\n' +
        'at scenarios/ecnl/find_events_limit.yaml:4:5\nstderr\n| FATAL: FOO_KEY not set',
    ]);
    const error = stepResult({ status: 'failed', assertions: [FAILED_ERROR] });
    expect(cause([error], { status: 'failed' })[0]).toBe('unexpected_error');
    expect(cause([], { status: 'failed', assertions: [ABSENT] })[0]).toBe('assertion_failed');
    const teardown = { ...lost, phase: 'teardown' } as const;
    expect(cause([teardown], { status: 'failed', assertions: [ABSENT] })).toEqual([
      'assertion_failed',
      expect.stringMatching(/^the output does not contain.*\(and 1 more problem\)$/s),
    ]);
    const slow = {
      ...ABSENT,
      status: 'errored',
      evidence: { why: 'pattern_too_slow', limitMs: 9 },
    };
    expect(cause([], { status: 'errored', assertions: [slow] })[0]).toBe('pattern_too_slow');
    const unusable = { ...slow, evidence: { why: 'schema_unusable', detail: 'x' } };
    expect(cause([], { status: 'errored', assertions: [unusable] })[0]).toBe('schema_unusable');
    const skipReason = { kind: 'author', text: 'later' };
    expect(cause([], { status: 'skipped', skipReason })).toEqual([undefined, 'later']);
    expect(cause([], { status: 'errored' })).toEqual([undefined, undefined]);
  });

  test('a step tells its own trouble, and upstreams by name', () => {
    const step = stepResult({
      status: 'errored',
      trouble: TIMEOUT,
      upstream: [REQUEST, { ...REQUEST, status: null, route: null }],
      error: { channel: 'protocol', code: 1.5, dataCode: 'd', text: 'x' },
      structured: { a: [1, null] },
      textFrom: 'structured',
    });
    const { scenarios } = report(runEvents([{ ...ONE, steps: [step] }]));
    expect(scenarios[0]?.steps[0]).toMatchObject({
      code: 'timeout',
      text_from: 'structured',
      structured: { a: [1, null] },
      error: { channel: 'protocol', code: 1.5, data_code: 'd', text: 'x' },
    });
    expect(Object.keys(scenarios[0]?.steps[0]?.upstream ?? {})).toEqual(['__proto__']);
  });

  test('an error of a tool has the code of its data beside that of its text', () => {
    const error = { channel: 'tool', code: 'a', structuredCode: 7, text: 'x' } as const;
    const { scenarios } = report(runEvents([{ ...ONE, steps: [stepResult({ error })] }]));
    const told = { channel: 'tool', code: 'a', structured_code: 7, text: 'x' };
    expect(scenarios[0]?.steps[0]?.error).toEqual(told);
  });

  test('a scenario that failed on a twin says so', () => {
    const twin = { ...ONE, end: scenarioEnd({ caught: true, assertions: [ABSENT, OPEN] }) };
    const { scenarios, summary } = report(runEvents([twin]));
    expect(scenarios[0]).toMatchObject({
      status: 'passed',
      caught: true,
      caught_by: {
        code: 'assertion_failed',
        message: expect.stringMatching(/^the output does not contain/),
      },
    });
    expect(summary).toMatchObject({ passed: 1, not_evaluated: 0 });
    const sound = report(runEvents([{ ...ONE, end: scenarioEnd({ assertions: [OPEN] }) }]));
    expect(sound.scenarios[0]).not.toHaveProperty('caught');
    expect(sound.scenarios[0]).not.toHaveProperty('caught_by');
    expect(sound.summary.not_evaluated).toBe(1);
  });

  test('and what kept it from being called there', () => {
    const trouble = { code: 'unknown_tool', tool: 'a', nearest: [], listed: [] } as const;
    const { scenarios } = report(
      runEvents([{ ...ONE, end: scenarioEnd({ caught: true, trouble }) }]),
    );
    expect(scenarios[0]).toMatchObject({ status: 'passed', caught_by: { code: 'unknown_tool' } });
  });

  test('a run that was cut, and one that never began', () => {
    const { scenarios, summary } = report(runEvents([{ ...ONE, end: null }]), 130);
    expect(scenarios[0]).toMatchObject({ status: 'not_run', attempts: 0 });
    expect(summary.not_run).toBe(1);
    expect(report([], 2).scenarios).toEqual([]);
  });

  test('a suite without a target', () => {
    const [started, ...rest] = runEvents([]);
    const suites = [
      {
        path: 'a',
        mode: 'hermetic',
        leftOut: 0,
        transport: null,
        label: null,
        metadata: null,
      } as const,
    ];
    const events = started?.type === 'run_started' ? [{ ...started, suites }, ...rest] : [];
    expect(report(events).suites[0]).toMatchObject({ path: 'a', target: null });
  });

  test('the selection hash knows no order', () => {
    const other = { ...ONE, ref: scenarioRef({ id: 'b.yaml' }) };
    const hash = report(runEvents([ONE, other])).selection_hash;
    expect(report(runEvents([other, ONE])).selection_hash).toBe(hash);
    expect(report(runEvents([other])).selection_hash).not.toBe(hash);
  });
});
