import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, withFiles } from './drive.ts';
import { ECHO, projectFiles, readReport } from './reported.ts';

const files = {
  ...projectFiles({ scenarios: { a: ECHO, b: 'tool_sequence: []\nexpected_contain: x\n' } }),
  'old.json': '{"old": true}',
};

test('input that is refused replaces an older report', async () => {
  await withFiles(files, async (cwd) => {
    const run = await runCli(['run', '.', '--reporter', 'json=old.json'], { cwd });
    expect([run.code, run.stdout]).toEqual([2, '']);
    const report = await readReport(await readFile(join(cwd, 'old.json'), 'utf8'));
    expect(report).toMatchObject({ exit_code: 2, scenarios: [], summary: { passed: 0 } });
    expect(report).toHaveProperty('diagnostics', [
      expect.objectContaining({ code: 'bad_value', file: 'b.yaml', line: 2 }),
      expect.objectContaining({ code: 'unknown_key', file: 'b.yaml', line: 3, column: 1 }),
    ]);
  });
});

test('a machine that reads standard output gets a report, people the text', async () => {
  await withFiles(files, async (cwd) => {
    const run = await runCli(['run', '.', '--reporter', 'json'], { cwd });
    expect(run.code).toBe(2);
    expect((await readReport(run.stdout)).exit_code).toBe(2);
    expect(run.stderr).toContain('did you mean "expected_contains"?');
  });
});

test('--list needs no suite, and shows the tags', async () => {
  const bare = { 'a.yaml': `name: a\ntags: [slow, read]\n${ECHO}` };
  await withFiles(bare, async (cwd) => {
    const list = await runCli(['run', '.', '--list'], { cwd });
    expect([list.code, list.stdout]).toEqual([0, 'a.yaml  a  [slow, read]\n']);
    expect((await runCli(['run', '.'], { cwd })).code).toBe(2);
  });
});
