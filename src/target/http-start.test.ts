import { expect, it } from 'vitest';
import { start } from '../../fixtures/servers/faulty-http/server.mjs';
import type { StartReason } from '../model/trouble.ts';
import type { HttpSpec } from './connection.ts';
import { freePort } from './serve.ts';
import { connect, never, soon, timed } from './test-rig.ts';

const TOKEN = 'tok-0123456789abcdef';
const UPON = ' (upon notifications/initialized)';

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

async function reasonAt(spec: HttpSpec): Promise<StartReason> {
  const { value, ms } = await timed(connect(spec, never));
  if (value.ok || value.error.code !== 'start_failed') throw new Error(JSON.stringify(value));
  const told = JSON.stringify(value.error);
  expect(told).not.toContain(TOKEN);
  expect(told).not.toContain('user');
  expect(ms).toBeLessThan(5000);
  return value.error.reason;
}

it.each<readonly [string, StartReason]>([
  ['401', { kind: 'http_status', status: 401, detail: 'Unauthorized: no: ***' }],
  ['403', { kind: 'http_status', status: 403, detail: 'Forbidden: no: ***' }],
  ['redirect-same', { kind: 'redirect', status: 301, to: 'URL/' }],
  [
    'retry-after',
    {
      kind: 'http_status',
      status: 429,
      detail: 'Too Many Requests (Retry-After: 86400): come back later',
    },
  ],
  [
    'busy',
    {
      kind: 'http_status',
      status: 503,
      detail: 'Service Unavailable (Retry-After: 86400): come back later',
    },
  ],
  [
    'no-note',
    { kind: 'http_status', status: 500, detail: `Internal Server Error: no notes${UPON}` },
  ],
  ['note-401', { kind: 'http_status', status: 401, detail: `Unauthorized: no notes${UPON}` }],
  [
    'no-capabilities',
    {
      kind: 'refused',
      detail:
        'its answer is malformed: /capabilities: Invalid input: expected object, received null; /serverInfo/version: Invalid input: expected string, received undefined',
    },
  ],
])('a server that refuses is told by what it said: %s', async (mode, reason) => {
  const server = await start(mode);
  const told = await reasonAt(endpoint(server.url));
  expect(told).toEqual(JSON.parse(JSON.stringify(reason).replace('URL', server.url)));
  expect(server.stats.deleted).toBe(server.stats.opened);
  await server.close();
});

it('never follows a redirect', async () => {
  const other = await start('ok');
  const server = await start('redirect-other', { otherUrl: other.url });
  const reason = await reasonAt(endpoint(server.url));
  expect(reason).toEqual({ kind: 'redirect', status: 307, to: other.url });
  expect(other.requests).toEqual([]);
  await server.close();
  await other.close();
});

it('ends the session of a server whose initialize cannot be accepted', async () => {
  const server = await start('bad-revision');
  const detail = expect.stringContaining('1999-01-01 (this client speaks');
  expect(await reasonAt(endpoint(server.url))).toEqual({ kind: 'refused', detail });
  expect(server.stats).toMatchObject({ opened: 1, deleted: 1 });
  await server.close();
});

it('ends the session of a server whose tools cannot be listed', async () => {
  const server = await start('no-list');
  const connection = await connect(endpoint(server.url), never);
  if (!connection.ok) throw new Error(connection.error.code);
  expect(await connection.value.listTools(soon)).toMatchObject({
    ok: false,
    error: {
      code: 'connection_lost',
      doing: 'tools/list',
      detail: expect.stringMatching(/^HTTP status 500 /),
    },
  });
  await connection.value.close();
  expect(server.stats).toMatchObject({ opened: 1, deleted: 1 });
  await server.close();
});

it('digs out why nobody was reached', async () => {
  const port = await freePort();
  expect(await reasonAt(endpoint(`http://127.0.0.1:${port}/mcp`))).toEqual({
    kind: 'unreachable',
    detail: `connection refused by 127.0.0.1:${port}`,
  });
  expect(await reasonAt(endpoint(`http://localhost:${port}/mcp`))).toMatchObject({
    detail: `connection refused by localhost:${port}`,
  });
  const server = await start('ok');
  expect(await reasonAt(endpoint(server.url.replace('http', 'https')))).toMatchObject({
    kind: 'unreachable',
    detail: 'TLS could not be agreed upon: does the server speak plain http?',
  });
  await server.close();
});

it.each<readonly [string, Partial<HttpSpec>, RegExp]>([
  ['http://mcp.example/mcp', {}, /^credentials are not sent in cleartext to mcp\.example/],
  ['http://127.0.0.1.example/', { headers: { authorization: 'x' } }, /^credentials are not sent/],
  ['http://user:password@mcp.example/', { headers: {} }, /^credentials are not sent in cleartext/],
  ['https://127.0.0.1:1', { headers: { 'X-Key': `${TOKEN}\n` } }, /^the value of the header X-Key/],
  ['https://127.0.0.1:1', { headers: { [`a ${TOKEN}`]: 'x' } }, /^the name of a header/],
  ['ftp://127.0.0.1:1', {}, /^ftp: is no way to a server/],
  ['//user:password@nowhere', {}, /^the URL is not one$/],
])('what cannot or must not be sent is not sent: %s', async (url, changes, detail) => {
  const reason = await reasonAt(endpoint(url, changes));
  expect(reason).toEqual({ kind: 'unreachable', detail: expect.stringMatching(detail) });
});

it('sends credentials in the URL as such, and shows them nowhere', async () => {
  const server = await start('401');
  const url = server.url.replace('//', '//user:p%40ssword@');
  expect(await reasonAt(endpoint(url, { headers: {} }))).toEqual({
    kind: 'http_status',
    status: 401,
    detail: 'Unauthorized: no: ***',
  });
  expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('user:p@ssword')}`);
  await server.close();
});

it('ends at its time, or with the run', async () => {
  const server = await start('mute');
  const spec = endpoint(server.url, { startupTimeoutMs: 300 });
  expect(await reasonAt(spec)).toEqual({ kind: 'timeout', afterMs: 300 });
  const deaf = await start('note-hang');
  expect(await reasonAt(endpoint(deaf.url, { startupTimeoutMs: 300 }))).toEqual({
    kind: 'refused',
    detail: 'notifications/initialized, which follows its answer, was not taken within 300 ms',
  });
  await deaf.close();
  const run = new AbortController();
  const connecting = connect(endpoint(server.url), run.signal);
  await server.until(() => server.requests.length === 2);
  run.abort();
  const interrupted = { ok: false, error: { code: 'interrupted' } };
  expect(await connecting).toEqual(interrupted);
  expect(await connect(endpoint(server.url), run.signal)).toEqual(interrupted);
  expect(server.requests).toHaveLength(2);
  await server.close();
});
