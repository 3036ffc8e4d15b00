import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { route, serving } from './test-rig.ts';

/** Sends bytes as they are and gives the whole answer. */
async function raw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

describe('a record', () => {
  it('is there when the answer is, and whole', async () => {
    const { upstreams, url } = await serving([], [route({ method: 'PUT', path: '/v1/:id' })]);
    await fetch(`${url}/v1/7?tag=a&tag=b&__proto__=c&q=%C3%A9`, {
      method: 'PUT',
      headers: { 'X-One': '1' },
      body: '{"a":"é"}',
    });
    const [record] = upstreams.take();
    expect(record).toMatchObject({
      upstream: 'api',
      method: 'PUT',
      path: '/v1/7',
      headers: { 'x-one': '1' },
      body: '{"a":"é"}',
      status: 200,
      route: { index: 0, own: true },
    });
    expect(Object.entries(record?.query ?? {})).toEqual([
      ['tag', 'a, b'],
      ['__proto__', 'c'],
      ['q', 'é'],
    ]);
  });

  it('is also made of a request that nothing fits', async () => {
    const { upstreams, url } = await serving([]);
    await fetch(`${url}/nope`);
    expect(upstreams.take()).toMatchObject([{ path: '/nope', status: 501, route: null }]);
  });

  it('is there when the head is, and is completed by the body', async () => {
    const { upstreams, url } = await serving([route()]);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const headers = 'Host: a\r\nExpect: 100-continue\r\nContent-Length: 6';
    socket.write(`POST / HTTP/1.1\r\n${headers}\r\n\r\n`);
    expect(String((await once(socket, 'data'))[0])).toContain('100 Continue');
    const taken = upstreams.take();
    const head = { method: 'POST', path: '/', headers: { expect: '100-continue' } };
    const open = { body: '(the body has not ended)', status: null, route: null };
    expect(taken).toMatchObject([{ ...head, ...open }]);
    socket.write('{"a":1');
    socket.end();
    await once(socket, 'close');
    expect(taken).toMatchObject([{ ...head, body: '{"a":1', status: 200 }]);
    expect(upstreams.take()).toEqual([]);
  });

  it('has every value of a repeated header', async () => {
    const { upstreams, url } = await serving([route()]);
    const sent = request(url, { headers: { 'x-tag': ['a', 'b'], authorization: 'one' } }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    expect(upstreams.take()).toMatchObject([
      { headers: { 'x-tag': 'a, b', authorization: 'one' } },
    ]);
  });

  it('keeps a megabyte of a body, of which all is matched', async () => {
    const json = { pad: 'é'.repeat(1_000_000), last: 'here' };
    const { upstreams, url } = await serving([route({ match: { json: { last: 'here' } } })]);
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(json) });
    expect(response.status).toBe(200);
    const [record] = upstreams.take();
    expect(Buffer.byteLength(record?.body ?? '')).toBeGreaterThan(1024 * 1024 - 4);
    expect(record?.body.endsWith('é')).toBe(true);
  });

  it('is made of a body that is too long to match, too', async () => {
    const { upstreams, url } = await serving([route({ match: { json: {} } })]);
    const body = `{"pad":"${'x'.repeat(17 * 1024 * 1024)}"}`;
    expect((await fetch(url, { method: 'POST', body })).status).toBe(501);
    expect(upstreams.take()).toHaveLength(1);
  });
});

describe('an odd request', () => {
  it.each([
    ['GET http://elsewhere.example/a?x=1 HTTP/1.1', '/a', 200],
    ['GET /%zz?%zz=%zz HTTP/1.1', '/%zz', 501],
    ['GET //elsewhere.example/a HTTP/1.1', '//elsewhere.example/a', 501],
    ['GET /a/../b HTTP/1.1', '/a/../b', 501],
    ['OPTIONS * HTTP/1.1', '*', 501],
    ['OPTIONS /a HTTP/1.1', '/a', 200],
    ['GET /a HTTP/1.1\r\nExpect: sense', '/a', 200],
  ])('%s is answered', async (line, path, status) => {
    const { upstreams, url } = await serving([route({ path: '/a' })]);
    const answer = await raw(url, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(upstreams.take()).toMatchObject([{ path }]);
  });

  it('without a host is answered', async () => {
    const { upstreams, url } = await serving([route()]);
    expect(await raw(url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 200 /,
    );
    expect(upstreams.take()).toHaveLength(1);
  });
});

describe('what is no request that a route could answer', () => {
  const tls = Buffer.from('16030100c8010000c40303', 'hex').toString('latin1');
  it.each([
    ['noise', 'nonsense\r\n\r\n', '(unreadable)', /no HTTP\/1\.1 request/, 400],
    ['bytes', '\0\0\0\0', '(unreadable)', /no HTTP\/1\.1 request/, 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '(unreadable)', /no HTTP\/1\.1 request/, 400],
    ['half a line', 'GET / HTT', '(unreadable)', /broke off/, 400],
    ['TLS', tls, '(unreadable)', /asked by https/, null],
    [
      'a long path',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
      '(unreadable)',
      /over \d+ bytes/,
      431,
    ],
    [
      'CONNECT',
      'CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
      'CONNECT',
      /^a\.example:443$/,
      501,
    ],
  ])('%s is recorded, and harms nobody', async (_, bytes, method, path, status) => {
    const { upstreams, url } = await serving([route()]);
    await raw(url, bytes);
    expect(upstreams.take()).toMatchObject([
      { method, path: expect.stringMatching(path), status, route: null },
    ]);
    expect((await fetch(url)).status).toBe(200);
  });

  it.each([
    ['Content-Length: 5\r\n\r\nab', 'ab (the client broke the body off)'],
    ['Content-Length: 5\r\n\r\n', '(the client broke the body off)'],
    [
      'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
      /^\(the body cannot be read: Invalid character in chunk size\)$/,
    ],
  ])('a body that ends too early is recorded once: %j', async (rest, body) => {
    const { upstreams, url } = await serving([route()]);
    await raw(url, `POST / HTTP/1.1\r\nHost: x\r\n${rest}`);
    const taken = upstreams.take();
    expect(taken).toMatchObject([{ method: 'POST', path: '/', status: null, route: null }]);
    expect(taken[0]?.body).toMatch(body);
  });

  it('a socket that brings nothing is no request', async () => {
    const { upstreams, url } = await serving([route()]);
    await raw(url, '');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.resetAndDestroy();
    expect((await fetch(url)).status).toBe(200);
    expect(upstreams.take()).toHaveLength(1);
  });
});
