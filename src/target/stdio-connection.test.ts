import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  call,
  connect,
  expectGone,
  faulty,
  isRunning,
  never,
  onCall,
  scripted,
  soon,
  textOf,
  timed,
  using,
} from './test-rig.ts';

describe('a connection', () => {
  it('reports what is no message, and goes on', async () => {
    await using(faulty('stdout-banner'), async (connection) => {
      expect(textOf(await call(connection, 'echo', { text: 'hi' }, soon))).toBe('hi');
      expect(connection.takeFindings()).toEqual([
        { code: 'stdout_noise', line: '\u001b[32mFaulty server\u001b[0m listening on stdio' },
      ]);
      expect(connection.takeFindings()).toEqual([]);
    });
  });

  it('takes the id as a string, and says so', async () => {
    await using(onCall('reply(String(message.id), { content: [] })'), async (connection) => {
      expect((await call(connection, 'any', {}, soon)).kind).toBe('result');
      expect(connection.takeFindings()).toMatchObject([{ code: 'odd_message' }]);
    });
  });

  it('refuses what a server asks of it, since it declared nothing', async () => {
    const ask = `if (message.error) return reply(global.asked, { content: [], error: message.error });
      if (message.method !== 'tools/call') return;
      global.asked = message.id;
      say({ jsonrpc: '2.0', id: 'q', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });`;
    const reply = await using(scripted(ask), (connection) => call(connection, 'any', {}, soon));
    expect(reply).toMatchObject({ raw: { error: { code: -32601 } } });
  });

  it('serves thousands of calls, also at once, without a warning', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const run = new AbortController();
    const options = { ...soon, signal: run.signal };
    await using(faulty('ok'), async (connection) => {
      const echo = (text: string) => call(connection, 'echo', { text }, options);
      for (let at = 0; at < 1000; at += 1) await echo('one');
      const replies = await Promise.all(Array.from({ length: 1000 }, (_, at) => echo(String(at))));
      expect(replies.map(textOf)).toEqual(Array.from({ length: 1000 }, (_, at) => String(at)));
    });
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('is lost to a call that waits while it is closed', async () => {
    await using(faulty('hang'), async (connection) => {
      const pending = call(connection, 'hang', {}, soon);
      await connection.close();
      expect((await pending).kind).toBe('lost');
      expect(connection.alive()).toBe(false);
      expect((await call(connection, 'echo', {}, soon)).kind).toBe('lost');
    });
  });

  it.each(['grandchild', 'detached-grandchild'])('leaves nothing behind: %s', async (mode) => {
    const connection = await connect(faulty(mode), never);
    if (!connection.ok) throw new Error(connection.error.code);
    const pid = Number(textOf(await call(connection.value, 'grandchild', {}, soon)));
    expect(isRunning(pid)).toBe(true);
    const { ms } = await timed(connection.value.close());
    expect(ms).toBeLessThan(2500);
    await expectGone(pid);
  });

  it('signals no server that heeds the end of its input, and tells how it ended', async () => {
    const connection = await connect(faulty('ok'), never);
    if (!connection.ok) throw new Error(connection.error.code);
    const own = { code: 0, signal: null };
    const closed = await Promise.all([connection.value.close(), connection.value.close()]);
    expect(closed).toEqual([own, own]);
    expect(connection.value.tail()).toEqual({ exit: null, stderr: '' });
  });
});

it('leaves no rejection unhandled', async () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  const run = new AbortController();
  await using(faulty('hang'), async (connection) => {
    const calls = [0, 1, 2].map(() =>
      call(connection, 'hang', {}, { ...soon, signal: run.signal }),
    );
    run.abort();
    await connection.close();
    await Promise.all(calls);
  });
  await once(AbortSignal.timeout(20), 'abort');
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
});
