import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { runCli, startCli, withFiles } from './drive.ts';
import { calls, ECHO, projectFiles, readReport, server, target } from './reported.ts';

const ONE = projectFiles({ scenarios: { one: ECHO } });
const LONG = calls('big', '{}', 'expected_contains: xxx');
/** Notes each start in a file: a run that is refused starts nothing. */
const NOTED = projectFiles({
  suite: target('ok', { pass_env: ['DIARY'] }),
  scenarios: { one: ECHO },
});

describe('the report for machines', () => {
  test('of a megabyte arrives whole through a pipe', async () => {
    const step = '  - tool: big\n    args: { bytes: 70000 }\n';
    const scenarios = { long: `tool_sequence:\n${step.repeat(17)}expected_contains: xxx\n` };
    await withFiles(projectFiles({ mode: 'big', scenarios }), async (folder) => {
      const run = await runCli(['run', '.', '--reporter', 'json'], { cwd: folder });
      expect(run.code).toBe(0);
      expect(run.stdout.length).toBeGreaterThan(1024 * 1024);
      const report = await readReport(run.stdout);
      expect(report.summary).toMatchObject({ passed: 1, tool_calls: 17 });
    });
  });

  test('stands in a file, new folders included, beside the one for people', async () => {
    await withFiles({ ...ONE, 'out/old.json': 'an older one' }, async (folder) => {
      for (const file of ['new/deep/report.json', 'out/old.json']) {
        const run = await runCli(['run', '.', '--reporter', `json=${file}`], { cwd: folder });
        expect(run.code).toBe(0);
        expect(run.stdout).toMatch(/^PASSED 1 passed/m);
        const report = await readReport(await readFile(join(folder, file), 'utf8'));
        expect(report.summary.passed).toBe(1);
      }
    });
  });

  test('follows a link, and a pipe stays a pipe', async () => {
    await withFiles({ ...ONE, 'real.json': 'an older one' }, async (folder) => {
      await symlink('real.json', join(folder, 'link.json'));
      await runCli(['run', '.', '--reporter', 'json=link.json'], { cwd: folder });
      await readReport(await readFile(join(folder, 'real.json'), 'utf8'));

      const pipe = join(folder, 'pipe');
      expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
      const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
      const read = text(reader.stdout);
      try {
        const run = await runCli(['run', '.', '--reporter', 'json=pipe'], { cwd: folder });
        expect(run.code, run.stderr).toBe(0);
        expect((await stat(pipe)).isFIFO()).toBe(true);
        await readReport(await read);
      } finally {
        reader.kill();
      }
    });
  });
});

describe('a report that cannot be written', () => {
  test.each([
    ['a folder', 'json=out', 'is a folder'],
    ['below a file', 'json=one.yaml/report.json', "can't be written"],
    ['where nobody may write', 'json=/proc/report.json', "can't be written"],
    ['an unknown kind', 'xml', 'there is no such reporter; known: pretty, json'],
    ['one that is not built', 'junit=report.xml', 'not supported yet'],
    ['no file', 'json=', 'The file is missing'],
  ])('%s: refused before anything starts', async (_, reporter, says) => {
    await withFiles({ ...NOTED, 'out/.keep': '' }, async (folder) => {
      const diary = join(folder, 'diary.txt');
      const args = ['run', '.', '--reporter', reporter];
      const run = await runCli(args, { cwd: folder, env: { DIARY: diary } });
      expect(run.code).toBe(2);
      expect(run.stdout).toBe('');
      expect(run.stderr).toContain(says);
      await expect(stat(diary)).rejects.toThrow('ENOENT');
    });
  });

  test('two reporters with one place', async () => {
    await withFiles(ONE, async (folder) => {
      for (const places of [
        ['json=a.json', 'json=./a.json'],
        ['json', 'pretty'],
      ]) {
        const reporters = places.flatMap((place) => ['--reporter', place]);
        const run = await runCli(['run', '.', ...reporters], { cwd: folder });
        expect(run.code).toBe(2);
        expect(run.stderr).toContain('another reporter writes to');
      }
    });
  });

  test('at the end of the run: exit 3, and the verdict is told', async () => {
    const { command, args } = server('ok');
    const script = `rm -rf out; exec ${command} ${args.join(' ')}`;
    const suite = `target: ${JSON.stringify({ command: 'sh', args: ['-c', script] })}\n`;
    const scenarios = { good: ECHO, bad: calls('echo', '{ text: a }', 'expected_contains: b') };
    await withFiles(projectFiles({ suite, scenarios }), async (folder) => {
      for (const [grep, code, verdict] of [
        ['good', 3, /^NOT COMPLETE 1 passed/m],
        ['bad', 1, /^FAILED 1 failed/m],
      ] as const) {
        const options = ['--reporter', 'json=out/report.json', '--grep', `${grep}.yaml`];
        const run = await runCli(['run', '.', ...options], { cwd: folder });
        expect(run.code).toBe(code);
        expect(run.stdout).toMatch(verdict);
        expect(run.stderr).toMatch(/^the report to out\/report\.json was not written: /m);
        expect(run.stderr).not.toMatch(/^ +at /m);
      }
    });
  });
});

describe('a reader that goes away', () => {
  test('at once: no stack, no hang, and not green', async () => {
    await withFiles(ONE, async (folder) => {
      const child = startCli(['run', '.'], { cwd: folder });
      child.stdout.destroy();
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      expect(code).toBe(3);
      expect(stderr).toBe('the report to standard output was not written: write EPIPE\n');
    });
  });

  test('in the middle of a long report', async () => {
    const scenarios = { a: LONG, b: LONG, c: LONG };
    await withFiles(projectFiles({ mode: 'big', scenarios }), async (folder) => {
      const child = startCli(['run', '.', '--reporter', 'json'], { cwd: folder });
      child.stdout.once('data', () => child.stdout.destroy());
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      expect(code).toBe(3);
      expect(stderr).toContain('the report to standard output was not written');
      expect(stderr).not.toMatch(/^ +at /m);
    });
  });

  test('nobody reads the mistakes', async () => {
    await withFiles(ONE, async (folder) => {
      const child = startCli(['run', 'nowhere'], { cwd: folder });
      child.stderr.destroy();
      const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
      expect(code).toBe(2);
      expect(stdout).toBe('');
    });
  });
});
