import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTripwire } from './tripwire.ts';
import type { Tripwire } from './upstreams.ts';

async function opened(): Promise<Tripwire> {
  const tripwire = await openTripwire();
  if (!tripwire.ok) throw new Error(JSON.stringify(tripwire.error));
  onTestFinished(() => tripwire.value.close());
  return tripwire.value;
}

function dial({ url }: Tripwire): Socket {
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  socket.on('error', () => {});
  return socket;
}

/** Sends bytes as they are, and gives the whole answer. */
async function raw(tripwire: Tripwire, bytes: string | Buffer): Promise<string> {
  const socket = dial(tripwire);
  socket.write(bytes);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'end');
  socket.destroy();
  return answer;
}

const head = (line: string, ...fields: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: its.header:81', 'Connection: close', ...fields, '', ''].join('\r\n');
const at = (host: string | null, port: number | null, path: string | null) => ({
  host,
  port,
  path,
});

describe('a request to the tripwire is refused and recorded', () => {
  it.each([
    ['CONNECT api.example.org:443', at('api.example.org', 443, null)],
    ['CONNECT user:secret@api.example.org:8443', at('api.example.org', 8443, null)],
    ['CONNECT [2001:db8::1]:443', at('2001:db8::1', 443, null)],
    ['CONNECT api.example.org', at('api.example.org', null, null)],
    ['CONNECT api.example.org:70000', at('api.example.org', null, null)],
    ['GET http://api.example.org/v1/a', at('api.example.org', 80, '/v1/a')],
    [
      'GET http://user:secret@API.example.org:8080/v1?key=secret#secret',
      at('api.example.org', 8080, '/v1'),
    ],
    ['GET http://[::1]:9/', at('::1', 9, '/')],
    ['PUT https://api.example.org/a', at('api.example.org', 443, '/a')],
    ['GET ftp://api.example.org/a', at('api.example.org', null, '/a')],
    ['GET http://user:sec/ret@api.example.org/', at(null, null, null)],
    ['GET http://', at(null, null, null)],
    ['GET file:///secret', at(null, null, null)],
    ['GET /v1/a?key=secret', at('its.header', 81, '/v1/a')],
    ['OPTIONS *', at('its.header', 81, '*')],
  ])('%s', async (line, place) => {
    const tripwire = await opened();
    const answer = await raw(tripwire, head(line));
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*mcp-eval refused this/);
    expect(tripwire.take()).toEqual([{ method: line.split(' ')[0], ...place }]);
  });

  it('without a Host, or with a path that is too long', async () => {
    const tripwire = await opened();
    await raw(tripwire, 'GET /a HTTP/1.0\r\n\r\n');
    await raw(tripwire, head(`GET http://a.example/${'x'.repeat(5000)}`));
    const [bare, long] = tripwire.take();
    expect(bare).toEqual({ method: 'GET', host: null, port: null, path: '/a' });
    expect(long?.path).toMatch(/^\/x{2047}…$/);
  });

  it('with an expectation', async () => {
    const tripwire = await opened();
    expect(await raw(tripwire, head('GET http://a.example/', 'Expect: sense'))).toMatch(/ 403 /);
    expect(tripwire.take()).toHaveLength(1);
  });

  it('with a large body, which does not keep the answer back', async () => {
    const tripwire = await opened();
    const { port } = new URL(tripwire.url);
    const sent = request({ host: '127.0.0.1', port, path: 'http://a.example/', method: 'POST' });
    sent.end(Buffer.alloc(5_000_000));
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(403);
    const whole = once(sent, 'close');
    response.resume();
    await whole;
    expect(tripwire.take()).toEqual([{ method: 'POST', ...at('a.example', 80, '/') }]);
  });

  it('once, although its body breaks off or cannot be read', async () => {
    const tripwire = await opened();
    const start = 'POST http://a.example/ HTTP/1.1\r\nHost: a\r\n';
    for (const rest of [
      'Content-Length: 9\r\n\r\nab',
      'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    ]) {
      const socket = dial(tripwire);
      socket.resume().end(start + rest);
      await once(socket, 'close');
    }
    expect(tripwire.take().map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('a second one on the same socket, too', async () => {
    const tripwire = await opened();
    const one = 'GET http://a.example/ HTTP/1.1\r\nHost: a\r\n\r\n';
    await raw(tripwire, one + head('GET http://b.example/'));
    expect(tripwire.take().map(({ host }) => host)).toEqual(['a.example', 'b.example']);
  });
});

describe('what is no request is an attempt, of which nothing is shown', () => {
  it.each([
    ['garbage', 'GARBAGE secret\r\n\r\nsecret\r\n\r\n', /no HTTP\/1\.1 request/, 400],
    ['TLS', Buffer.from([0x16, 0x03, 0x01, 0, 200, 1]), /^TLS/, null],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /no HTTP\/1\.1 request/, 400],
    ['endless headers', `GET / HTTP/1.1\r\nsecret: ${'x'.repeat(70_000)}`, /over \d+ bytes/, 431],
  ])('%s', async (_, bytes, path, status) => {
    const tripwire = await opened();
    const socket = dial(tripwire);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const closed = once(socket, 'close');
    socket.on('end', () => socket.end());
    socket.write(bytes);
    await closed;
    expect(answer.slice(0, 12)).toBe(status === null ? '' : `HTTP/1.1 ${status}`);
    const attempts = tripwire.take();
    expect(attempts).toMatchObject([
      { method: '(unreadable)', ...at(null, null, null), path: expect.stringMatching(path) },
    ]);
    expect(JSON.stringify(attempts)).not.toContain('secret');
  });

  it('half of a request is one; a socket that brings nothing is none', async () => {
    const tripwire = await opened();
    for (const bytes of ['', 'GET http://a.exa']) {
      const socket = dial(tripwire);
      socket.resume().end(bytes);
      await once(socket, 'close');
    }
    expect(tripwire.take()).toMatchObject([
      { method: '(unreadable)', path: expect.stringMatching(/broke off/) },
    ]);
  });
});

it('a client that breaks off is no harm, and without a byte no attempt', async () => {
  const tripwire = await opened();
  const silent = dial(tripwire);
  await once(silent, 'connect');
  silent.resetAndDestroy();
  for (const line of ['CONNECT a:1', 'GET http://a/']) {
    const refused = dial(tripwire);
    refused.write(head(line).replace('Connection: close', 'A: b'));
    await once(refused, 'data');
    refused.resetAndDestroy();
  }
  // By now all are known to be gone.
  await raw(tripwire, head('CONNECT b:1'));
  expect(tripwire.take().map(({ host }) => host)).toEqual(['a', 'a', 'b']);
});

describe('the attempts', () => {
  const ask = (tripwire: Tripwire, host: string) => raw(tripwire, head(`CONNECT ${host}:1`));
  const hosts = (attempts: ReturnType<Tripwire['take']>) => attempts.map(({ host }) => host);

  it('are told once, and to the next scenario when nobody has taken them', async () => {
    const tripwire = await opened();
    await ask(tripwire, 'a');
    expect(hosts(tripwire.take())).toEqual(['a']);
    await ask(tripwire, 'b');
    tripwire.begin();
    await ask(tripwire, 'c');
    expect(hosts(tripwire.take())).toEqual(['b', 'c']);
    expect(tripwire.take()).toEqual([]);
  });
});

it('closes although sockets are open, half-open ones too, and answers nobody afterwards', async () => {
  const tripwire = await opened();
  const sockets = [
    '',
    'GET http://a',
    head('CONNECT a:1'),
    'GET http://b.example/ HTTP/1.1\r\n\r\n',
  ].map((bytes) => {
    const socket = dial(tripwire);
    socket.resume().write(bytes);
    return socket;
  });
  await Promise.all([
    once(sockets[0] as Socket, 'connect'),
    once(sockets[2] as Socket, 'end'),
    once(sockets[3] as Socket, 'data'),
  ]);
  const cut = Promise.all(sockets.map((socket) => once(socket, 'close')));
  // The other side of a half-open socket only learns of its end by writing.
  await Promise.all([tripwire.close(), tripwire.close()]);
  for (const socket of sockets) socket.end('more');
  await cut;
  await expect(fetch(tripwire.url)).rejects.toThrow();
});
