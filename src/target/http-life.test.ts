import { describe, expect, it, vi } from 'vitest';
import { type FaultyHttp, start } from '../../fixtures/servers/faulty-http/server.mjs';
import type { Connection, HttpSpec } from './connection.ts';
import { call, connect, never, soon, textOf, timed } from './test-rig.ts';

function endpoint(url: string): HttpSpec {
  return {
    transport: 'http',
    url,
    headers: {},
    served: null,
    startupTimeoutMs: 20_000,
    place: null,
  };
}

async function open(url: string): Promise<Connection> {
  const connection = await connect(endpoint(url), never);
  if (!connection.ok) throw new Error(JSON.stringify(connection.error));
  return connection.value;
}

/** Runs `use` on a connection to a server in this mode, and gives the server as it was left. */
async function using(
  mode: string,
  use: (connection: Connection, server: FaultyHttp) => Promise<void>,
): Promise<FaultyHttp> {
  const server = await start(mode);
  const connection = await open(server.url);
  try {
    await use(connection, server);
  } finally {
    await connection.close();
    await server.close();
  }
  return server;
}

const short = { ...soon, timeoutMs: 300 };

describe('a call over HTTP that is not answered in time', () => {
  it.each(['silent', 'stall'])('tells for how long no data came: %s', async (mode) => {
    const { stats } = await using(mode, async (connection) => {
      const { value, ms } = await timed(call(connection, 'echo', {}, short));
      expect(value).toEqual({ kind: 'timeout', afterMs: 300, silentMs: expect.any(Number) });
      expect(value).toHaveProperty('silentMs', expect.closeTo(300, -3));
      expect(ms).toBeLessThan(5000);
      expect(connection.alive()).toBe(true);
    });
    expect(stats).toMatchObject({ calls: 1, cancelled: 1, opened: 1, deleted: 1 });
  });

  it('is not kept alive by progress', async () => {
    const { stats } = await using('progress-forever', async (connection) => {
      const reply = await call(connection, 'echo', {}, short);
      expect(reply).toMatchObject({ kind: 'timeout', afterMs: 300 });
      if (reply.kind === 'timeout') expect(reply.silentMs).toBeLessThan(300);
    });
    expect(stats).toMatchObject({ calls: 1, cancelled: 1, opened: 1, deleted: 1 });
  });

  it('passes when the answer follows the progress in time', async () => {
    await using('late-in-stream', async (connection) => {
      const reply = await call(connection, 'echo', { text: 'on time', ms: 200 }, soon);
      expect(textOf(reply)).toBe('on time');
    });
  });

  it('leaves the next one its own answer, and no finding', async () => {
    const { stats } = await using('late', async (connection, server) => {
      const late = await call(
        connection,
        'echo',
        { text: 'late', ms: 250 },
        { ...soon, timeoutMs: 100 },
      );
      expect(late.kind).toBe('timeout');
      await server.until(() => server.stats.cancelled === 1);
      expect(textOf(await call(connection, 'echo', { text: 'own', ms: 300 }, soon))).toBe('own');
      expect(connection.takeFindings()).toEqual([]);
    });
    expect(stats).toMatchObject({ calls: 2, cancelled: 1, opened: 1, deleted: 1 });
  });

  it('is cancelled though there is no session to end', async () => {
    const server = await start('silent', { sessionless: true });
    const connection = await open(server.url);
    await call(connection, 'echo', {}, { ...soon, timeoutMs: 50 });
    await connection.close();
    expect(server.stats.cancelled).toBe(1);
    await server.close();
  });

  it.each(['stall', 'sse-open'])('is not read on, nor is an answered one: %s', async (mode) => {
    await using(mode, async (connection, server) => {
      await Promise.all([1, 2, 3].map(() => call(connection, 'echo', {}, short)));
      await expectNoConnection(server);
    });
  });

  it('ends with the run', async () => {
    const { stats } = await using('silent', async (connection, server) => {
      const run = new AbortController();
      const pending = call(connection, 'echo', {}, { ...soon, signal: run.signal });
      await server.until(() => server.stats.calls === 1);
      run.abort();
      expect(await pending).toEqual({ kind: 'interrupted' });
    });
    expect(stats).toMatchObject({ calls: 1, cancelled: 1, deleted: 1 });
  });
});

describe('a connection over HTTP', () => {
  it.each(['no-delete', 'hang-delete', 'no-session'])('ends though: %s', async (mode) => {
    const server = await start(mode);
    const connection = await open(server.url);
    expect(textOf(await call(connection, 'echo', { text: 'hi' }, soon))).toBe('hi');
    const { value, ms } = await timed(connection.close());
    expect(value).toBeNull();
    expect(ms).toBeLessThan(4000);
    expect(connection.alive()).toBe(false);
    const asked = server.requests.filter(({ method }) => method === 'DELETE').length;
    expect(asked).toBe(mode === 'no-session' ? 0 : 1);
    expect((await call(connection, 'echo', {}, soon)).kind).toBe('lost');
    await connection.close();
    await server.close();
  });

  it('ends soon once the run has ended, though the server does not answer', async () => {
    const run = new AbortController();
    const server = await start('stubborn');
    const opened = await connect(endpoint(server.url), run.signal);
    if (!opened.ok) throw new Error(opened.error.code);
    const pending = call(opened.value, 'echo', {}, { ...soon, signal: run.signal });
    await server.until(() => server.stats.calls === 1);
    run.abort();
    expect(await pending).toEqual({ kind: 'interrupted' });
    expect((await timed(opened.value.close())).ms).toBeLessThan(2300);
    expect(server.requests.at(-1)?.method).toBe('DELETE');
    await server.close();
  });

  it('ends the calls that still wait', async () => {
    const server = await start('silent');
    const connection = await open(server.url);
    const pending = call(connection, 'echo', {}, soon);
    await server.until(() => server.stats.calls === 1);
    await connection.close();
    expect(await pending).toEqual({ kind: 'lost', exit: null, detail: null });
    expect(server.stats).toMatchObject({ opened: 1, deleted: 1 });
    await server.close();
  });

  it('leaves no socket, though the server keeps its stream open', async () => {
    const server = await start('get-stream');
    const connection = await open(server.url);
    await server.until(() => server.stats.answers === 1);
    await connection.close();
    await expectNoConnection(server);
    await server.close();
  });

  it('answers what the server asks outside of a call', async () => {
    await using('get-stream', async (connection, server) => {
      await server.until(() => server.stats.answers === 1);
      const answer = { jsonrpc: '2.0', id: 'mine', result: {} };
      expect(server.requests.map(({ body }) => body)).toContainEqual(answer);
      const detail = 'an event that is no JSON-RPC: hello';
      await vi.waitFor(() =>
        expect(connection.takeFindings()).toEqual([{ code: 'odd_message', detail }]),
      );
    });
  });

  it('ends with a server that asks without end and takes no answer', async () => {
    const { stats } = await using('flood', async (connection) => {
      const { value, ms } = await timed(call(connection, 'echo', {}, soon));
      const detail = 'the server asks and takes no answers: more than 100 wait';
      expect(value).toEqual({ kind: 'lost', exit: null, detail });
      expect(ms).toBeLessThan(10_000);
      expect(connection.alive()).toBe(false);
    });
    expect(stats).toMatchObject({ calls: 1, deleted: 1 });
    expect(stats.answers).toBeLessThan(110);
  });

  it('tells that the server has gone', async () => {
    const server = await start('ok');
    const connection = await open(server.url);
    await server.close();
    const reply = await call(connection, 'echo', {}, soon);
    expect(reply).toMatchObject({
      kind: 'lost',
      detail: expect.stringMatching(/^(connection refused|the connection was reset|the server)/),
    });
    expect(connection.alive()).toBe(false);
    expect((await timed(connection.close())).ms).toBeLessThan(1500);
  });

  it('makes 2,000 calls without a warning, and leaves no socket', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    await using('sse', async (connection, server) => {
      for (let n = 0; n < 2000; n += 50) {
        const calls = Array.from({ length: 50 }, (_, at) =>
          call(connection, 'echo', { text: String(n + at) }, soon),
        );
        const texts = (await Promise.all(calls)).map(textOf);
        expect(texts).toEqual(calls.map((_, at) => String(n + at)));
      }
      expect(server.stats.calls).toBe(2000);
      await connection.close();
      await expectNoConnection(server);
    });
    process.off('warning', warned);
    expect(warnings).toEqual([]);
  });
});

async function expectNoConnection({ connections }: FaultyHttp): Promise<void> {
  await vi.waitFor(async () => expect(await connections()).toBe(0), 5000);
}
