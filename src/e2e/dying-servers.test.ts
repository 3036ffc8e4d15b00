import { describe, expect, test } from 'vitest';
import { withFiles } from './drive.ts';
import {
  calls,
  ECHO,
  projectFiles,
  runProject,
  runReported,
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
      scenarios: { a: ECHO, b_crash: DIES_IN_THE_MIDDLE, c: ECHO },
    });
    expect(run.code).toBe(3);
    expect(statuses(run.report)).toEqual({ a: 'passed', b_crash: 'errored', c: 'passed' });
  });
});

describe('a server that does not start', () => {
  const START = [
    [
      'missing command',
      { command: 'no-such-command', args: [] },
      'the command "no-such-command" was not found',
    ],
    ['missing folder', { cwd: './nowhere' }, 'its working directory'],
    ['no exec bit', { command: './plain.txt', args: [] }, '"./plain.txt" is not executable'],
    ['fatal', {}, 'it exited with code 1 before it answered initialize'],
  ] as const;

  test.each(START)(
    '%s: told apart, with the command, the folder and the line',
    async (_, rest, says) => {
      const project = {
        suite: `# a comment\n${target('fatal-env', rest)}`,
        scenarios: {
          any: ECHO,
          absent: calls('echo', '{ text: x }', 'expected_not_contains: nothing'),
        },
        files: { 'plain.txt': 'no program' },
      };
      await withFiles(projectFiles(project), async (folder) => {
        const run = await runReported(folder);
        expect(run.code).toBe(3);
        expect(statuses(run.report)).toEqual({ any: 'errored', absent: 'errored' });
        expect(run.of('any')).toMatchObject({
          code: 'start_failed',
          steps: [{ status: 'not_run' }],
        });
        expect(run.stdout).toContain(`the server did not start: ${says}`);
        expect(run.stdout).toMatch(/suite\.yaml:2:\d+ {2}the server did not start/);
        expect(run.stdout).toMatch(/^ {4}command {3}\S/m);
        expect(run.stdout).toContain(`    cwd       ${folder}`);
        expect(run.report.summary.tool_calls).toBe(0);
      });
    },
  );

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

  test.each(['bad-json', 'null-result', 'glued-log', 'wrong-id'])('%s is errored', async (mode) => {
    const run = await runProject({
      mode,
      suite: 'timeout_ms: 500\n',
      scenarios: {
        error: calls('garble', '{}', '    expect: { error: true }'),
        absent: calls('garble', '{}', 'expected_not_contains: x'),
      },
    });
    expect(run.code).toBe(3);
    expect(statuses(run.report)).toEqual({ error: 'errored', absent: 'errored' });
  });
});
