import { describe, expect, test } from 'vitest';
import { diaryTarget, withDiary } from './diary.ts';
import {
  calls,
  ECHO,
  type Project,
  runProject,
  runProjects,
  statuses,
  target,
} from './reported.ts';

const DIES_IN_THE_MIDDLE = `
tool_sequence:
  - tool: echo
    args: { text: one }
  - tool: crash
    args: {}
  - tool: echo
    args: { text: three }
expected_contains: [one, three]
`;

const FAILS = calls('echo', '{ text: hello }', 'expected_contains: goodbye');

describe('a server that ends during a call', () => {
  test('with a code: step, code and stderr are told, and the next scenario has a fresh process', async () => {
    const run = await runProject({
      mode: 'exit-3',
      scenarios: { a_crash: DIES_IN_THE_MIDDLE, b_next: ECHO },
    });
    expect(run.code).toBe(3);
    expect(statuses(run.report)).toEqual({ a_crash: 'errored', b_next: 'passed' });
    const crash = run.of('a_crash');
    expect(crash.code).toBe('connection_lost');
    expect(crash.exit).toEqual({ code: 3, signal: null });
    expect(crash.steps.map(({ status }) => status)).toEqual(['passed', 'errored', 'not_run']);
    expect(crash.assertions.map(({ status }) => status)).toEqual([
      'not_evaluated',
      'not_evaluated',
    ]);
    expect(run.stdout).toContain('a_crash.yaml:5:11  step 2: the server exited with code 3');
    expect(run.stdout).toContain('| Error: the events table is gone');
    expect(run.stdout).toContain('at handle (/srv/app/tool.js:7:3)');
    expect(run.stdout).toMatch(/^ERRORED 1 errored, 1 passed/m);
  });

  test.each([
    ['exit-0', 'the server exited normally (code 0) without answering', { code: 0, signal: null }],
    ['killed', 'the server was killed by SIGKILL', { code: null, signal: 'SIGKILL' }],
  ])('%s: never a pass, even where an error is expected', async (mode, says, exit) => {
    const run = await runProject({
      mode,
      scenarios: {
        plain: DIES_IN_THE_MIDDLE,
        expects_error: calls('crash', '{}', '    expect: { error: true }'),
        absent: calls('crash', '{}', 'expected_not_contains: undefined'),
      },
    });
    expect(run.code).toBe(3);
    for (const name of ['plain', 'expects_error', 'absent']) {
      expect(run.of(name)).toMatchObject({ status: 'errored', code: 'connection_lost', exit });
      expect(run.of(name).message).toContain(says);
    }
    expect(run.stdout).toContain(says);
  });

  test('a shared process is replaced for the scenarios that follow', async () => {
    const run = await runProject({
      mode: 'exit-3',
      suite: 'isolation: suite\n',
      scenarios: { a: ECHO, b_crash: DIES_IN_THE_MIDDLE, c: ECHO, d_fails: FAILS },
    });
    // A failure wins over an error.
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({
      a: 'passed',
      b_crash: 'errored',
      c: 'passed',
      d_fails: 'failed',
    });
    expect(run.stdout).toMatch(/^FAILED 1 failed, 1 errored, 2 passed/m);
  });
});

describe('a server that does not start', () => {
  test('for one of four reasons: told apart, with the command, the folder and the line', async () => {
    const starts = {
      no_command: { command: 'no-such-command', args: [] },
      no_folder: { cwd: './nowhere' },
      no_exec_bit: { command: './plain.txt', args: [] },
      it_ends: {},
    };
    const says: Readonly<Record<keyof typeof starts, string>> = {
      no_command: 'the command "no-such-command" was not found',
      no_folder: 'its working directory "',
      no_exec_bit: '"./plain.txt" is not an executable file',
      it_ends: 'it exited with code 1 before it answered initialize',
    };
    const projects = Object.entries(starts).map(([name, rest]): [string, Project] => [
      name,
      {
        suite: `# a comment\n${target('fatal-env', rest)}`,
        scenarios: {
          [name]: ECHO,
          [`${name}_2`]: calls('echo', '{ text: x }', 'expected_not_contains: nothing'),
        },
        files: { 'plain.txt': 'no program' },
      },
    ]);
    await runProjects(Object.fromEntries(projects), (run, folder) => {
      expect(run.code).toBe(3);
      expect(run.report.summary).toMatchObject({ errored: 8, passed: 0, tool_calls: 0 });
      for (const [name, reason] of Object.entries(says)) {
        const { code, message = '', steps } = run.of(name);
        expect([code, steps[0]?.status]).toEqual(['start_failed', 'not_run']);
        expect(message).toContain(`the server did not start: ${reason}`);
        expect(message).toMatch(/^command {3}\S/m);
        expect(message).toContain(`cwd       ${folder}/${name}`);
        expect(message).toMatch(new RegExp(`^at ${name}/suite\\.yaml:2:\\d+$`, 'm'));
        expect(run.stdout).toContain(`the server did not start: ${reason}`);
      }
    });
  });

  test('its last words before it read anything are in every report', async () => {
    const project = { mode: 'fatal-env', scenarios: { any: ECHO } };
    const run = await runProject(project);
    expect(run.stdout).toContain('| FATAL: FOO_KEY not set');
    expect(run.of('any').stderr).toContain('FATAL: FOO_KEY not set');
    expect(run.of('any').message).toContain('FATAL: FOO_KEY not set');
    expect(run.of('any').exit).toEqual({ code: 1, signal: null });
    const mended = { ...project, suite: target('fatal-env', { env: { FOO_KEY: 'anything' } }) };
    expect((await runProject(mended)).code).toBe(0);
  });

  test('one that never answers initialize is ended at its cap', async () => {
    const run = await runProject({
      mode: 'no-initialize',
      suite: 'startup_timeout_ms: 300\n',
      scenarios: { any: ECHO },
    });
    expect(run.code).toBe(3);
    expect(run.of('any')).toMatchObject({ status: 'errored', code: 'start_failed' });
    expect(run.stdout).toContain('it did not answer initialize within 300 ms');
  });

  test('one that glues its log to the answer: what it said instead is shown', async () => {
    const run = await runProject({
      mode: 'unended-banner',
      suite: 'startup_timeout_ms: 500\n',
      scenarios: { any: ECHO },
    });
    expect(run.code).toBe(3);
    expect(run.of('any').code).toBe('start_failed');
    expect(run.of('any').message).toMatch(/ready> \{.*serverInfo/);
  });

  test('one of another protocol revision: both sides are shown, and an older one works', async () => {
    const modes = ['old-revision', 'unknown-revision', 'new-revision'];
    const projects = modes.map((mode): [string, Project] => [
      mode,
      { mode, scenarios: { [mode]: ECHO } },
    ]);
    await runProjects(Object.fromEntries(projects), (run) => {
      expect(run.code).toBe(3);
      expect(run.of('old-revision').status).toBe('passed');
      for (const mode of modes.slice(1)) expect(run.of(mode).code).toBe('start_failed');
      const ours = 'this client speaks 2025-11-25, ';
      expect(run.of('unknown-revision').message).toMatch(new RegExp(`2099-01-01.*${ours}`));
      expect(run.of('new-revision').message).toContain('JSON-RPC error -32022');
      expect(run.of('new-revision').message).toContain('"supported":["2026-07-28"]');
      expect(run.of('new-revision').message).toContain('"requested":"2025-11-25"');
    });
  });

  test('one whose tools cannot be listed', async () => {
    const run = await runProject({ mode: 'list-error', scenarios: { any: ECHO } });
    expect(run.code).toBe(3);
    expect(run.of('any')).toMatchObject({ status: 'errored', code: 'list_failed' });
    expect(run.stdout).toContain('The tool list is being rebuilt');
  });
});

describe('a call without a usable answer', () => {
  test('a hang ends at the cap, by whichever key it is set', async () => {
    const capped = (cap: string) => `${cap}${calls('hang', '{}', 'expected_contains: x')}`;
    const run = await runProject({
      mode: 'hang',
      suite: 'timeout_ms: 350\n',
      scenarios: {
        by_suite: capped(''),
        by_scenario: capped('timeout_ms: 250\n'),
        by_step: calls('hang', '{}', '    timeout_ms: 150', '    expect: { error: true }'),
        fine: ECHO,
      },
    });
    expect(run.code).toBe(3);
    for (const [name, cap] of [
      ['by_suite', 350],
      ['by_scenario', 250],
      ['by_step', 150],
    ] as const) {
      expect(run.of(name)).toMatchObject({ status: 'errored', code: 'timeout' });
      expect(run.of(name).message).toContain(`no answer to tools/call of "hang" after ${cap} ms`);
    }
    expect(run.of('fine').status).toBe('passed');
  });

  test('one that is late to answer is replaced, on a shared process too', async () => {
    await withDiary(async (diary) => {
      const run = await runProject({
        suite: `${diaryTarget('late')}isolation: suite\n`,
        scenarios: {
          a_first: ECHO,
          b_late: `timeout_ms: 200\n${calls('late', '{ ms: 400 }', 'expected_contains: late')}`,
          c_next: calls('late', '{ ms: 300, text: mine }', "expected_matches: '^mine$'"),
          d_last: ECHO,
        },
        cli: { env: diary.env },
      });
      expect(run.code).toBe(3);
      const { b_late, ...others } = statuses(run.report);
      expect(b_late).toBe('errored');
      expect(others).toEqual({ a_first: 'passed', c_next: 'passed', d_last: 'passed' });
      expect(run.of('c_next').findings).toEqual([]);
      expect(diary.lines().filter((line) => line.startsWith('start '))).toHaveLength(2);
    });
  });

  test('broken JSON, a log on its line, a null result, an id that nobody asked with', async () => {
    const modes = ['bad-json', 'glued-log', 'null-result', 'wrong-id'];
    const projects = modes.map((mode): [string, Project] => [
      mode,
      {
        mode,
        suite: 'timeout_ms: 300\n',
        scenarios: {
          [`${mode}_error`]: calls('garble', '{}', '    expect: { error: true }'),
          [`${mode}_absent`]: calls('garble', '{}', 'expected_not_contains: x'),
        },
      },
    ]);
    await runProjects(Object.fromEntries(projects), (run) => {
      expect(run.code).toBe(3);
      expect(run.report.summary).toMatchObject({ errored: 8, passed: 0 });
      for (const mode of modes) expect(run.of(`${mode}_error`).findings).toHaveLength(1);
    });
  });
});
