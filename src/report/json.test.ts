import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../model/event.ts';
import { foldEvents } from '../model/fold.ts';
import type { JsonValue } from '../model/json.ts';
import type { StepResult } from '../model/run-result.ts';
import { compileOwn } from '../validator/own.ts';
import { createJson } from './json.ts';
import { NO_MASK } from './redact.ts';
import schema from './report.schema.json' with { type: 'json' };
import { prompt } from './sample-checks.ts';
import {
  ABSENT,
  ACTS_ON_TERMINAL,
  placeOf,
  runEvents,
  SUITE_FILE,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';

const validate = compileOwn(schema);

function text(events: readonly RunEvent[], exitCode = 0): string {
  const reporter = createJson({
    version: '1.2.3',
    colour: false,
    terminalWidth: null,
    mask: NO_MASK,
    verbosity: 'normal',
  });
  expect(events.map((event) => reporter.event(event)).join('')).toBe('');
  return reporter.end({ result: foldEvents(events), exitCode });
}

/** A report that its schema accepts. */
function report(events: readonly RunEvent[], exitCode = 0) {
  const value: unknown = JSON.parse(text(events, exitCode));
  expect(validate(value as JsonValue)).toEqual([]);
  return value as typeof EXPECTED_SHAPE;
}

const EXPECTED_SHAPE = {
  selection_hash: '',
  summary: {} as Record<string, number>,
  suites: [] as Record<string, unknown>[],
  scenarios: [] as (Record<string, unknown> & {
    steps: Record<string, unknown>[];
    assertions: Record<string, unknown>[];
  })[],
};

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

const ONE = { ref: scenarioRef(), steps: [stepResult()], end: scenarioEnd() };

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

  test('a run that was cut, and one that never began', () => {
    const { scenarios, summary } = report(runEvents([{ ...ONE, end: null }]), 130);
    expect(scenarios[0]).toMatchObject({ status: 'not_run', attempts: 0 });
    expect(summary.not_run).toBe(1);
    expect(report([], 2).scenarios).toEqual([]);
  });

  test('a suite without a target', () => {
    const [started, ...rest] = runEvents([]);
    const suites = [
      { path: 'a', mode: 'hermetic', leftOut: 0, transport: null, label: null } as const,
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

describe('hostile and large', () => {
  test('large texts are cut, and say so', () => {
    const big = `${'😀'.repeat(100_000)}\ud83d`;
    const step = stepResult({
      text: big,
      structured: { big },
      error: { channel: 'tool', code: 'c', text: big },
      state: { before: { big }, after: big },
      prompts: [prompt({ message: big, answer: big })],
    });
    const end = scenarioEnd({ output: big, stderrTail: big });
    const { scenarios } = report(runEvents([{ ...ONE, steps: [step], end }]));
    const [scenario] = scenarios;
    expect(scenario).toMatchObject({
      output_bytes: 400_003,
      output_truncated: true,
      stderr_truncated: true,
    });
    expect(scenario?.steps[0]).toMatchObject({
      text_bytes: 400_003,
      text_truncated: true,
      structured_text_truncated: true,
      error: { text_bytes: 400_003, text_truncated: true },
      state: { before_text_truncated: true, after_text_truncated: true },
      prompts: [{ message_truncated: true, answer_truncated: true }],
    });
    expect(scenario?.steps[0]).not.toHaveProperty('structured');
    expect(Buffer.byteLength(String(scenario?.output))).toBeLessThan(66_000);
  });

  test('nothing in it acts on a terminal, and strict parsers take it', () => {
    const evil = '\x1b[2J\x9b\u202e\u2028\u0000\x7f \ud800 ::error:: ##[error]';
    const step = stepResult({ tool: evil, args: { [evil]: evil }, text: evil, structured: evil });
    const name = scenarioRef({ id: evil, name: evil });
    const end = scenarioEnd({ output: evil, findings: [{ code: 'odd_message', detail: evil }] });
    const written = text(runEvents([{ ref: name, steps: [step], end }]));
    expect(written).not.toMatch(ACTS_ON_TERMINAL);
    expect(written).not.toMatch(/##\[|^\s*::|(?<!\\)\\ud800/m);
    expect(report(runEvents([{ ref: name, steps: [step], end }])).scenarios[0]?.output).toBe(
      evil.replace('\ud800', '\ufffd'),
    );
  });
});
