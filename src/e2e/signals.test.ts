import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Diary, diaryTarget, withDiary } from './diary.ts';
import { type CliResult, runCli, withFiles } from './drive.ts';
import { calls, ECHO, projectFiles, type Report, readReport, statuses } from './reported.ts';

const SCENARIOS = {
  a_done: ECHO,
  b_hangs: calls('hang', '{}', 'expected_contains: x'),
  c_waits: ECHO,
  d_waits: ECHO,
};

interface Interrupted extends CliResult {
  readonly report: Report | null;
  /** From the call that hangs to the end of the program. */
  readonly tookMs: number;
}

/** Runs until the hanging call is under way, then lets `interrupt` have the program. */
async function interrupted(
  mode: string,
  diary: Diary,
  interrupt: (child: ChildProcess) => void,
): Promise<Interrupted> {
  const files = projectFiles({ suite: diaryTarget(mode), scenarios: SCENARIOS });
  return withFiles(files, async (folder) => {
    let since = 0;
    const file = join(folder, 'out', 'report.json');
    const args = ['run', '.', '--reporter', 'pretty', '--reporter', `json=${file}`];
    const onStart = (child: ChildProcess): void => {
      void diary.until('call hang').then(() => {
        since = performance.now();
        interrupt(child);
      });
    };
    const result = await runCli(args, { cwd: folder, env: diary.env, onStart });
    const written = await readFile(file, 'utf8').catch(() => null);
    const report = written === null ? null : await readReport(written);
    return { ...result, report, tookMs: performance.now() - since };
  });
}

describe('a signal during a call that hangs', () => {
  test.each([
    ['SIGINT', 130, 'hang'],
    ['SIGTERM', 143, 'grandchild'],
    ['SIGHUP', 129, 'ignore-term'],
    ['SIGQUIT', 131, 'hang'],
  ] as const)('%s: exit %i, a whole report, nobody left (%s)', async (signal, code, mode) => {
    await withDiary(async (diary) => {
      const run = await interrupted(mode, diary, (child) => child.kill(signal));
      expect([run.code, run.signal]).toEqual([code, null]);
      expect(run.report && statuses(run.report)).toEqual({
        a_done: 'passed',
        b_hangs: 'errored',
        c_waits: 'not_run',
        d_waits: 'not_run',
      });
      expect(run.report?.exit_code).toBe(code);
      expect(run.report?.scenarios[1]?.code).toBe('interrupted');
      expect(run.stdout).toMatch(/^INTERRUPTED 1 errored, 1 passed, 2 not run/m);
      expect(run.stdout).toContain('not run: d_waits.yaml');
      expect(run.stderr).toBe('');
      expect(run.tookMs).toBeLessThan(10_000);
      await diary.expectNobodyLeft(2);
    });
  });

  test('a second one does not wait for a server that is slow to end', async () => {
    await withDiary(async (diary) => {
      const run = await interrupted('ignore-term', diary, (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (String(chunk).includes('b_hangs')) child.kill('SIGINT');
        });
        child.kill('SIGINT');
      });
      expect([run.code, run.signal]).toEqual([130, null]);
      // It was cut short before the verdict.
      expect(run.stdout).not.toContain('INTERRUPTED');
      expect(run.report).toBeNull();
      expect((await readdir(diary.env.TMPDIR)).filter((name) => /^mcp-eval-/.test(name))).toEqual(
        [],
      );
      await diary.expectNobodyLeft(2);
    });
  });
});

test('a signal while a server starts', async () => {
  await withDiary(async (diary) => {
    const files = projectFiles({
      suite: diaryTarget('no-initialize'),
      scenarios: { a: ECHO, b: ECHO },
    });
    await withFiles(files, async (folder) => {
      const onStart = (child: ChildProcess): void => {
        void diary.until('ask initialize').then(() => child.kill('SIGTERM'));
      };
      const args = ['run', '.', '--reporter', 'json'];
      const run = await runCli(args, { cwd: folder, env: diary.env, onStart });
      expect(run.code).toBe(143);
      const report = await readReport(run.stdout);
      expect(statuses(report)).toEqual({ a: 'errored', b: 'not_run' });
      expect(report.scenarios[0]?.code).toBe('interrupted');
      await diary.expectNobodyLeft(1);
    });
  });
});
