import { describe, expect, test } from 'vitest';
import { runCli, withFiles } from './drive.ts';
import { calls, projectFiles, runProject, runReported, target } from './reported.ts';

/** What moves a cursor, hides text or turns its direction, and what a log of GitHub would obey. */
const ACTS = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const COMMANDS = /^\s*::|##\[/m;

const EVIL =
  'start\u001b[2J\u001b]8;;http://x.invalid\u0007\u009b31m\rover\b\u0000\u202etxt\u2066\u200b\u2028::error::forged\n::error::forged\n##[error]forged\ufeff end';

const harmless = (shown: string): void => {
  expect(shown).not.toMatch(ACTS);
  expect(shown).not.toMatch(COMMANDS);
};

const shows = (tool: string, args: unknown, ...checks: readonly string[]): string =>
  calls(tool, JSON.stringify(args), ...checks);

describe('hostile text', () => {
  test('of a tool, in a failure, an error, an argument and a passing scenario', async () => {
    const run = await runProject({
      scenarios: {
        fails: shows('echo', { text: EVIL }, 'expected_contains: [ends, "over\\u0008 x"]'),
        forbidden: shows('echo', { text: EVIL }, 'expected_not_contains: forged'),
        pattern: shows('echo', { text: EVIL }, "expected_matches: 'nothing of it'"),
        error: shows('fail', { text: EVIL }, 'expected_contains: x'),
        argument: shows('echo', { [EVIL]: 1, text: 5 }, 'expected_contains: x'),
        tool: shows(JSON.stringify(EVIL), {}, 'expected_contains: x'),
        passes: shows('echo', { text: EVIL }, 'expected_contains: start'),
      },
      args: ['--verbose'],
    });
    expect(run.code).toBe(1);
    expect(run.report.summary).toMatchObject({ failed: 6, passed: 1 });
    harmless(run.stdout);
    expect(run.stdout).toContain('start\\x1b[2J');
    expect(run.of('passes').output).toBe(EVIL);
  });

  test('in the report for machines', async () => {
    const scenarios = { fails: shows('echo', { text: EVIL }, 'expected_contains: ends') };
    await withFiles(projectFiles({ scenarios }), async (folder) => {
      const run = await runCli(['run', '.', '--reporter', 'json'], { cwd: folder });
      expect(run.code).toBe(1);
      harmless(run.stdout);
      expect(JSON.stringify(JSON.parse(run.stdout))).toContain(JSON.stringify(EVIL).slice(1, -1));
    });
  });

  test('of a server: its stderr, its banner, its way of failing', async () => {
    const script = `process.stderr.write(${JSON.stringify(EVIL)}); process.exit(4)`;
    const run = await runProject({
      suite: `target: ${JSON.stringify({ command: process.execPath, args: ['-e', script] })}\n`,
      scenarios: { any: shows('echo', {}, 'expected_contains: x') },
      args: ['--verbose'],
    });
    expect(run.code).toBe(3);
    harmless(run.stdout);
    expect(run.of('any').stderr).toBe(EVIL);
  });

  test('in the names of files and scenarios, when they pass, fail, are listed or are mistaken', async () => {
    const name = `a\u001b[2J\r\u202eb\n::error::c`;
    const good = shows('echo', { text: 'x' }, 'expected_contains: x');
    const one = (text: string) => ({
      'suite.yaml': target('ok'),
      [`${name}.yaml`]: `name: ${JSON.stringify(name)}\n${text}`,
    });
    await withFiles(one(good), async (folder) => {
      const run = await runReported(folder, ['--verbose']);
      expect(run.code).toBe(0);
      harmless(run.stdout);
      expect(run.of(name).id).toBe(`${name}.yaml`);
      const listed = await runCli(['run', '.', '--list'], { cwd: folder });
      expect(listed.code).toBe(0);
      harmless(listed.stdout);
      expect(listed.stdout.trimEnd().split('\n')).toHaveLength(1);
    });
    await withFiles(one(good.replace('contains: x', 'contains: z')), async (folder) => {
      const run = await runReported(folder);
      expect(run.code).toBe(1);
      harmless(run.stdout);
    });
    await withFiles(one(`${good}${JSON.stringify(EVIL)}: 1\n`), async (folder) => {
      const run = await runCli(['run', '.', EVIL.replaceAll('\0', '')], { cwd: folder });
      expect(run.code).toBe(2);
      harmless(run.stderr);
    });
  });
});
