import { beforeAll, describe, expect, test } from 'vitest';
import { runCli, withFiles } from './drive.ts';
import { criteria, says, useJudge } from './judging.ts';
import {
  countingSuite,
  type RepeatReport,
  repeatOf,
  runRepeats,
  told,
  turning,
} from './repeats.ts';
import { type Project, projectFiles, type Reported, type ScenarioReport } from './reported.ts';
import { lines, SLOW_MS, step } from './steps.ts';

const counted = step('count', {});
const asksOnce = [{ path: '/once', times: 1 }];
const SCENARIOS: Project['scenarios'] = {
  enough: turning('enough', { times: 5, min_pass: 3 }, 'ok', 'ok', 'bad', 'ok', 'bad'),
  too_few: turning('too_few', { times: 5, min_pass: 3 }, 'ok', 'bad', 'bad', 'ok', 'bad'),
  all_must: turning('all_must', { times: 2 }, 'ok', 'bad'),
  once: turning('once', { times: 1 }, 'ok', 'bad'),
  open: turning('open', { times: 3, min_pass: 2 }, 'ok', 'crash', 'bad'),
  survives: turning('survives', { times: 3, min_pass: 2 }, 'ok', 'crash', 'ok'),
  skipped: `skip: later\n${turning('skipped', { times: 3 }, 'bad')}`,
  plain: lines({ tool_sequence: [counted], expected_contains: '"count":1' }),
  own_process: lines({
    repeat: { times: 2 },
    tool_sequence: [counted],
    expected_contains: '"count":1',
  }),
  own_routes: lines({
    repeat: { times: 2 },
    upstreams: { api: asksOnce },
    tool_sequence: [step('fetch', { path: '/once' }, { expect: { upstream: { api: 1 } } })],
  }),
  own_values: lines({
    repeat: { times: 3 },
    vars: { id: '${uuid}' },
    tool_sequence: [step('echo', { text: 'id ${vars.id}' })],
    expected_contains: '${vars.id}',
  }),
  with_cases: lines({
    repeat: { times: 2, min_pass: 1 },
    cases: { good: { second: 'ok' }, bad: { second: 'bad' } },
    tool_sequence: [step('turn', { name: '${case.second}', turns: ['bad', '${case.second}'] })],
    expected_contains: 'ok at',
  }),
};

describe('repeat', () => {
  let all: Reported;

  beforeAll(async () => {
    all = await runRepeats(SCENARIOS, {}, ['--keep-tmp', '--verbose']);
  }, SLOW_MS);

  test('tells in a line why a run failed that the others make up for', () => {
    expect(all.stdout).toContain(
      'note: enough.yaml passed, but for runs 3 and 5 (assertion_failed)\n',
    );
    expect(all.stdout).not.toContain('note: too_few.yaml passed');
  });

  test('passes by enough runs that passed, and fails when they cannot be reached', () => {
    const names = Object.keys(SCENARIOS).filter((name) => !['plain', 'with_cases'].includes(name));
    expect(Object.fromEntries(names.map((name) => [name, told(all.of(name))]))).toEqual({
      enough: 'ppfpf 4: passed',
      too_few: 'pffpf 2: failed',
      all_must: 'pf 2: failed',
      once: 'p 1: passed',
      open: 'pef 2: errored',
      survives: 'pep 3: passed',
      skipped: ' null: skipped',
      own_process: 'pp 2: passed',
      own_routes: 'pp 2: passed',
      own_values: 'ppp 3: passed',
    });
    expect([all.code, all.stderr]).toEqual([1, '']);
    expect(all.of('plain')).not.toHaveProperty('repeat');
  });

  test('each case is repeated by itself', () => {
    expect(told(all.of('with_cases#good'))).toBe('fp 2: passed');
    expect(told(all.of('with_cases#bad'))).toBe('ff 1: failed');
  });

  test('shows the run that decided, and no step of another', () => {
    const { repeat, ...failed } = all.of('too_few') as ScenarioReport & { repeat?: RepeatReport };
    expect(failed.output).toBe('bad at turn 2');
    expect(failed.steps.map(({ text }) => text)).toEqual(['bad at turn 2']);
    expect(failed.code).toBe('assertion_failed');
    expect(failed.message).toMatch(
      /^2 of 5 runs passed \(at least 3\)\nrun 2 of 5, the first of 3 that failed\nthe output /,
    );
    expect(repeat).toMatchObject({ times: 5, min_pass: 3, passed: 2 });
    expect(repeat?.runs.map(({ code }) => code)).toEqual([
      ...[undefined, 'assertion_failed', 'assertion_failed', undefined, 'assertion_failed'],
    ]);
    expect(all.of('enough').steps.map(({ text }) => text)).toEqual(['ok at turn 4']);
    expect(all.of('open').code).toBe('connection_lost');
    expect(all.of('open').message).toContain('run 2 of 3, the only one that errored (1 failed)');
  });

  test('each run has values, and a folder, of its own', () => {
    const ids = new Set(all.stdout.match(/(?<=\| id )[\w-]{36}/g));
    expect(ids.size).toBe(3);
    const folders = repeatOf(all.of('own_values')).runs.map(({ tmp }) => tmp);
    expect(new Set(folders).size).toBe(3);
    for (const folder of folders) expect(all.stdout).toContain(`kept: ${folder}`);
  });

  test('says how many passed, and which run is shown', () => {
    expect(all.stdout).toMatch(/^✓ enough\.yaml {2}passed, 3 of 5 runs \(at least 3\), \d/m);
    expect(all.stdout).toMatch(/^✗ all_must\.yaml {2}failed, 1 of 2 runs passed \(all must\), \d/m);
    expect(all.stdout).toMatch(/^! open\.yaml {2}errored, 1 of 3 runs passed \(at least 2\), \d/m);
    expect(all.stdout).toMatch(/^✓ plain\.yaml {2}\d/m);
    expect(all.stdout).toContain('\n  run 2 of 5, the first of 3 that failed:\n');
    // Verbose: every run at the scenario's line.
    expect(all.stdout).toMatch(/^ {2}run 3 of 5: failed, \d/m);
    expect(all.stdout).toMatch(/^ {2}run 1 of 5: passed, \d/m);
    expect(all.stdout).toMatch(
      /^ {2}run 2 of 3: errored, .*\n {4}survives\.yaml:3:\d+ {2}step 1: the server /m,
    );
    const texts = all.stdout.match(/^ {6}\| (ok|bad) at turn \d$/gm);
    expect(texts?.length).toBe(5 + 5 + 2 + 1 + 2 + 2 + 4);
  });

  test('the counts of calls are those of all runs', () => {
    const runs = all.report.scenarios.flatMap((scenario) =>
      scenario.name === 'plain' ? [1] : [repeatOf(scenario).runs.length],
    );
    expect(all.report.summary.tool_calls).toBe(runs.reduce((sum, each) => sum + each, 0));
    expect(all.report.summary).toMatchObject({ passed: 8, failed: 3, errored: 1, skipped: 1 });
  });
});

test('in a suite with one process the runs share it, also those of its last scenario', async () => {
  const third = { repeat: { times: 3, min_pass: 1 }, tool_sequence: [counted] };
  const scenarios = {
    last: lines({ ...third, expected_contains: '"count":3' }),
  };
  const shared = await runRepeats(scenarios, { isolation: 'suite' });
  expect(told(shared.of('last'))).toBe('ffp 3: passed');
  expect(shared.of('last').findings).toEqual([]);
});

describe('criteria', () => {
  const judge = useJudge();

  test('are graded in each run', async () => {
    const text = `repeat: { times: 3, min_pass: 2 }\n${says(['hello'], criteria('It greets. (pass)'))}`;
    const scenarios = { a: text };
    const run = await judge.run({ p: { scenarios } });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.asked).toHaveLength(3);
    expect(run.report.summary).toMatchObject({ judge_calls: 3, tool_calls: 3 });
    expect(run.stdout).toMatch(/3 judge calls/);
    const keyless = await judge.run({ p: { scenarios } }, [], { key: null });
    expect(told(keyless.of('a'))).toBe('sss 1: skipped');
    expect(keyless.stdout).toContain('3 criteria were not graded');
    expect(keyless.code).toBe(2);
  });
});

test('--list names a scenario once', async () => {
  const scenarios = { a: turning('a', { times: 3 }, 'ok') };
  await withFiles(projectFiles({ suite: countingSuite('/'), scenarios }), async (cwd) => {
    const { stdout, code } = await runCli(['run', '.', '--list'], { cwd });
    expect([stdout, code]).toEqual(['a.yaml  a\n', 0]);
  });
});
