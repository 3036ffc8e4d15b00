import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { HttpSpec, Served } from './connection.ts';
import { freePort } from './serve.ts';
import { call, connect, never, reach, soon, textOf, timed } from './test-rig.ts';

const KILL_PARENT = `process.kill(process.ppid, 'SIGKILL')`;

/**
 * A served process that does this upon messages of the method, instead of an answer if it gives
 * true: `text` answers, `server` listens. `shell`: a shell is its leader, which may send its output
 * elsewhere.
 */
async function serving(
  method: string,
  action: string,
  { shell = false, output = '' } = {},
): Promise<Served & { readonly spec: HttpSpec }> {
  const script = `const server = require('node:http').createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method, params } = JSON.parse(Buffer.concat(chunks));
      const reply = (result) => {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      };
      const text = (text) => reply({ content: [{ type: 'text', text }] });
      const act = () => { ${action} };
      if (method === '${method}' && act()) return;
      if (id === undefined) response.writeHead(202).end();
      else if (method === 'tools/call') text('ours');
      else reply({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '0' } });
    });
  }).listen(process.env.PORT, '127.0.0.1');`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const limits = { startupTimeoutMs: 20_000, place: null };
  const result = await reach.serve(
    {
      ...limits,
      ...(shell
        ? { command: '/bin/sh', args: ['-c', `"$NODE" -e "$SCRIPT" ${output} & wait`] }
        : { command: process.execPath, args: ['-e', script] }),
      env: { PORT: String(port), NODE: process.execPath, SCRIPT: script },
      cwd: '/',
      url,
    },
    never,
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const headers = { 'X-Api-Key': 'top-secret-key' };
  const spec: HttpSpec = { transport: 'http', ...limits, url, headers, served: result.value };
  return Object.assign(result.value, { spec });
}

describe('a served process that ends', () => {
  const last = `console.error('FATAL: no table')`;
  // Whoever says it does so when the process itself is gone.
  const late = `const stdio = ['ignore', 'ignore', 'inherit'];
    require('node:child_process').spawn('sh', ['-c', 'sleep 0.1; echo FATAL: no table >&2'], { stdio })`;
  const exit = { code: 4, signal: null };
  const killed = { code: null, signal: 'SIGKILL' };

  it.each([
    ['initialize', 'dies', `${late}; process.exit(4)`, {}, exit],
    [
      'initialize',
      'leaves a child that hangs',
      `${last}; ${KILL_PARENT}; return true`,
      { shell: true },
      killed,
    ],
    ['notifications/initialized', 'dies', `${last}; process.exit(4)`, {}, exit],
  ] as const)(
    'upon %s is told at once, with its last words: %s',
    async (method, _how, action, how, end) => {
      const server = await serving(method, action, how);
      const { value, ms } = await timed(connect(server.spec, never));
      expect(value).toMatchObject({
        error: { reason: { kind: 'exited' }, tail: { exit: end, stderr: 'FATAL: no table\n' } },
      });
      expect(ms).toBeLessThan(5000);
      await server.close();
    },
  );

  it('may have answered before; what a descendant holds is not waited for', async () => {
    const action = `
      if (params.name === 'last') setTimeout(() => text('last'), 100);
      else ${KILL_PARENT};
      return true;`;
    const server = await serving('tools/call', action, { shell: true, output: '>/dev/null 2>&1' });
    const connection = await connect(server.spec, never);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    const last = call(connection.value, 'last', {}, soon);
    const { value, ms } = await timed(call(connection.value, 'held', {}, soon));
    expect(textOf(await last)).toBe('last');
    expect(value).toEqual({ kind: 'lost', exit: killed, detail: null });
    expect(ms).toBeLessThan(5000);
    await connection.value.close();
    await server.close();
  });
});

describe.runIf(process.platform === 'linux')('a served process that gives its port up', () => {
  it('is not taken for the stranger who gets it', async () => {
    const action = `server.close(() => console.error('closed')); setInterval(() => {}, 60_000);`;
    const server = await serving('tools/call', action);
    const connection = await connect(server.spec, never);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    expect(textOf(await call(connection.value, 'echo', {}, soon))).toBe('ours');
    await vi.waitFor(() => expect(server.tail().stderr).toContain('closed'));
    const heard: Buffer[] = [];
    const stranger = createServer((socket) => socket.on('data', (data) => heard.push(data)));
    const port = Number(new URL(server.url).port);
    await once(stranger.listen(port, '127.0.0.1'), 'listening');
    expect(await call(connection.value, 'echo', {}, soon)).toEqual({
      kind: 'lost',
      exit: null,
      detail: `somebody else listens on port ${port} now: nothing was sent there`,
    });
    expect(connection.value.alive()).toBe(false);
    await connection.value.close();
    const again = await connect(server.spec, never);
    expect(again).toMatchObject({ error: { reason: { kind: 'port_taken', port } } });
    expect(server.alive()).toBe(true);
    await server.close();
    await once(stranger.close(), 'close');
    expect(heard).toEqual([]);
  });
});
