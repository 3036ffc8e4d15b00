import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleDiagnostics } from '../report/sample-diagnostics.ts';
import { ROOT, runCli, withFiles } from './drive.ts';

const INVALID = join(ROOT, 'fixtures', 'invalid');
const FOLDERS = readdirSync(INVALID);
const CODES = sampleDiagnostics(null).map(({ code }) => code);
/** A target that was started leaves this file behind. */
const MARKER = 'started';

/** Files that don't belong into a repository; made in the copy of the folder. */
const MADE: Readonly<Record<string, readonly [name: string, content: string | Uint8Array]>> = {
  file_too_large: ['recorded.yaml', `# ${'x'.repeat(1024 * 1024)}\n`],
  not_utf8: ['cafe.yaml', Buffer.from('name: caf\xe9\n', 'latin1')],
};

/** Runs a copy, so that a marker is left nowhere else. */
async function runFolder(folder: string) {
  return withFiles({}, async (cwd) => {
    await cp(join(INVALID, folder), cwd, { recursive: true });
    const made = MADE[folder];
    if (made !== undefined) await writeFile(join(cwd, made[0]), made[1]);
    const argsFile = join(cwd, 'args');
    const args = existsSync(argsFile)
      ? readFileSync(argsFile, 'utf8').trimEnd().split('\n')
      : ['run', '.'];
    const { code, stdout, stderr } = await runCli(args, { cwd, env: envOf(cwd) });
    const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    const started = files.filter((file) => file.endsWith(MARKER));
    return { code, stdout, stderr: stderr.replaceAll(cwd, '{cwd}'), started };
  });
}

/** The variables of a folder: lines NAME=VALUE in its file `env`. */
function envOf(cwd: string): Record<string, string> {
  const file = join(cwd, 'env');
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function golden(folder: string, actual: string): string {
  const file = join(INVALID, folder, 'expected.txt');
  if (process.env.UPDATE_GOLDEN === '1') {
    // A test that writes what it expects proves nothing.
    if (process.env.CI) throw new Error('UPDATE_GOLDEN is not for CI');
    writeFileSync(file, actual);
  }
  return readFileSync(file, 'utf8');
}

describe('fixtures/invalid', () => {
  test('has a folder for every code, and one of many mistakes', () => {
    expect(FOLDERS.filter((folder) => folder !== 'many').sort()).toEqual(CODES.toSorted());
  });

  test.for(FOLDERS)('%s: told as expected, nothing started', async (folder) => {
    const { stderr, ...rest } = await runFolder(folder);
    expect(rest).toEqual({ code: 2, stdout: '', started: [] });
    expect(stderr).toBe(golden(folder, stderr));
  });

  test.for(Object.keys(MADE))('%s: its file is not in the repository', (folder) => {
    expect(readdirSync(join(INVALID, folder))).not.toContain(MADE[folder]?.[0]);
  });

  test('without its mistakes a folder starts its target, which leaves the marker', async () => {
    await withFiles({}, async (cwd) => {
      const from = join(INVALID, 'no_match');
      for (const file of ['suite.yaml', 'fine.yaml']) await cp(join(from, file), join(cwd, file));
      expect((await runCli(['run', '.'], { cwd })).code).toBe(3);
      expect(readdirSync(cwd)).toContain(MARKER);
    });
  });
});
