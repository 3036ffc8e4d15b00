import { describe, expect, test } from 'vitest';
import { diaryTarget, withDiary } from './diary.ts';
import { runCli, withFiles } from './drive.ts';
import { criteria, criteriaOf, type Judged, judgeOf, KEY, says, useJudge } from './judging.ts';
import { projectFiles, statuses } from './reported.ts';

const judge = useJudge();
const SUITE = 'isolation: suite\n';
const SCENARIOS = {
  a_both: says(['hello'], 'expected_contains: hello', criteria('(fail) It is long.')),
  b_criteria: says(['hello'], criteria('(fail) It is long.', '(pass) It greets.')),
  c_step: says(['hello'], '    expect: { judge: "(fail) It is long." }'),
  d_plain: says(['hello'], 'expected_contains: hello'),
};

/** The whole of what a run without a judge comes to; `why` is told of each criterion. */
function expectUngraded(run: Judged, why: string): void {
  expect(run.code, run.stdout).toBe(0);
  expect(run.asked).toEqual([]);
  expect(statuses(run.report)).toEqual({
    a_both: 'passed',
    b_criteria: 'skipped',
    c_step: 'skipped',
    d_plain: 'passed',
  });
  const all = run.report.scenarios.flatMap(criteriaOf);
  expect(all).toHaveLength(4);
  for (const { status, message } of all) expect([status, message]).toEqual(['not_evaluated', why]);
  // The steps have run, and nothing of them is a failure.
  expect(run.of('b_criteria').output).toBe('hello');
  expect(run.of('c_step').steps[0]?.status).toBe('passed');
  expect(run.report.summary).toMatchObject({
    passed: 2,
    skipped: 2,
    failed: 0,
    not_evaluated: 4,
    tool_calls: 4,
    judge_calls: 0,
  });
  expect(run.stdout).toMatch(/^PASSED 2 passed, 2 skipped, 4 assertions not evaluated /m);
}

describe('without a judge, criteria are left open and counted', () => {
  const NO_KEY = 'not graded: ANTHROPIC_API_KEY is not set, so there is no judge';

  test.each([
    ['unset', null, []],
    ['blank, --judge auto', ' \t', ['--judge', 'auto']],
  ])('no key: %s', async (_, key, args) => {
    const run = await judge.run({ suite: { suite: SUITE, scenarios: SCENARIOS } }, args, { key });
    expectUngraded(run, NO_KEY);
    expect(judgeOf(run.report)).toMatchObject({ state: 'no_key', system_prompt: null });
    expect(run.stdout).toContain(
      'note: 4 criteria were not graded, there is no judge: set ANTHROPIC_API_KEY\n',
    );
  });

  test('--judge off, although there is a key', async () => {
    const args = ['--judge', 'off'];
    const run = await judge.run({ suite: { suite: SUITE, scenarios: SCENARIOS } }, args);
    expectUngraded(run, 'not graded: the judge is off (--judge off)');
    expect(judgeOf(run.report)).toMatchObject({ state: 'off', system_prompt: null });
    expect(run.stdout).toContain('note: 4 criteria were not graded, the judge is off\n');
  });

  test('a run of nothing but criteria is no pass', async () => {
    const { b_criteria, c_step } = SCENARIOS;
    const blank = says([' '], criteria('(pass) It greets.'));
    const only = { suite: { suite: SUITE, scenarios: { b_criteria, c_step } } };
    const run = await judge.run(only, [], { key: '' });
    expect([run.code, run.report.summary.passed]).toEqual([2, 0]);
    expect(run.stdout).toMatch(/^NOTHING RAN 0 passed, 2 skipped/m);
    expect(run.stdout).toContain('note: 3 criteria were not graded');
    // What no judge need be asked fails without one.
    const withBlank = { suite: { suite: SUITE, scenarios: { b_criteria, blank } } };
    const failed = await judge.run(withBlank, [], { key: '' });
    expect([failed.code, failed.of('blank').status]).toEqual([1, 'failed']);
  });
});

describe('--judge required', () => {
  const only = { b_criteria: SCENARIOS.b_criteria };

  test('without a key nothing is started', async () => {
    await withDiary(async (diary) => {
      const files = projectFiles({ suite: diaryTarget('ok'), scenarios: only });
      await withFiles(files, async (folder) => {
        const env = { ...diary.env, ANTHROPIC_BASE_URL: judge.env().ANTHROPIC_BASE_URL };
        const run = (key: object) =>
          runCli(['run', '.', '--judge', 'required'], { cwd: folder, env: { ...env, ...key } });
        const [unset, ...set] = await Promise.all([
          run({}),
          run({ ANTHROPIC_API_KEY: '' }),
          run({ ANTHROPIC_API_KEY: ' \t' }),
        ]);
        expect([unset.code, unset.stdout]).toEqual([2, '']);
        expect(unset.stderr).toContain('the judge needs a key, and ANTHROPIC_API_KEY is not set');
        for (const { code, stdout, stderr } of set) {
          expect([code, stdout]).toEqual([2, '']);
          expect(stderr).toContain('ANTHROPIC_API_KEY is set but empty');
        }
        expect(diary.lines()).toEqual([]);
      });
      expect(judge.requests()).toEqual([]);
    });
  });

  test('with one it grades; white space around the key is none of it', async () => {
    await withDiary(async (diary) => {
      const run = await judge.run(
        { suite: { suite: diaryTarget('ok'), scenarios: only } },
        ['--judge', 'required', '--judge-model', 'claude-chosen-1'],
        { env: diary.env, key: ` ${KEY}\n` },
      );
      expect([run.code, run.of('b_criteria').status]).toEqual([1, 'failed']);
      expect(run.asked.map(({ request }) => request.body.model)).toEqual(
        Array(2).fill('claude-chosen-1'),
      );
      expect(diary.lines()).toContain('call echo');
    });
  });
});
