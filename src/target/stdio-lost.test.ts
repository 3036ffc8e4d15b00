import { describe, expect, it } from 'vitest';
import { call, connect, faulty, never, onCall, soon, textOf, timed, using } from './test-rig.ts';

describe('a call without an answer', () => {
  it('ends at its time, whatever progress comes, and is cancelled', async () => {
    const progress = `setInterval(() => say({ jsonrpc: '2.0', method: 'notifications/progress',
      params: { progressToken: message.id, progress: 1 } }), 20);`;
    await using(onCall(progress), async (connection) => {
      const { value, ms } = await timed(call(connection, 'any', {}, { ...soon, timeoutMs: 300 }));
      expect(value).toEqual({ kind: 'timeout', afterMs: 300 });
      expect(ms).toBeLessThan(5000);
      expect(connection.alive()).toBe(true);
    });
  });

  it('leaves the next one its own answer, and no finding', async () => {
    await using(faulty('late'), async (connection) => {
      const first = await call(connection, 'late', { ms: 250 }, { ...soon, timeoutMs: 100 });
      expect(first.kind).toBe('timeout');
      expect(textOf(await call(connection, 'late', { ms: 400, text: 'own' }, soon))).toBe('own');
      expect(textOf(await call(connection, 'cancelled', {}, soon))).toBe('1');
      expect(connection.takeFindings()).toEqual([]);
    });
  });

  it('ends with the run', async () => {
    await using(faulty('hang'), async (connection) => {
      const run = new AbortController();
      const pending = call(connection, 'hang', {}, { ...soon, signal: run.signal });
      run.abort();
      expect(await pending).toEqual({ kind: 'interrupted' });
      const after = await call(connection, 'hang', {}, { ...soon, signal: run.signal });
      expect(after).toEqual({ kind: 'interrupted' });
    });
  });

  it.each(['bad-json', 'glued-log', 'wrong-id'])('names what came instead: %s', async (mode) => {
    await using(faulty(mode), async (connection) => {
      const reply = await call(connection, 'garble', {}, { ...soon, timeoutMs: 300 });
      expect(reply.kind).toBe('timeout');
      expect(connection.takeFindings()).toHaveLength(1);
    });
  });

  it('does not wait when the answer is one that clients discard', async () => {
    await using(faulty('null-result'), async (connection) => {
      const { value, ms } = await timed(call(connection, 'garble', {}, soon));
      const detail = 'an answer whose result is null, not an object';
      expect(value).toEqual({ kind: 'lost', exit: null, detail });
      expect(ms).toBeLessThan(5000);
      expect(connection.takeFindings()).toEqual([{ code: 'odd_message', detail }]);
      expect(textOf(await call(connection, 'echo', { text: 'on' }, soon))).toBe('on');
    });
  });

  it.each([
    ['exit-3', { code: 3, signal: null }],
    ['exit-0', { code: 0, signal: null }],
    ['killed', { code: null, signal: 'SIGKILL' }],
  ])('tells how the server ended: %s', async (mode, exit) => {
    await using(faulty(mode), async (connection) => {
      const { value, ms } = await timed(call(connection, 'crash', {}, soon));
      expect(value).toEqual({ kind: 'lost', exit, detail: null });
      expect(ms).toBeLessThan(5000);
      expect(connection.alive()).toBe(false);
      const { exit: kept, stderr } = connection.tail();
      expect(kept).toEqual(exit);
      expect(stderr.includes('at query (/srv/app/db.js:41:11)')).toBe(mode === 'exit-3');
      expect((await call(connection, 'echo', {}, soon)).kind).toBe('lost');
    });
  });

  it('does not wait for a descendant that holds the pipes of a dead server', async () => {
    const crash = onCall(`require('node:child_process')
      .spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'inherit' })
      .once('spawn', () => process.exit(3));`);
    await using(crash, async (connection) => {
      const { value, ms } = await timed(call(connection, 'any', {}, soon));
      expect(value).toEqual({ kind: 'lost', exit: { code: 3, signal: null }, detail: null });
      expect(ms).toBeLessThan(2000);
    });
  });

  it('takes an answer that was written just before the end', async () => {
    const last = onCall(`reply(message.id, { content: [{ type: 'text', text: 'x'.repeat(1e6) }] });
      process.stdout.write('', () => process.exit(0));`);
    const reply = await using(last, (connection) => call(connection, 'any', {}, soon));
    expect(textOf(reply)).toHaveLength(1e6);
  });

  it('reports an unfinished line', async () => {
    const cut = onCall(
      `process.stdout.write('{"jsonrpc":"2.0","id":1,"res', () => process.exit(0));`,
    );
    await using(cut, async (connection) => {
      expect((await call(connection, 'any', {}, soon)).kind).toBe('lost');
      expect(connection.takeFindings()).toEqual([
        { code: 'stdout_noise', line: '{"jsonrpc":"2.0","id":1,"res' },
      ]);
    });
  });

  it.each([
    ['its output', `try { require('node:fs').closeSync(1); } catch {}`],
    ['its input', `process.on('uncaughtException', () => {}); require('node:fs').closeSync(0);`],
  ])('tells that the server closed %s', async (what, how) => {
    const close = onCall(`setTimeout(() => {}, 60_000); ${how}`);
    await using(close, async (connection) => {
      const first = call(connection, 'any', { pad: 'x'.repeat(1e6) }, soon);
      const second = call(connection, 'any', { pad: 'x'.repeat(1e6) }, soon);
      const lost = { kind: 'lost', exit: null, detail: `the server closed ${what}` };
      expect(await Promise.all([first, second])).toEqual([lost, lost]);
      expect(connection.alive()).toBe(false);
    });
  });

  it('ends a server that asks without end and reads no answer', async () => {
    const flood = onCall(`process.stdin.pause();
      const lines = JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(2000), method: 'ping' }) + '\\n';
      const more = () => process.stdout.write(lines.repeat(50), more); more();`);
    await using(flood, async (connection) => {
      const { value, ms } = await timed(call(connection, 'any', {}, soon));
      expect(value).toMatchObject({
        kind: 'lost',
        exit: null,
        detail: expect.stringContaining('does not read the answers'),
      });
      expect(ms).toBeLessThan(10_000);
      expect(connection.alive()).toBe(false);
    });
  });

  it('ends a server that sends without end, in bounded memory', async () => {
    const connection = await connect(faulty('flood'), never);
    if (!connection.ok) throw new Error(connection.error.code);
    const before = process.memoryUsage.rss();
    const reply = await call(connection.value, 'flood', {}, soon);
    expect(reply).toEqual({
      kind: 'lost',
      exit: null,
      detail: 'message too large: more than 64 MiB',
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
    expect(connection.value.alive()).toBe(false);
    await connection.value.close();
    expect(connection.value.tail().exit).toBeNull();
  });
});
