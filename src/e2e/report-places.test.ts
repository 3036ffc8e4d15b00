import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diaryTarget, withDiary } from './diary.ts';
import { runCli, startCli, withFiles } from './drive.ts';
import { calls, ECHO, projectFiles, readReport } from './reported.ts';

const ONE = projectFiles({ scenarios: { one: ECHO } });

describe('refused before anything starts', () => {
  test.each([
    ['one.yaml', 'is an input of this run'],
    ['./suite.yaml', 'is an input of this run'],
    ['pipe', 'it is a pipe that nobody reads'],
    ['/proc/nowhere/deep.json', "can't be written"],
  ])('a report to %s', async (file, says) => {
    await withFiles(ONE, async (cwd) => {
      expect(spawnSync('mkfifo', [join(cwd, 'pipe')]).status).toBe(0);
      const run = await runCli(['run', '.', '--reporter', `json=${file}`], { cwd });
      expect([run.code, run.stdout]).toEqual([2, '']);
      expect(run.stderr).toContain(says);
      for (const [path, text] of Object.entries(ONE)) {
        expect(await readFile(join(cwd, path), 'utf8')).toBe(text);
      }
    });
  });

  test('a report over a scenario that cannot be loaded', async () => {
    const broken = { ...ONE, 'one.yaml': 'nonsense: [' };
    await withFiles(broken, async (cwd) => {
      const run = await runCli(['run', '.', '--reporter', 'json=one.yaml'], { cwd });
      expect(run.code).toBe(2);
      expect(await readFile(join(cwd, 'one.yaml'), 'utf8')).toBe('nonsense: [');
    });
  });
});

test('a report says how the process ends when a later one could not be written', async () => {
  await withFiles(ONE, async (cwd) => {
    const reporters = ['--reporter', 'json=a.json', '--reporter', 'pretty'];
    const run = await runCli(['run', '.', ...reporters], { cwd, stdout: '/dev/full' });
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/^the report to standard output was not written: /);
    const report = await readReport(await readFile(join(cwd, 'a.json'), 'utf8'));
    expect(report.exit_code).toBe(3);
  });
});

test('an interrupted run does not wait for a reader that does not read', async () => {
  await withDiary(async (diary) => {
    const scenarios = {
      a: ECHO.replaceAll('hello', 'x'.repeat(400_000)),
      b: calls('hang', '{}', 'expected_contains: x'),
    };
    const files = projectFiles({ suite: diaryTarget('hang'), scenarios });
    await withFiles(files, async (cwd) => {
      const child = startCli(['run', '.', '--reporter', 'json'], { cwd, env: diary.env });
      void diary.until('call hang').then(() => child.kill('SIGINT'));
      const [code] = await once(child, 'exit');
      expect(code).toBe(130);
      child.stdout.destroy();
      await diary.expectNobodyLeft(2);
    });
  });
}, 20_000);
