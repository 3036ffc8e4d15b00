import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { diaryTarget, withDiary } from './diary.ts';
import { runCli, withFiles } from './drive.ts';
import { projectFiles, readReport, runProject, type ScenarioReport, target } from './reported.ts';
import { data, give, lines, step, told } from './steps.ts';

const HOLDS = step('echo', { text: 'a' }, { expect: { contains: 'a' } });
const FAILS = step('echo', { text: 'a' }, { expect: { contains: 'b' } });
const SAVES_NOT = give(data({}), { save: { id: '/structuredContent/id' } });
const USES = step('echo', { text: '${vars.id}' });

const MAKES = (more: JsonObject, isError = false): JsonObject =>
  give({ ...data({ id: 'made' }), isError }, { save: { id: '/structuredContent/id' }, ...more });
const CLEANS = step('echo', { text: '${vars.id}' }, { expect: { matches: '^made$' } });

/** What is told of a scenario, and which of its steps were run. */
const PHASES: readonly (readonly [told: string, ran: string, keys: JsonObject])[] = [
  [
    'passed',
    'setup sequence teardown',
    { setup: [HOLDS], tool_sequence: [HOLDS], teardown: [HOLDS] },
  ],
  [
    'errored: contains@setup0',
    'setup teardown',
    { setup: [FAILS, HOLDS], tool_sequence: [HOLDS], teardown: [HOLDS] },
  ],
  [
    'errored: unknown_tool@setup0',
    'setup teardown',
    { setup: [step('gone')], tool_sequence: [HOLDS], teardown: [HOLDS] },
  ],
  [
    'errored: not_saved@setup0',
    'setup teardown',
    { setup: [SAVES_NOT], tool_sequence: [HOLDS], teardown: [USES, HOLDS] },
  ],
  [
    'failed: contains@0',
    'sequence teardown teardown',
    { tool_sequence: [FAILS, HOLDS], teardown: [HOLDS, HOLDS] },
  ],
  [
    'errored: contains@teardown0',
    'sequence teardown teardown',
    { tool_sequence: [HOLDS], teardown: [FAILS, HOLDS] },
  ],
  [
    'failed: contains@0 contains@teardown0',
    'sequence teardown',
    { tool_sequence: [FAILS], teardown: [FAILS] },
  ],
  [
    'failed: contains@teardown0 contains@output',
    'sequence teardown',
    { tool_sequence: [HOLDS], teardown: [FAILS], expected_contains: ['b'] },
  ],
  [
    'failed: contains@output',
    'setup sequence teardown',
    {
      setup: [HOLDS],
      tool_sequence: [step('echo', { text: 'c' })],
      teardown: [HOLDS],
      expected_contains: ['a'],
    },
  ],
  // What was made is cleaned up, though the step that made it does not hold.
  [
    'failed: contains@0',
    'sequence teardown',
    { tool_sequence: [MAKES({ expect: { contains: 'b' } }), HOLDS], teardown: [CLEANS] },
  ],
  [
    'failed: error@0',
    'sequence teardown',
    { tool_sequence: [MAKES({ expect: { error: true, contains: 'b' } })], teardown: [CLEANS] },
  ],
  [
    'failed: error@0',
    'sequence teardown',
    { tool_sequence: [MAKES({ expect: { error: false } }, true)], teardown: [CLEANS, HOLDS] },
  ],
  [
    'passed',
    'sequence teardown',
    { tool_sequence: [MAKES({ expect: { error: true } }, true)], teardown: [CLEANS] },
  ],
  // An answer that comes too late is never taken for that of the next call.
  [
    'errored: timeout@0',
    'sequence teardown teardown',
    {
      tool_sequence: [
        step('late', { ms: 150, text: 'late' }, { timeout_ms: 50, expect: { contains: 'late' } }),
      ],
      teardown: [
        step('late', { ms: 200, text: 'own' }, { expect: { matches: '^own$' } }),
        step('cancelled', {}, { expect: { matches: '^1$' } }),
      ],
    },
  ],
];

function ranOf({ steps }: ScenarioReport): string {
  return steps
    .filter(({ status }) => status !== 'not_run')
    .map(({ phase }) => phase)
    .join(' ');
}

test('set-up, the sequence and teardown: which of them are run, and what it comes to', async () => {
  const named = PHASES.map(([, , keys], at) => [`s${at}`, lines(keys)]);
  const run = await runProject({
    suite: `${target('flow')}isolation: suite\n`,
    scenarios: Object.fromEntries(named),
  });
  expect(run.stderr).toBe('');
  const came = PHASES.map((_, at) => [told(run.of(`s${at}`)), ranOf(run.of(`s${at}`))]);
  expect(came, run.stdout).toEqual(PHASES.map(([as, ran]) => [as, ran]));
  const note = 'teardown step 1 was not called: vars.id was never saved';
  expect(run.of('s3').steps.map((each) => each.note)).toEqual([
    undefined,
    undefined,
    note,
    undefined,
  ]);
  expect(run.stdout.split(`note: ${note}`)).toHaveLength(3);
  // Neither set-up nor teardown is output.
  expect(run.of('s8').output).toBe('c');
});

test('a call that is lost is not made again, nor what was to follow it', async () => {
  await withDiary(async (diary) => {
    const crash = step('crash', {}, { times: 3, expect: { error: true } });
    const run = await runProject({
      suite: diaryTarget('flow'),
      scenarios: { a: lines({ tool_sequence: [crash, HOLDS], teardown: [HOLDS] }) },
      cli: { env: diary.env },
    });
    expect(told(run.of('a'))).toBe('errored: connection_lost@0 connection_lost@teardown0');
    expect(diary.lines().filter((line) => line.startsWith('call'))).toEqual(['call crash']);
    // What was not sent is no call.
    expect(run.report.summary.tool_calls).toBe(1);
    const [, , cleaning] = run.of('a').steps;
    expect(cleaning).toMatchObject({ tool: 'echo', calls: 0 });
    expect(cleaning?.message).toMatch(
      /^the server exited with code 3 before tools\/call of "echo"/,
    );
  });
});

test('teardown is not run after a signal', async () => {
  await withDiary(async (diary) => {
    const hangs = step('late', { ms: 60_000, text: 'a' }, { expect: { contains: 'a' } });
    const files = projectFiles({
      suite: diaryTarget('flow'),
      scenarios: { a: lines({ setup: [HOLDS], tool_sequence: [hangs], teardown: [HOLDS] }) },
    });
    await withFiles(files, async (folder) => {
      const run = await runCli(['run', '.', '--reporter', 'json'], {
        cwd: folder,
        env: diary.env,
        onStart: (child) => void diary.until('call late').then(() => child.kill('SIGTERM')),
      });
      expect(run.code).toBe(143);
      const [only] = (await readReport(run.stdout)).scenarios;
      expect(only && [told(only), ranOf(only)]).toEqual([
        'errored: interrupted@0',
        'setup sequence',
      ]);
      const called = diary.lines().filter((line) => line.startsWith('call'));
      expect(called).toEqual(['call echo', 'call late']);
      await diary.expectNobodyLeft(1);
    });
  });
});
