import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it } from 'vitest';
import { type FaultyHttp, start } from '../../fixtures/servers/faulty-http/server.mjs';
import { serve } from '../../fixtures/servers/http/serve.ts';
import type { Connection, HttpSpec } from './connection.ts';
import { call, connect, never, soon, textOf, timed } from './test-rig.ts';

const TOKEN = 'tok-0123456789abcdef';

function endpoint(url: string, changes: Partial<HttpSpec> = {}): HttpSpec {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return {
    transport: 'http',
    url,
    headers,
    served: null,
    startupTimeoutMs: 20_000,
    place: null,
    ...changes,
  };
}

/** Runs `use` on a connection to a server in this mode. */
async function using<T>(
  mode: string,
  use: (connection: Connection, server: FaultyHttp) => Promise<T>,
  changes: Partial<HttpSpec> = {},
): Promise<T> {
  const server = await start(mode);
  const connection = await connect(endpoint(server.url, changes), never);
  if (!connection.ok) throw new Error(JSON.stringify(connection.error));
  try {
    return await use(connection.value, server);
  } finally {
    await connection.value.close();
    await server.close();
  }
}

describe('a call over HTTP', () => {
  it.each([
    'ok',
    'sse',
    'sse-open',
    'asks',
    'get-404',
    'get-406',
    'get-hang',
    'get-ends',
    'get-upgrade',
    'resume',
  ])('gives the answer, sent once: %s', async (mode) => {
    await using(mode, async (connection, { stats }) => {
      const { value, ms } = await timed(call(connection, 'echo', { text: 'hi' }, soon));
      expect(textOf(value)).toBe('hi');
      expect(ms).toBeLessThan(5000);
      expect(stats.calls).toBe(1);
      expect(connection.alive()).toBe(true);
    });
  });

  const ENDED = 'the reply stream ended without an answer';
  const GONE: readonly (readonly [string, string])[] = [
    ['stream-cut', `${ENDED}: the connection was closed`],
    ['stream-reset', `${ENDED}: the connection was reset`],
    ['json-cut', 'the connection was closed in the middle of the reply'],
    ['reset', 'the connection was reset'],
    ['reset-after-commit', 'the connection was reset'],
    ['hang-up', 'the server closed the connection without a reply'],
    ['late-401', 'HTTP status 401 Unauthorized: {"jsonrpc":"2.0","id":1000,'],
    ['late-redirect', 'HTTP status 308, which redirects to URL/v2: update the target'],
  ];
  const STAYS: readonly (readonly [string, string])[] = [
    ['stream-ends', ENDED],
    ['resume-refused', ENDED],
    ['resume-stuck', ENDED],
    ['upgrade', 'HTTP status 101 Switching Protocols'],
    ['accepted', 'HTTP status 202, no answer'],
    ['no-content', 'HTTP status 204, no answer'],
    ['html-500', 'HTTP status 500 Internal Server Error: Oops It is broken Ask the admin.'],
    ['html-forever', 'HTTP status 502 Bad Gateway: Oops It is broken'],
    ['html-200', 'the reply is text/html, neither JSON nor an event stream: Oops It is broken'],
    ['wrong-content-type', 'the reply is text/plain, neither JSON nor an event stream: {"json'],
    ['gzip', 'the reply is encoded as gzip, unasked'],
    ['empty-200', 'HTTP status 200 with an empty body'],
    ['bad-json', 'the reply is not JSON: INFO {"jsonrpc":'],
    ['not-rpc', 'the reply is JSON, but no JSON-RPC: {"content":[]}'],
    ['wrong-id', 'the reply holds no answer to the request'],
    ['null-result', 'an answer whose result is null, not an object'],
    ['rpc-400-null', 'HTTP status 400 Bad Request: {"jsonrpc":"2.0","id":null,'],
    ['rpc-429', 'HTTP status 429 Too Many Requests: {"jsonrpc":"2.0","id":1000,'],
    ['huge', 'message too large: more than 64 MiB'],
    ['huge-event', 'message too large: more than 64 MiB'],
  ];

  it.each([
    ...GONE.map((row) => [...row, false] as const),
    ...STAYS.map((row) => [...row, true] as const),
  ])('tells at once why no answer comes: %s', async (mode, detail, alive) => {
    const server = await using(mode, async (connection, server) => {
      const { value, ms } = await timed(call(connection, 'echo', { text: 'hi' }, soon));
      expect(value).toMatchObject({ kind: 'lost', exit: null });
      expect(value).toHaveProperty(
        'detail',
        expect.stringMatching(startingWith(detail.replace('URL', server.url))),
      );
      expect(ms).toBeLessThan(15_000);
      expect(connection.alive()).toBe(alive);
      return server;
    });
    expect(server.stats).toMatchObject({ opened: 1, deleted: 1, calls: 1 });
  });

  it('takes the JSON-RPC error of a 400 that names the request', async () => {
    await using('rpc-400', async (connection) => {
      const error = { code: -32602, message: 'Invalid params', data: null };
      expect(await call(connection, 'echo', {}, soon)).toEqual({
        kind: 'protocol_error',
        ...error,
      });
    });
  });

  it('sends what the protocol asks for, and what the target says', async () => {
    const misled = { 'Content-Length': '3', ACCEPT: 'text/html', 'mcp-Session-Id': 'x' };
    const headers = { ...endpoint('').headers, ...misled, 'X-Tenant': 'acme' };
    const use = async (connection: Connection, { requests }: FaultyHttp) => {
      await call(connection, 'echo', { text: 'ü' }, soon);
      const [initialize, ...later] = requests;
      const always = {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'x-tenant': 'acme',
      };
      expect(initialize?.headers).toMatchObject(always);
      expect(initialize?.headers).not.toHaveProperty('mcp-session-id');
      const session = {
        'mcp-protocol-version': '2025-11-25',
        'mcp-session-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        authorization: `Bearer ${TOKEN}`,
      };
      for (const { headers } of later) expect(headers).toMatchObject(session);
      const last = requests.at(-1);
      expect(last?.headers).toMatchObject(always);
      expect(last?.body?.params).toEqual({ name: 'echo', arguments: { text: 'ü' } });
    };
    await using('ok', use, { headers });
  });

  it('knows a dead session; what comes later is not sent', async () => {
    await using('dead-session', async (connection, { stats }) => {
      for (let n = 0; n < 2; n += 1) await call(connection, 'echo', {}, soon);
      const detail = expect.stringContaining('the server no longer knows this session (404)');
      expect(await call(connection, 'echo', {}, soon)).toEqual({
        kind: 'lost',
        exit: null,
        detail,
      });
      expect(connection.alive()).toBe(false);
      expect(await call(connection, 'echo', {}, soon)).toEqual({
        kind: 'lost',
        exit: null,
        detail,
      });
      await connection.close();
      expect(stats).toMatchObject({ calls: 3, deleted: 0 });
    });
  });

  it('works with a server on the SDK, in JSON and streams', async () => {
    const served = await serve(echoServer, { port: 0, token: 'open sesame', stats: true });
    const headers = { Authorization: 'Bearer open sesame' };
    const connection = await connect(endpoint(served.url, { headers }), never);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    const { server, listTools, close } = connection.value;
    expect(server).toEqual({ name: 'sdk', version: '7', protocolVersion: '2025-11-25' });
    expect(await listTools(soon)).toMatchObject({ ok: true, value: [{ name: 'echo' }] });
    expect(textOf(await call(connection.value, 'echo', {}, soon))).toBe('hi');
    await close();
    const stats = await (await fetch(served.url.replace('mcp', 'stats'))).json();
    expect(stats).toEqual({ sessions_opened: 1, sessions_deleted: 1, tools_calls: 1 });
    await served.close();
  });

  it('carries 20 MB', async () => {
    await using('big', async (connection) => {
      const reply = await call(connection, 'echo', { bytes: 20_000_000 }, soon);
      expect(textOf(reply)).toHaveLength(20_000_000);
    });
  });

  it('is read in bounded memory', async () => {
    const before = process.memoryUsage.rss();
    await using('huge-event', (connection) => call(connection, 'echo', {}, soon));
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024);
  });
});

function echoServer(): McpServer {
  const server = new McpServer({ name: 'sdk', version: '7' });
  server.registerTool('echo', {}, async () => ({ content: [{ type: 'text', text: 'hi' }] }));
  return server;
}

function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}
