import { describe, expect, it } from 'vitest';
import type { Route } from '../model/upstream.ts';
import { route, serving } from './test-rig.ts';

function file(path: string, text: string): Route['body'] {
  return { kind: 'file', path, bytes: new TextEncoder().encode(text) };
}

describe('an answer', () => {
  it.each<[Partial<Route>, number, string | null, string]>([
    [{}, 200, null, ''],
    [{ body: { kind: 'json', value: { a: ['é'] } } }, 200, 'application/json', '{"a":["é"]}'],
    [{ body: { kind: 'json', value: null }, status: 422 }, 422, 'application/json', 'null'],
    [{ body: { kind: 'text', text: 'hé' } }, 200, 'text/plain; charset=utf-8', 'hé'],
    [
      { body: { kind: 'text', text: '<a/>' }, headers: { 'Content-Type': 'text/xml' } },
      200,
      'text/xml',
      '<a/>',
    ],
    [{ body: file('e.JSON', '[]') }, 200, 'application/json', '[]'],
    [{ body: file('e.html', '<p>') }, 200, 'text/html; charset=utf-8', '<p>'],
    [{ body: file('e.toString', 'x') }, 200, 'application/octet-stream', 'x'],
    [
      { body: { kind: 'text', text: 'not sent' }, status: 204 },
      204,
      'text/plain; charset=utf-8',
      '',
    ],
    [
      { status: 99 },
      500,
      'application/json',
      '{"error":"unusable_stub_route","message":"99 is no status of an answer"}',
    ],
  ])('by %j', async (changes, status, type, body) => {
    const { url } = await serving([route(changes)]);
    const response = await fetch(`${url}/`);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(body);
  });

  it('has the headers of its route, or tells that they cannot be sent', async () => {
    const { url } = await serving([
      route({ path: '/good', headers: { 'X-Rate': '7', location: '/x' }, status: 302 }),
      route({ path: '/bad', headers: { 'X-Fine': '1', 'X-Bad': 'a\nb' } }),
    ]);
    const good = await fetch(`${url}/good`, { redirect: 'manual' });
    expect([good.status, good.headers.get('x-rate'), good.headers.get('location')]).toEqual([
      302,
      '7',
      '/x',
    ]);
    const bad = await fetch(`${url}/bad`);
    expect(bad.status).toBe(500);
    expect(bad.headers.get('x-fine')).toBeNull();
    expect(await bad.json()).toMatchObject({ error: 'unusable_stub_route' });
  });

  it.each([
    ['a b', 'x'],
    ['X-Bad', 'a\nb'],
    ['Transfer-Encoding', 'chunked'],
    ['Content-Length', '999'],
  ])(
    'that HTTP cannot send (%s: %j) is recorded as what was sent, by no route',
    async (...pair) => {
      const { upstreams, url } = await serving([
        route({ headers: Object.fromEntries([pair]), body: { kind: 'text', text: 'a' } }),
      ]);
      expect((await fetch(url)).status).toBe(500);
      expect(upstreams.take()).toMatchObject([{ path: '/', status: 500, route: null }]);
    },
  );

  it('to HEAD is that to GET without its body', async () => {
    const { upstreams, url } = await serving([
      route({ method: 'GET', body: { kind: 'text', text: 'long' } }),
    ]);
    const response = await fetch(`${url}/`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '4']);
    expect(await response.text()).toBe('');
    expect(upstreams.take()).toMatchObject([{ method: 'HEAD', route: { index: 0 } }]);
  });

  it('that nothing fits says so, without the headers', async () => {
    const { url } = await serving([route({ path: '/used', times: 0 })]);
    const headers = { authorization: 'Bearer top-secret' };
    const response = await fetch(`${url}/nope?x=1`, { method: 'POST', headers });
    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({
      error: 'no_stub_route',
      message: 'mcp-eval stub upstream "api": no route matches POST /nope',
    });
    expect(JSON.stringify([...response.headers])).not.toContain('top-secret');
    expect(await (await fetch(`${url}/used`)).json()).toMatchObject({
      message: 'mcp-eval stub upstream "api": every route that matches GET /used has been used up',
    });
  });

  it('comes after its delay, and others before it', async () => {
    const { url } = await serving([route({ path: '/slow', delayMs: 150 }), route()]);
    const order: string[] = [];
    const start = performance.now();
    await Promise.all(
      ['/slow', '/'].map(async (path) => {
        await fetch(url + path);
        order.push(path);
      }),
    );
    expect(order).toEqual(['/', '/slow']);
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  it('that is delayed does not reach into the next scenario', async () => {
    const { upstreams, url } = await serving([route({ path: '/slow', delayMs: 50 }), route()]);
    let answered = false;
    const slow = fetch(`${url}/slow`).then(
      () => {
        answered = true;
      },
      () => {},
    );
    while (upstreams.take().length === 0) await fetch(`${url}/x`);
    upstreams.begin({ api: { own: [], suite: [route({ path: '/later', delayMs: 100 })] } });
    await fetch(`${url}/later`);
    expect(answered).toBe(false);
    await upstreams.close();
    await slow;
    expect(answered).toBe(false);
  });

  it('can be a reset', async () => {
    const { upstreams, url } = await serving([route({ fail: 'reset', status: 503 })]);
    const failure: unknown = await fetch(`${url}/`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(upstreams.take()).toMatchObject([{ path: '/', status: null, route: { index: 0 } }]);
  });

  it('can be none at all', async () => {
    const { upstreams, url } = await serving([route({ path: '/hang', fail: 'hang' }), route()]);
    const client = new AbortController();
    const hanging = fetch(`${url}/hang`, { signal: client.signal }).catch(() => 'given up');
    const seen = [];
    while (seen.length === 0) {
      await fetch(`${url}/`);
      seen.push(...upstreams.take().filter(({ path }) => path === '/hang'));
    }
    expect(seen).toMatchObject([{ status: null, route: { own: false, index: 0 } }]);
    client.abort();
    expect(await hanging).toBe('given up');
  });
});
