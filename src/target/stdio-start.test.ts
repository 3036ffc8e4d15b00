import { describe, expect, it } from 'vitest';
import type { StdioSpec } from './connection.ts';
import { call, connect, faulty, never, scripted, soon, using } from './test-rig.ts';

async function startOf(spec: StdioSpec, signal = never) {
  const start = performance.now();
  const connection = await connect(spec, signal);
  if (connection.ok) throw new Error('it started');
  return { trouble: connection.error, ms: performance.now() - start };
}

describe('a start', () => {
  it('tells who answered and which revision was agreed on', async () => {
    const server = await using(faulty('ok'), async (connection) => connection.server);
    expect(server).toEqual({
      name: 'faulty-ok',
      version: '1.0.0',
      protocolVersion: '2025-11-25',
    });
  });

  it('agrees on an older revision', async () => {
    const old = `if (message.method !== 'initialize') return;
      reply(message.id, { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: { name: 'old', version: '0' } });
      return true;`;
    const server = await using(scripted(old), async (connection) => connection.server);
    expect(server.protocolVersion).toBe('2024-11-05');
  });

  it('introduces itself and declares no capability', async () => {
    const tell = `if (message.method === 'initialize') process.stderr.write(JSON.stringify(message.params));
      if (message.method === 'notifications/initialized') reply(0, {});`;
    const stderr = await using(scripted(tell), async (connection) => {
      await call(connection, 'none', {}, { ...soon, timeoutMs: 1 });
      await connection.close();
      return connection.tail().stderr;
    });
    expect(JSON.parse(stderr)).toMatchObject({
      clientInfo: { name: 'mcp-eval', version: '1.2.3' },
      capabilities: {},
    });
  });

  it('gives the server its environment and folder', async () => {
    const spec = scripted(
      `if (message.method === 'tools/list') reply(message.id, { tools: [{ name: process.cwd() + ' ' + process.env.A }] });`,
      { cwd: '/', env: { A: 'b' } },
    );
    const tools = await using(spec, (connection) => connection.listTools(soon));
    expect(tools).toMatchObject({ ok: true, value: [{ name: '/ b' }] });
  });
});

describe('a start that fails', () => {
  it.each<[Partial<StdioSpec>, string]>([
    [{ command: 'no-such-command-here' }, 'command_not_found'],
    [{ cwd: '/no/such/folder' }, 'cwd_missing'],
    [{ command: '/etc/passwd' }, 'not_executable'],
  ])('tells %j at once as %s', async (changes, kind) => {
    const { trouble, ms } = await startOf(faulty('ok', changes));
    expect(trouble).toMatchObject({ code: 'start_failed', reason: { kind }, launch: changes });
    expect(ms).toBeLessThan(1000);
  });

  it('keeps the last words of a server that gave up', async () => {
    const { trouble } = await startOf(faulty('fatal-env'));
    expect(trouble).toMatchObject({
      code: 'start_failed',
      reason: { kind: 'exited' },
      tail: { exit: { code: 1, signal: null }, stderr: 'FATAL: FOO_KEY not set\n' },
    });
  });

  it('tells an exit with 0 too', async () => {
    const { trouble } = await startOf(scripted('process.exit(0)'));
    expect(trouble).toMatchObject({
      code: 'start_failed',
      reason: { kind: 'exited' },
      tail: { exit: { code: 0, signal: null } },
    });
  });

  it('ends a server that does not answer in time, and does not call our kill its exit', async () => {
    const { trouble, ms } = await startOf(faulty('no-initialize', { startupTimeoutMs: 300 }));
    expect(trouble).toMatchObject({
      code: 'start_failed',
      reason: { kind: 'timeout', afterMs: 300 },
      tail: { exit: null },
    });
    expect(ms).toBeLessThan(2500);
  });

  it.each([
    [
      `say({ jsonrpc: '2.0', id: message.id, error: { code: -32022, message: 'Unsupported', data: { supported: ['2026-07-28'] } } }); return true;`,
      'JSON-RPC error -32022: Unsupported; data: {"supported":["2026-07-28"]}',
    ],
    [
      `reply(message.id, { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 's', version: '0' } }); return true;`,
      '1999-01-01 (this client speaks 2025-11-25,',
    ],
    ['reply(message.id, null); return true;', 'an answer whose result is null, not an object'],
    [`reply(message.id, { protocolVersion: '2025-11-25' }); return true;`, 'serverInfo'],
  ])('shows what refused it: %s', async (body, detail) => {
    const { trouble } = await startOf(scripted(body));
    expect(trouble).toMatchObject({
      code: 'start_failed',
      reason: { kind: 'refused', detail: expect.stringContaining(detail) },
    });
  });

  it('tells a closed output from an exit', async () => {
    const { trouble, ms } = await startOf(
      scripted(`require('node:fs').closeSync(1); setTimeout(() => {}, 60_000); return true;`),
    );
    expect(trouble).toMatchObject({
      code: 'connection_lost',
      doing: 'initialize',
      detail: 'the server closed its output',
      tail: { exit: null },
    });
    expect(ms).toBeLessThan(3500);
  });

  it('is interrupted by the end of the run, before and during', async () => {
    const { trouble } = await startOf(faulty('ok'), AbortSignal.abort());
    expect(trouble).toEqual({ code: 'interrupted' });
    const run = new AbortController();
    const during = startOf(faulty('no-initialize'), run.signal);
    setTimeout(() => run.abort(), 50);
    expect((await during).trouble).toEqual({ code: 'interrupted' });
  });
});
