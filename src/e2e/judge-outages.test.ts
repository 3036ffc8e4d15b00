import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCli, withFiles } from './drive.ts';
import { criteria, criteriaOf, expectNoKey, type Judged, says, useJudge } from './judging.ts';
import { projectFiles, readReport, statuses } from './reported.ts';

const judge = useJudge();
const SHARED = 'isolation: suite\n';

describe('a judge that is out of reach', () => {
  const SCENARIOS = {
    a_unpaid: says(['hello'], 'expected_contains: [hello, bye]', criteria('(unpaid) It greets.')),
    b_limited: says(['hello'], criteria('(limited) It greets.')),
    c_overloaded: says(['hello'], 'expected_contains: hello', criteria('(overloaded) It greets.')),
    d_html: says(['hello'], criteria('(html) It greets.')),
    e_step: says(
      ['hello', 'bye'],
      '    expect: { contains: bye, judge: "(html) It takes leave." }',
      criteria('(pass) It greets.'),
    ),
    f_fails_too: says(['hello'], criteria('(html) It greets.', '(fail) It greets.')),
    g_passes: says(['hello'], criteria('(pass) It greets.')),
  };
  const HANGS = {
    h_hang: says(['hello'], 'expected_contains: hello', criteria('(hang) It greets.')),
  };

  let run: Judged;
  let lingeredMs = Number.NaN;
  beforeAll(async () => {
    let told = 0;
    const onStart = (child: ChildProcess): void => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (/^FAILED /m.test(String(chunk))) told = performance.now();
      });
      child.once('close', () => {
        lingeredMs = performance.now() - told;
      });
    };
    run = await judge.run(
      {
        quick: { suite: `${SHARED}judge: { timeout_ms: 8000 }\n`, scenarios: SCENARIOS },
        slow: { suite: 'judge: { timeout_ms: 400 }\n', scenarios: HANGS },
      },
      [],
      { onStart },
    );
  });

  const first = (name: string) => criteriaOf(run.of(name))[0];

  test('is errored and never passed or failed, and a failure wins', () => {
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({
      a_unpaid: 'failed',
      b_limited: 'errored',
      c_overloaded: 'errored',
      d_html: 'errored',
      e_step: 'errored',
      f_fails_too: 'failed',
      g_passes: 'passed',
      h_hang: 'errored',
    });
    for (const name of ['a_unpaid', 'b_limited', 'c_overloaded', 'd_html', 'e_step', 'h_hang']) {
      expect(first(name)).toMatchObject({ status: 'errored' });
      expect(first(name)).not.toHaveProperty('verdict');
    }
    expect(run.of('h_hang').code).toBe('judge_unavailable');
    expect(run.of('f_fails_too').code).toBe('assertion_failed');
  });

  test.each([
    ['a_unpaid', 'HTTP status 402 billing_error: Your credit balance is too low.'],
    ['b_limited', 'HTTP status 429 rate_limit_error: This would exceed your rate limit.'],
    ['c_overloaded', 'HTTP status 529 overloaded_error: Overloaded (3 attempts)'],
    ['d_html', 'the answer is not of the Messages API (no JSON): <!DOCTYPE html>'],
    ['h_hang', 'no answer within 400 ms'],
  ])('%s says why', (name, why) => {
    expect(first(name)?.message).toContain(`the judge gave no verdict: ${why}`);
    expect(run.stdout).toContain(`the judge gave no verdict: ${why}`);
  });

  test('a wait that the server asks for is told, and not waited for', () => {
    expect(first('b_limited')?.message).toMatch(/^retry-after +86400$/m);
    expect(run.stdout).toMatch(/^ +retry-after +86400$/m);
    expect(run.asked.filter(({ criterion }) => criterion.includes('limited'))).toHaveLength(1);
  });

  test('the other assertions are evaluated and shown', () => {
    const kinds = (name: string) =>
      run.of(name).assertions.map(({ kind, status }) => `${kind} ${status}`);
    expect(kinds('a_unpaid')).toEqual(['contains passed', 'contains failed', 'judge errored']);
    expect(run.stdout).toContain('expected  "bye"');
    expect(kinds('c_overloaded')).toEqual(['contains passed', 'judge errored']);
    expect(kinds('h_hang')).toEqual(['contains passed', 'judge errored']);
    expect(kinds('f_fails_too')).toEqual(['judge errored', 'judge failed']);
    expect(kinds('e_step')).toEqual(['judge passed']);
    const [, step] = run.of('e_step').steps;
    expect(step?.status).toBe('errored');
    expect(step?.assertions.map(({ status }) => status)).toEqual(['passed', 'passed', 'errored']);
  });

  test('calls are counted with all attempts, and nothing is left over', () => {
    expect(run.report.summary.judge_calls).toBe(run.asked.length);
    expect(run.report.summary.not_evaluated).toBe(0);
  });

  test('no socket to the judge holds the process back', () => {
    expect(lingeredMs).toBeLessThan(5000);
  });
});

test('a refused key ends all judging at once, and the rest is still evaluated', async () => {
  const scenarios = {
    a_good: says(['hello'], criteria('(pass) It greets.')),
    b_refused: says(['hello'], 'expected_contains: hello', criteria('(refused) It greets.')),
    c_later: says(
      ['hello'],
      'expected_contains: hello',
      criteria('(pass) It greets.', '(fail) It is.'),
    ),
    d_plain: says(['hello'], 'expected_contains: hello'),
  };
  const run = await judge.run({ suite: { suite: SHARED, scenarios } }, ['--verbose']);
  expect(run.code).toBe(3);
  expect(run.asked.map(({ criterion }) => criterion.slice(0, 9))).toEqual([
    '(pass) It',
    '(refused)',
  ]);
  expect(statuses(run.report)).toEqual({
    a_good: 'passed',
    b_refused: 'errored',
    c_later: 'errored',
    d_plain: 'passed',
  });
  const why = 'HTTP status 401 authentication_error: invalid x-api-key: ***';
  expect(criteriaOf(run.of('b_refused'))[0]?.message).toContain(`gave no verdict: ${why}`);
  expect(run.stdout).toContain('see that ANTHROPIC_API_KEY holds a valid key');
  for (const criterion of criteriaOf(run.of('c_later'))) {
    expect(criterion.status).toBe('errored');
    expect(criterion.message).toContain(`it was not asked any more, after ${why}`);
  }
  expect(run.of('c_later').assertions[0]).toMatchObject({ kind: 'contains', status: 'passed' });
  expect(run.report.summary).toMatchObject({ judge_calls: 2, errored: 2, passed: 2 });
});

test('SIGINT ends a run whose judge hangs, with the partial report', async () => {
  const scenarios = {
    a_done: says(['hello'], criteria('(pass) It greets.')),
    b_hangs: says(['hello'], 'expected_contains: hello', criteria('(hang) It greets.')),
    c_waits: says(['hello'], criteria('(pass) It greets.')),
  };
  const files = projectFiles({ suite: SHARED, scenarios });
  await withFiles(files, async (folder) => {
    const file = join(folder, 'out', 'report.json');
    let since = Number.NaN;
    const onStart = (child: ChildProcess): void => {
      void judge.asked(judge.requests().length + 2).then(() => {
        since = performance.now();
        child.kill('SIGINT');
      });
    };
    const args = ['run', '.', '--reporter', 'pretty', '--reporter', `json=${file}`];
    const run = await runCli(args, { cwd: folder, env: judge.env(), onStart });
    const tookMs = performance.now() - since;
    expect([run.code, run.signal, run.stderr]).toEqual([130, null, '']);
    // Its own limit, which it did not wait for, is 30 s.
    expect(tookMs).toBeLessThan(10_000);
    const written = await readFile(file, 'utf8');
    expectNoKey(run.stdout + written);
    const report = await readReport(written);
    expect(report.exit_code).toBe(130);
    expect(statuses(report)).toEqual({ a_done: 'passed', b_hangs: 'errored', c_waits: 'not_run' });
    const [, hung] = report.scenarios;
    expect(hung?.code).toBe('interrupted');
    expect(hung?.assertions.map(({ status }) => status)).toEqual(['passed', 'not_evaluated']);
    expect(run.stdout).toMatch(/^INTERRUPTED 1 errored, 1 passed, 1 not run/m);
  });
});
