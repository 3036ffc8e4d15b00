import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { start } from '../../fixtures/servers/faulty-http/server.mjs';
import type { Served, ServeSpec } from './connection.ts';
import { freePort } from './serve.ts';
import { call, connect, expectGone, never, reach, soon, textOf, timed } from './test-rig.ts';

/** Only Linux shows whether somebody listens. */
const SILENT =
  process.platform === 'linux' ? 'it takes connections, and does not answer' : expect.any(String);
const FAULTY = fileURLToPath(
  new URL('../../fixtures/servers/faulty-http/server.mjs', import.meta.url),
);

async function faulty(mode: string, changes: Partial<ServeSpec> = {}): Promise<ServeSpec> {
  const port = await freePort();
  return {
    command: process.execPath,
    args: [FAULTY, mode],
    env: { PORT: String(port) },
    cwd: '/',
    url: `http://127.0.0.1:${port}/mcp`,
    startupTimeoutMs: 20_000,
    place: null,
    ...changes,
  };
}

const script = (text: string, changes: Partial<ServeSpec> = {}): Promise<ServeSpec> =>
  faulty('', { args: ['-e', text], ...changes });

async function served(spec: ServeSpec): Promise<Served> {
  const result = await reach.serve(spec, never);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const listensOn = (port: string) =>
  `require('node:http').createServer((request, response) => response.writeHead(401).end()).listen(${port}, '127.0.0.1');`;

/** A server, the leader of whose tree is a shell. */
async function behindShell(text: string): Promise<ServeSpec> {
  const spec = await faulty('', {
    command: '/bin/sh',
    args: ['-c', '"$NODE" -e "$SCRIPT" & wait'],
  });
  return { ...spec, env: { ...spec.env, NODE: process.execPath, SCRIPT: text } };
}

/** A server that does this upon a call, and answers nothing to it. */
const onCall = (action: string) => `require('node:http').createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const { id, method } = JSON.parse(chunks.length === 0 ? '{}' : Buffer.concat(chunks));
    if (method === 'tools/call') { ${action}; return; }
    response.setHeader('content-type', 'application/json');
    const serverInfo = { name: 's', version: '0' };
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
}).listen(process.env.PORT, '127.0.0.1')`;

describe('an HTTP server that the runner starts', () => {
  it('is ready at its first reply, serves sessions, and ends', async () => {
    const server = await served(await faulty('get-upgrade'));
    expect(server.alive()).toBe(true);
    const spec = { transport: 'http', headers: {}, startupTimeoutMs: 20_000, place: null } as const;
    const connection = await connect({ ...spec, url: server.url, served: server }, never);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    expect(textOf(await call(connection.value, 'echo', { text: 'hi' }, soon))).toBe('hi');
    expect(await connection.value.close()).toBeNull();
    const other = await connect({ ...spec, url: server.url, served: server }, never);
    // It was signalled, as such servers have to be.
    expect(await server.close()).toBeNull();
    expect(server.alive()).toBe(false);
    expect(server.tail().exit).toBeNull();
    expect(other.ok && other.value.alive()).toBe(false);
    if (other.ok) await other.value.close();
  });

  it('is told as the one that ended, in a call and afterwards', async () => {
    const die = `console.error('the table is gone'); process.exit(3)`;
    const server = await served(await script(onCall(die)));
    const spec = { transport: 'http', headers: {}, startupTimeoutMs: 20_000, place: null } as const;
    const connection = await connect({ ...spec, url: server.url, served: server }, never);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    const idle = await connect({ ...spec, url: server.url, served: server }, never);
    if (!idle.ok) throw new Error(JSON.stringify(idle.error));
    const exit = { code: 3, signal: null };
    const { value, ms } = await timed(call(connection.value, 'echo', {}, soon));
    expect(value).toEqual({ kind: 'lost', exit, detail: null });
    expect(ms).toBeLessThan(5000);
    expect(connection.value.alive()).toBe(false);
    expect(connection.value.tail()).toEqual({ exit, stderr: 'the table is gone\n' });
    expect(await server.exited).toEqual(exit);
    expect(idle.value.alive()).toBe(false);
    expect(await call(idle.value, 'echo', {}, soon)).toEqual({ kind: 'lost', exit, detail: null });
    expect(await idle.value.close()).toEqual(exit);
    expect(await connection.value.close()).toEqual(exit);
    expect(await server.close()).toEqual(exit);
    const again = await connect({ ...spec, url: server.url, served: server }, never);
    expect(again).toMatchObject({ error: { reason: { kind: 'exited' }, tail: { exit } } });
  });

  it('may stand behind a launcher; nothing of it stays', async () => {
    const child = `${listensOn('process.env.PORT')} console.error('pid', process.pid);`;
    const server = await served(await behindShell(child));
    const pid = await vi.waitFor(() => {
      const [, id] = /pid (\d+)/.exec(server.tail().stderr) ?? [];
      expect(id).toBeDefined();
      return Number(id);
    });
    const { value, ms } = await timed(server.close());
    expect(value).toBeNull();
    expect(ms).toBeLessThan(5000);
    await expectGone(pid);
  });

  it('is not waited for once it has ended, and its last words are kept', async () => {
    const { value, ms } = await timed(
      reach.serve(
        await script(`console.log('FATAL: FOO_KEY not set'); process.exitCode = 4`),
        never,
      ),
    );
    expect(value).toMatchObject({
      error: {
        code: 'start_failed',
        reason: { kind: 'exited' },
        launch: { kind: 'process' },
        tail: { exit: { code: 4, signal: null }, stderr: 'FATAL: FOO_KEY not set\n' },
      },
    });
    expect(ms).toBeLessThan(10_000);
  });

  it('is ended when it does not answer in time', async () => {
    const listens = `console.error('pid', process.pid);
      require('node:net').createServer(() => {}).listen(process.env.PORT, '127.0.0.1');`;
    const spec = await script(listens, { startupTimeoutMs: 1000 });
    const mute = await reach.serve(spec, never);
    expect(mute).toMatchObject({
      error: { reason: { kind: 'not_ready', afterMs: 1000, detail: SILENT } },
    });
    const told = JSON.stringify(mute);
    await expectGone(Number(/pid (\d+)/.exec(told)?.[1]));
  });

  it('ends with the run', async () => {
    const run = new AbortController();
    const starting = reach.serve(await script('setTimeout(() => {}, 60_000)'), run.signal);
    run.abort();
    expect(await starting).toEqual({ ok: false, error: { code: 'interrupted' } });
    const after = await reach.serve(await script(''), run.signal);
    expect(after).toEqual({ ok: false, error: { code: 'interrupted' } });
  });

  it('that cannot be started is told as a process', async () => {
    const spec = await faulty('', { command: 'no-such-command-here' });
    expect(await reach.serve(spec, never)).toMatchObject({
      error: { reason: { kind: 'command_not_found' } },
    });
  });
});

describe('a stranger', () => {
  it('on the port is not tested', async () => {
    const stranger = await start('ok');
    // It is not even started.
    const spec = await faulty('', { command: 'no-such-command-here', url: stranger.url });
    const failed = await reach.serve(spec, never);
    const port = Number(new URL(stranger.url).port);
    expect(failed).toMatchObject({ error: { reason: { kind: 'port_taken', port } } });
    expect(stranger.requests).toEqual([]);
    await stranger.close();
  });

  it.runIf(process.platform === 'linux')('that comes first is told from our own', async () => {
    const door = createServer().listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port: knock } = door.address() as AddressInfo;
    const spec = await script(
      `require('node:http').get('http://127.0.0.1:${knock}').on('error', () => {});`,
    );
    const port = Number(new URL(spec.url).port);
    const starting = reach.serve(spec, never);
    // Ours runs, and will not listen.
    await once(door, 'request');
    const asked: unknown[] = [];
    const stranger = createServer((request) => asked.push(request.url));
    stranger.listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    expect(await starting).toMatchObject({ error: { reason: { kind: 'port_taken', port } } });
    expect(asked).toEqual([]);
    stranger.close();
    door.close();
  });
});

it('gives a free port, each time another', async () => {
  const ports = await Promise.all(Array.from({ length: 5 }, freePort));
  expect(new Set(ports).size).toBe(5);
});
