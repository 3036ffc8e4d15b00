import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Connection, ModuleSpec } from './connection.ts';
import { call, connect, expectGone, isRunning, never, soon, textOf, timed } from './test-rig.ts';

const FILE = fileURLToPath(
  new URL('../../fixtures/servers/faulty-module/server.mjs', import.meta.url),
);
const LAST_WORDS = 'last words 1\nlast words 2\nlast words 3\n';

async function open(exportName = 'createServer', env: ModuleSpec['env'] = {}): Promise<Connection> {
  const connection = await connect(
    { transport: 'module', file: FILE, exportName, env, startupTimeoutMs: 20_000, place: null },
    never,
  );
  if (!connection.ok) throw new Error(JSON.stringify(connection.error));
  return connection.value;
}

/** What one call on a fresh connection comes to, and how the connection looks afterwards. */
async function once(tool: string, args = {}, options = soon) {
  const connection = await open();
  const reply = await call(connection, tool, args, options);
  const alive = connection.alive();
  const tail = connection.tail();
  const { value: exit, ms } = await timed(connection.close());
  return { reply, alive, tail, findings: connection.takeFindings(), exit, closeMs: ms, connection };
}

describe('a module', () => {
  it('sees its own environment and nothing of ours', async () => {
    const connection = await open('createServer', { A: 'b' });
    const seen = JSON.parse(String(textOf(await call(connection, 'surroundings', {}, soon))));
    expect(seen).toEqual({
      env: { A: 'b', MCP_EVAL_PROCESS: expect.any(String) },
      argv: [],
      execArgv: [],
      cwd: process.cwd(),
      stdin: '',
      pid: expect.any(Number),
    });
    expect(seen.pid).not.toBe(process.pid);
    await connection.close();
  });

  it('is fresh on each connection, and may run beside itself', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    expect(textOf(await call(first, 'count', {}, soon))).toBe('1');
    expect(textOf(await call(first, 'count', {}, soon))).toBe('2');
    expect(textOf(await call(second, 'count', {}, soon))).toBe('1');
    await Promise.all([first.close(), second.close()]);
  });

  it('prints into its tail, which is no finding', async () => {
    const { reply, findings, connection } = await once('print');
    expect(textOf(reply)).toBe('printed');
    expect(findings).toEqual([]);
    const { stderr } = connection.tail();
    for (const words of ['printed to stdout\n', 'half a line', ...LAST_WORDS.split(/^/m)]) {
      expect(stderr).toContain(words);
    }
  });

  it('prints past Node, and in its children, into its tail too', async () => {
    const { reply, findings, connection } = await once('printPastNode');
    expect(textOf(reply)).toBe('printed');
    expect(findings).toEqual([]);
    for (const words of ['written to 1', 'written to 2', 'child to 1', 'child to 2']) {
      expect(connection.tail().stderr).toContain(words);
    }
  });

  it('gives what JSON makes of its answer', async () => {
    const { reply } = await once('odd');
    expect(reply).toEqual({
      kind: 'result',
      raw: {
        content: [{ type: 'text', text: 'odd' }],
        number: null,
        day: '1970-01-01T00:00:00.000Z',
      },
    });
  });
});

describe('a call to a module', () => {
  it.each([0, 3])('tells process.exit(%d)', async (code) => {
    const { reply, alive, tail, connection } = await once('exit', { code });
    const exit = { code, signal: null };
    expect(reply).toEqual({ kind: 'lost', exit, detail: null });
    expect(alive).toBe(false);
    expect(tail).toEqual({ exit, stderr: LAST_WORDS });
    const { value, ms } = await timed(call(connection, 'echo', {}, soon));
    expect(value.kind).toBe('lost');
    expect(ms).toBeLessThan(5000);
  });

  it.each([
    ['throw', [LAST_WORDS, 'RangeError: nobody catches this', 'server.mjs:', 'the cause']],
    ['reject', ['just a text']],
    ['tooDeep', ['RangeError: Maximum call stack size exceeded']],
  ])('tells what nobody caught: %s', async (tool, words) => {
    const { reply, tail } = await once(tool);
    expect(reply).toEqual({ kind: 'lost', exit: { code: 1, signal: null }, detail: null });
    for (const word of words) expect(tail.stderr).toContain(word);
  });

  it('takes an answer that was sent just before the end', async () => {
    const { reply } = await once('answerAndExit');
    expect(textOf(reply)).toMatch(/just in time$/);
  });

  it('tells that the server closed the connection', async () => {
    const { reply, alive, connection, exit } = await once('hangUp');
    const detail = 'the server closed its output';
    expect(reply).toEqual({ kind: 'lost', exit: null, detail });
    expect(alive).toBe(false);
    expect(connection.tail().stderr).toBe('the connection is closed\n');
    expect(exit).toEqual({ code: 0, signal: null });
  });

  it.each(['hang', 'loop'])('ends at its time: %s', async (tool) => {
    const { reply, alive, exit, closeMs } = await once(tool, {}, { ...soon, timeoutMs: 200 });
    expect(reply).toEqual({ kind: 'timeout', afterMs: 200 });
    expect(alive).toBe(true);
    expect(exit).toEqual(tool === 'hang' ? { code: 0, signal: null } : null);
    expect(closeMs).toBeLessThan(3000);
  });

  it('ends with the run', async () => {
    const run = new AbortController();
    setTimeout(() => run.abort(), 50);
    const { reply } = await once('hang', {}, { ...soon, signal: run.signal });
    expect(reply).toEqual({ kind: 'interrupted' });
  });

  it('takes a large answer, and gives up on one over the limit', async () => {
    const connection = await open();
    const large = await call(connection, 'large', { mib: 63 }, soon);
    expect(textOf(large)).toHaveLength(63 * 1024 * 1024);
    const larger = await call(connection, 'large', { mib: 64 }, soon);
    const detail = 'message too large: more than 64 MiB';
    expect(larger).toEqual({ kind: 'lost', exit: null, detail });
    await connection.close();
    // No string can hold this one.
    expect((await once('tooLong')).reply).toEqual({ kind: 'lost', exit: null, detail });
  });

  it('keeps its time while messages pour in', async () => {
    const { value, ms } = await timed(once('flood', {}, { ...soon, timeoutMs: 500 }));
    expect(value.reply).toEqual({ kind: 'timeout', afterMs: 500 });
    expect(ms).toBeLessThan(10_000);
  });

  it('answers a server that asks much and reads it all', async () => {
    expect(textOf((await once('asks', { times: 20 })).reply)).toBe('20');
  });

  it('gives up on a server that asks without end and reads no answer', async () => {
    const { reply } = await once('floodOfRequests');
    expect(reply).toEqual({
      kind: 'lost',
      exit: null,
      detail: 'the server sends requests and does not read the answers: over 16 MiB wait',
    });
  });
});

describe('the end of a module', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-eval-module-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('waits for what the server does at its end, and for nothing else', async () => {
    const slow = await open('closesSlowly');
    expect(await slow.close()).toEqual({ code: 0, signal: null });
    expect(slow.tail()).toEqual({ exit: null, stderr: expect.stringMatching(`x\n${LAST_WORDS}$`) });
    // It would have to be signalled.
    expect(await (await open('neverIdle')).close()).toEqual({ code: 0, signal: null });
  });

  it.each([
    ['closesNever', null, ''],
    ['hearsTheEnd', { code: 0, signal: null }, 'heard the end'],
    ['closesWithExit', { code: 3, signal: null }, ''],
    ['closesWithError', { code: 1, signal: null }, 'Error: cannot flush'],
  ])('tells how it ended by itself: %s', async (exportName, exit, stderr) => {
    const connection = await open(exportName);
    const { value, ms } = await timed(connection.close());
    expect(value).toEqual(exit);
    expect(ms).toBeLessThan(3000);
    expect(await connection.close()).toEqual(exit);
    expect(connection.alive()).toBe(false);
    expect(connection.tail().stderr).toContain(stderr);
  });

  it.runIf(process.platform === 'linux')('ends the processes that it has started', async () => {
    const farewell = join(folder, 'farewell');
    const connection = await open();
    const heeds = `require('node:fs').writeFileSync(${JSON.stringify(farewell)}, ''); process.exit()`;
    const pids = [heeds, ''].map(async (onTerm) =>
      Number(textOf(await call(connection, 'child', { onTerm }, soon))),
    );
    for (const pid of pids) expect(isRunning(await pid)).toBe(true);
    const { ms } = await timed(connection.close());
    for (const pid of pids) await expectGone(await pid);
    expect(existsSync(farewell)).toBe(true);
    expect(ms).toBeLessThan(3000);
  });
});
