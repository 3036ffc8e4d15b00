import { describe, expect, test } from 'vitest';
import { diaryTarget, withDiary } from './diary.ts';
import { calls, ECHO, runProject, runProjects, server, statuses } from './reported.ts';

/** Generous: only for what would otherwise wait for a server that never ends. */
const SOON_MS = 15_000;

describe('a server that does not end by itself', () => {
  test.each([
    ['open-handles', 3],
    ['ignore-term', 3],
    ['grandchild', 6],
    ['detached-grandchild', 6],
  ])('%s: the run ends and nobody is left, whatever the verdict', async (mode, processes) => {
    await withDiary(async (diary) => {
      const started = performance.now();
      const run = await runProject({
        suite: diaryTarget(mode),
        scenarios: {
          passes: ECHO,
          fails: calls('echo', '{ text: hello }', 'expected_contains: goodbye'),
          is_cut: calls('ehco', '{ text: hello }', 'expected_contains: hello'),
        },
        cli: { env: diary.env },
      });
      expect(run.code).toBe(1);
      expect(statuses(run.report)).toEqual({ passes: 'passed', fails: 'failed', is_cut: 'failed' });
      expect(performance.now() - started).toBeLessThan(SOON_MS);
      await diary.expectNobodyLeft(processes);
    });
  });

  test('a grandchild is not left behind by a server that crashes, nor by one that hangs', async () => {
    await withDiary(async (diary) => {
      const run = await runProject({
        suite: `${diaryTarget('grandchild')}timeout_ms: 300\n`,
        scenarios: {
          crash: calls('crash', '{}', 'expected_contains: x'),
          hang: calls('hang', '{}', 'expected_contains: x'),
        },
        cli: { env: diary.env },
      });
      expect(run.code).toBe(3);
      expect(run.of('crash').code).toBe('connection_lost');
      expect(run.of('hang').code).toBe('timeout');
      await diary.expectNobodyLeft(4);
    });
  });

  test('a launcher that puts it into the background and waits', async () => {
    await withDiary(async (diary) => {
      const { command, args } = server('ok');
      const script = `exec 3<&0; ${command} ${args.join(' ')} <&3 & sleep 600; true`;
      const launcher = { command: 'sh', args: ['-c', script], pass_env: ['DIARY'] };
      const run = await runProject({
        suite: `target: ${JSON.stringify(launcher)}\n`,
        scenarios: { passes: ECHO },
        cli: { env: diary.env },
      });
      expect(run.code, run.stdout).toBe(0);
      await diary.expectNobodyLeft(1);
    });
  });
});

describe('a server that talks a lot', () => {
  test('4 MB on stderr do not hold up a failing run', async () => {
    const chatter = (needle: string) => calls('chatter', '{}', `expected_contains: ${needle}`);
    const run = await runProject({
      mode: 'chatty-stderr',
      scenarios: { bad: chatter('nothing of it'), good: chatter('said it all') },
    });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({ bad: 'failed', good: 'passed' });
    expect(run.stdout).toContain('expected  "nothing of it"');
    expect(run.stdout).toMatch(/\| 4095\.+/);
    expect(run.stdout.length).toBeLessThan(20_000);
  });

  test('a message without an end is refused, and the run goes on', async () => {
    const run = await runProject({
      mode: 'flood',
      scenarios: { flood: calls('flood', '{}', 'expected_contains: x'), next: ECHO },
    });
    expect(run.code).toBe(3);
    expect(statuses(run.report)).toEqual({ flood: 'errored', next: 'passed' });
    expect(run.of('flood').message).toContain('message too large');
  });

  test('a list of tools on several pages is read whole, one without an end is not', async () => {
    const modes = ['many-pages', 'repeat-cursor', 'no-tools'];
    const projects = modes.map((mode) => [mode, { mode, scenarios: { [mode]: ECHO } }]);
    await runProjects(Object.fromEntries(projects), (run) => {
      expect(run.code).toBe(1);
      expect(statuses(run.report)).toEqual({
        'many-pages': 'passed',
        'repeat-cursor': 'passed',
        'no-tools': 'failed',
      });
      expect(run.of('repeat-cursor').findings[0]?.code).toBe('repeated_cursor');
    });
  });

  test('a banner on stdout is noted, and harms nothing', async () => {
    const run = await runProject({ mode: 'stdout-banner', scenarios: { any: ECHO } });
    expect(run.code).toBe(0);
    expect(run.of('any').findings).toMatchObject([{ code: 'stdout_noise' }]);
    expect(run.stdout).toContain('\\x1b[32mFaulty server\\x1b[0m listening');
  });
});
