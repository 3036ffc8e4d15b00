import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { Connection } from './connection.ts';
import { call, connect, expectGone, never, soon, textOf, timed } from './test-rig.ts';

const FILE = fileURLToPath(
  new URL('../../fixtures/servers/faulty-module/server.mjs', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'mcp-eval-module-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Opened {
  readonly connection: Connection;
  readonly pid: number;
}

async function open(): Promise<Opened> {
  const spec = { transport: 'module', file: FILE, exportName: 'createServer', env: {} } as const;
  const connection = await connect({ ...spec, startupTimeoutMs: 20_000, place: null }, never);
  if (!connection.ok) throw new Error(JSON.stringify(connection.error));
  const seen = textOf(await call(connection.value, 'surroundings', {}, soon));
  return { connection: connection.value, pid: JSON.parse(String(seen)).pid };
}

async function expectEnd({ connection, pid }: Opened): Promise<void> {
  const { ms } = await timed(connection.close());
  expect(ms).toBeLessThan(5000);
  await expectGone(pid);
}

/** After them what has been closed is closed. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

describe.skipIf(process.platform === 'win32')('a module that blocks its process', () => {
  const fifo = join(folder, 'fifo');

  it.concurrent.each<[string, JsonObject]>([
    ['readsFile', { path: fifo }],
    ['fillsPool', {}],
    ['loop', {}],
  ])('is ended, and holds up nothing of ours: %s', async (tool, args) => {
    if (!existsSync(fifo)) spawnSync('mkfifo', [fifo]);
    const opened = await open();
    const reply = await call(opened.connection, tool, args, { ...soon, timeoutMs: 200 });
    expect(reply).toEqual({ kind: 'timeout', afterMs: 200 });
    expect(await readFile(FILE, 'utf8')).not.toBe('');
    await expectEnd(opened);
  });
});

describe.runIf(process.platform === 'linux')('a child of a module without the mark', () => {
  it('is ended while the module waits for it', async () => {
    const pidFile = join(folder, 'pid');
    const opened = await open();
    const run = new AbortController();
    const options = { ...soon, signal: run.signal };
    const reply = call(opened.connection, 'runsChild', { pidFile }, options);
    const read = () => expect(readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/);
    await vi.waitFor(read, { timeout: 20_000, interval: 5 });
    run.abort();
    expect(await reply).toEqual({ kind: 'interrupted' });
    await expectEnd(opened);
    await expectGone(Number(readFileSync(pidFile, 'utf8')));
  });

  it('is ended in a session of its own', async () => {
    const opened = await open();
    const child = Number(textOf(await call(opened.connection, 'hidingChild', {}, soon)));
    await expectEnd(opened);
    await expectGone(child);
  });

  it('holds nothing open if it cannot be found', async () => {
    const pipes = () => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap');
    await someTurns();
    const before = pipes();
    const opened = await open();
    const stray = Number(textOf(await call(opened.connection, 'leaveStray', {}, soon)));
    await expectEnd(opened);
    await vi.waitFor(() => expect(pipes()).toEqual(before));
    process.kill(stray, 'SIGKILL');
    await expectGone(stray);
  });
});

describe('a module that closes descriptors', () => {
  it.each([
    [1, 'last words 1\nlast words 2\nlast words 3\n'],
    [2, ''],
  ])('goes on without its standard streams up to %d', async (to, stderr) => {
    const opened = await open();
    const closed = await call(opened.connection, 'closeDescriptors', { from: 0, to }, soon);
    expect(textOf(closed)).toBe('closed');
    await someTurns();
    const reply = await call(opened.connection, 'exit', { code: 3 }, soon);
    await expectEnd(opened);
    expect(reply).toMatchObject({ kind: 'lost', exit: { code: 3 } });
    expect(opened.connection.tail().stderr).toBe(stderr);
  });

  it.each([3, 4])('loses its connection with number %d', async (each) => {
    const opened = await open();
    await call(opened.connection, 'closeDescriptors', { from: each, to: each }, soon);
    await someTurns();
    const reply = await call(opened.connection, 'echo', {}, { ...soon, timeoutMs: 5000 });
    await expectEnd(opened);
    expect(reply.kind).toBe('lost');
  });
});
