import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProcess } from './process-run.ts';
import { expectGone, never, soon, timed } from './test-rig.ts';

const command = process.execPath;
const { PATH = '' } = process.env;
const run = (script: string, options = soon, env: Record<string, string> = {}) =>
  runProcess({ command, args: ['-e', script], env: { PATH, ...env }, cwd: tmpdir() }, options);

test('gives what it prints on stdout, whole, with its input at an end', async () => {
  const script = `process.stdin.on('data', () => {}).on('end', () => {
    process.stderr.write('a log'); process.stdout.write('ä'.repeat(500_000)); });`;
  expect(await run(script)).toEqual({ ok: true, value: Buffer.from('ä'.repeat(500_000)) });
  expect(await run('')).toEqual({ ok: true, value: Buffer.from('') });
});

test('has this environment, and nothing else', async () => {
  const ran = await run('console.log(process.env.HOME, process.env.MINE)', soon, { MINE: 'a' });
  expect(ran).toEqual({ ok: true, value: Buffer.from('undefined a\n') });
});

test.each([
  ['process.exit(3)', `${command} ended with code 3: `],
  ['console.log(1); throw new Error("broken")', /ended with code 1: [\s\S]*Error: broken/],
  ['console.error("gone"); process.kill(process.pid, "SIGKILL")', /ended by SIGKILL: gone$/],
  [
    'process.stdout.write(Buffer.alloc(17 * 1024 * 1024))',
    `${command} printed more than 16777216 bytes`,
  ],
])('what ends badly has said nothing: %s', async (script, error) => {
  const expected = typeof error === 'string' ? error : expect.stringMatching(error);
  expect(await run(script)).toEqual({ ok: false, error: expected });
});

test('one that is not there', async () => {
  const ran = await runProcess({ command: './none', args: [], env: {}, cwd: tmpdir() }, soon);
  expect(ran).toEqual({ ok: false, error: './none did not start (command_not_found)' });
});

test('ends at its time or with the run, and what it has started with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-eval-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'pids');
  // Both print before they sleep.
  const sleeps = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' });
    require('node:fs').appendFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid + ' ');
    console.log('{}'); setTimeout(() => {}, 60_000);`;
  const end = new AbortController();
  setTimeout(() => end.abort(), 2000);
  const [late, cut] = await Promise.all([
    timed(run(sleeps, { timeoutMs: 2000, signal: never })),
    run(sleeps, { timeoutMs: 20_000, signal: end.signal }),
  ]);
  expect(late.value).toEqual({ ok: false, error: `${command} did not end within 2000 ms` });
  expect(late.ms).toBeLessThan(10_000);
  expect(cut).toEqual({ ok: false, error: 'the run was interrupted' });

  const pids = (await readFile(file, 'utf8')).trim().split(' ').map(Number);
  expect(pids).toHaveLength(4);
  await Promise.all(pids.map(expectGone));
});
