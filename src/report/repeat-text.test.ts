import { describe, expect, test } from 'vitest';
import { foldEvents } from '../model/fold.ts';
import type { JsonValue } from '../model/json.ts';
import type { ScenarioEnd, StepResult } from '../model/run-result.ts';
import { compileOwn } from '../validator/own.ts';
import { createJson } from './json.ts';
import { rateText, shownText } from './repeat-text.ts';
import schema from './report.schema.json' with { type: 'json' };
import { OPTIONS, pretty } from './sample-pretty.ts';
import { ABSENT, runEvents, scenarioEnd, scenarioRef, stepResult } from './sample-run.ts';
import { summarize } from './summary.ts';

const validate = compileOwn(schema);

const OPEN = {
  ...ABSENT,
  status: 'not_evaluated',
  evidence: { why: 'judge_no_key', variable: 'K' },
} as const;

const LOST = {
  code: 'connection_lost',
  doing: 'tools/call',
  detail: null,
  tail: { exit: { code: 3, signal: null }, stderr: '' },
} as const;

type Run = readonly [ScenarioEnd, ...StepResult[]];
const RUNS: Readonly<Record<string, Run>> = {
  p: [scenarioEnd({ tmp: '/tmp/p' }), stepResult({ text: 'good' })],
  f: [
    scenarioEnd({ status: 'failed', assertions: [ABSENT, OPEN], tmp: '/tmp/f' }),
    stepResult({ text: 'bad' }),
  ],
  e: [
    scenarioEnd({ status: 'errored', trouble: LOST }),
    stepResult({ status: 'errored', trouble: LOST, text: '' }),
  ],
  s: [scenarioEnd({ status: 'skipped', skipReason: { kind: 'nothing_evaluated' } })],
};

/** A scenario whose runs have these initials; `shown` from 0. */
function eventsOf(
  initials: string,
  minPass: number,
  shown: number | null,
  change: Partial<ScenarioEnd> = {},
) {
  const runs = [...initials].flatMap((initial) => (RUNS[initial] ? [RUNS[initial]] : []));
  const [of] = runs[shown ?? -1] ?? [scenarioEnd()];
  const repeat = { times: initials.length, minPass, shown };
  return runEvents([{ ref: scenarioRef(), runs, end: { ...of, repeat, ...change } }]);
}

function scenarioOf(...args: Parameters<typeof eventsOf>) {
  const [scenario] = foldEvents(eventsOf(...args)).scenarios;
  if (scenario === undefined) throw new Error('no scenario');
  return scenario;
}

describe('in words', () => {
  test.each([
    ['ppfpf', 3, 3, '3 of 5 runs (at least 3)', null],
    ['pp', 2, 1, '2 of 2 runs', null],
    ['pf', 2, 1, '1 of 2 runs passed (all must)', 'run 2 of 2, the only one that failed'],
    [
      ...(['pffe', 3, 1, '1 of 4 runs passed (at least 3)'] as const),
      'run 2 of 4, the first of 2 that failed (1 errored)',
    ],
    [
      ...(['epse', 3, 3, '1 of 4 runs passed (at least 3)'] as const),
      'run 4 of 4, one of 2 that errored (1 skipped)',
    ],
    ['pss', 2, 1, '1 of 3 runs passed (at least 2)', null],
    ['p', 1, 0, '1 of 1 run', null],
  ])('%s with at least %i', (initials, minPass, shown, rate, told) => {
    const status = initials === 'pss' ? { status: 'errored' as const } : {};
    const scenario = scenarioOf(initials, minPass, shown, status);
    expect([rateText(scenario), shownText(scenario)]).toEqual([rate, told]);
  });

  test('nothing of a scenario that is run once', () => {
    const [once] = foldEvents(runEvents([{ ref: scenarioRef(), end: scenarioEnd() }])).scenarios;
    expect(once && [rateText(once), shownText(once)]).toEqual([null, null]);
  });

  test('on a twin it is the failure that is good', () => {
    const caught = scenarioOf('fpf', 2, 0, { status: 'passed', caught: true });
    expect(rateText(caught)).toBe('1 of 3 runs passed (at least 2)');
  });
});

test('a failure says which run it shows, and where each run left its folder', async () => {
  const text = pretty(eventsOf('pfe', 3, 1), 1);
  await expect(text).toMatchFileSnapshot('golden/repeat.txt');
});

test('verbose tells of each run why it did not pass, of the one that is shown once', () => {
  const text = pretty(eventsOf('pffe', 1, 0), 0, { verbosity: 'verbose' });
  expect(text.match(/^ {2}run \d of 4: \w+/gm)).toEqual([
    ...['  run 1 of 4: passed', '  run 2 of 4: failed', '  run 3 of 4: failed'],
    '  run 4 of 4: errored',
  ]);
  expect(text.match(/does not contain what was expected/g)).toHaveLength(2);
  const shown = pretty(eventsOf('pf', 2, 1), 1, { verbosity: 'verbose' });
  expect(shown.match(/does not contain what was expected/g)).toHaveLength(1);
});

test('verbose tells it of the one that is shown as well, where no failure does', () => {
  const caught = { status: 'passed', caught: true } as const;
  const text = pretty(eventsOf('ff', 2, 0, caught), 0, { verbosity: 'verbose' });
  expect(text.match(/does not contain what was expected/g)).toHaveLength(2);
});

describe('for machines', () => {
  const report = (events: ReturnType<typeof eventsOf>) => {
    const text = createJson(OPTIONS).end({ result: foldEvents(events), exitCode: 1 });
    const value = JSON.parse(text) as { scenarios: Record<string, unknown>[] };
    expect(validate(value as JsonValue)).toEqual([]);
    return value.scenarios[0];
  };

  test('the rate, and what each run came to', () => {
    const told = report(eventsOf('pfe', 3, 1));
    expect(told).toMatchObject({ status: 'failed', code: 'assertion_failed' });
    expect(told?.message).toMatch(
      /^1 of 3 runs passed \(all must\)\nrun 2 of 3, the only one .*\n/,
    );
    expect(told?.steps).toMatchObject([{ text: 'bad' }]);
    expect(told?.repeat).toEqual({
      ...{ times: 3, min_pass: 3, passed: 1, shown: 2 },
      runs: [
        { status: 'passed', duration_ms: 380, tmp: '/tmp/p' },
        {
          ...{ status: 'failed', code: 'assertion_failed', duration_ms: 380, tmp: '/tmp/f' },
          message: expect.stringMatching(/^the output does not contain/),
        },
        {
          ...{ status: 'errored', code: 'connection_lost', duration_ms: 380 },
          message: expect.stringMatching(/^the server exited with code 3/),
        },
      ],
    });
  });

  test('one that was skipped before its first run, and one that is run once', () => {
    const skipped = { status: 'skipped', skipReason: { kind: 'author', text: 'later' } } as const;
    const end = scenarioEnd({ ...skipped, repeat: { times: 3, minPass: 2, shown: null } });
    expect(report(runEvents([{ ref: scenarioRef(), end }]))?.repeat).toEqual({
      ...{ times: 3, min_pass: 2, passed: 0, shown: null, runs: [] },
    });
    expect(report(runEvents([{ ref: scenarioRef(), end: scenarioEnd() }]))).not.toHaveProperty(
      'repeat',
    );
  });
});

test('all runs are counted in what a run has cost and left open', () => {
  const [started, ...rest] = eventsOf('pff', 2, 1);
  expect(summarize(foldEvents(eventsOf('pff', 2, 1)))).toMatchObject({
    ...{ failed: 1, tool_calls: 3, not_evaluated: 2 },
  });
  // What tolerated runs did not come to is no gap.
  expect(summarize(foldEvents(eventsOf('pff', 1, 0)))).toMatchObject({
    ...{ passed: 1, tool_calls: 3, not_evaluated: 0 },
  });
  expect(pretty(eventsOf('pff', 1, 0), 0)).not.toContain('not evaluated');
  const judge = { state: 'no_key', models: ['m'], maxTokens: 1, systemPrompt: null } as const;
  const events = started?.type === 'run_started' ? [{ ...started, judge }, ...rest] : [];
  expect(pretty(events, 1)).toContain('note: 2 criteria were not graded');
});

test('that a run had to be connected again is told, whichever is shown', () => {
  const [, ...steps] = RUNS.p ?? [scenarioEnd()];
  const runs: Run[] = [
    [scenarioEnd({ retried: [LOST] }), ...steps],
    [scenarioEnd(), ...steps],
  ];
  const end = scenarioEnd({ repeat: { times: 2, minPass: 2, shown: 1 } });
  const text = pretty(runEvents([{ ref: scenarioRef(), runs, end }]), 0);
  expect(text.match(/was connected again/g)).toHaveLength(1);
});
