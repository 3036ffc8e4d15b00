import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openUpstreams } from './open.ts';
import { opened, route, serving } from './test-rig.ts';

describe('the services', () => {
  it('listen on loopback, one address each', async () => {
    const upstreams = await opened(['a', '__proto__']);
    const urls = Object.values(upstreams.urls);
    expect(Object.keys(upstreams.urls)).toEqual(['a', '__proto__']);
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('keep their routes apart and their records in order', async () => {
    const upstreams = await opened(['a', 'b']);
    upstreams.begin({ a: { own: [], suite: [route({ path: '/x' })] } });
    const statuses = [];
    for (const name of ['b', 'a', 'b']) {
      statuses.push((await fetch(`${upstreams.urls[name]}/x`)).status);
    }
    expect(statuses).toEqual([501, 200, 501]);
    expect(upstreams.take().map(({ upstream }) => upstream)).toEqual(['b', 'a', 'b']);
    expect(upstreams.take()).toEqual([]);
  });

  it('start anew with each scenario', async () => {
    const once = route({ path: '/x', times: 1 });
    const { upstreams, url } = await serving([], [once]);
    expect(upstreams.unusedOwn()).toEqual([{ upstream: 'api', route: once }]);
    expect((await fetch(`${url}/x`)).status).toBe(200);
    expect((await fetch(`${url}/x`)).status).toBe(501);
    expect(upstreams.unusedOwn()).toEqual([]);
    upstreams.begin({ api: { own: [once], suite: [] } });
    // Nobody has taken them: they are told to whom they came late, answered by no route of its own.
    expect(upstreams.take()).toMatchObject([
      { status: 200, route: { index: 0, own: false } },
      { status: 501, route: null },
    ]);
    expect(upstreams.take()).toEqual([]);
    expect(upstreams.unusedOwn()).toHaveLength(1);
    expect((await fetch(`${url}/x`)).status).toBe(200);
    upstreams.begin({});
    expect((await fetch(`${url}/x`)).status).toBe(501);
  });

  it('count only own routes as unused', async () => {
    const { upstreams } = await serving([route({ path: '/suite' })]);
    expect(upstreams.unusedOwn()).toEqual([]);
  });

  it('close although sockets are open, and answer nobody afterwards', async () => {
    const opening = await openUpstreams(['api']);
    if (!opening.ok) throw new Error(opening.error.code);
    const { urls, begin, close } = opening.value;
    begin({ api: { own: [], suite: [route({ path: '/hang', fail: 'hang' }), route()] } });
    await (await fetch(`${urls.api}/`)).text();
    const hanging = fetch(`${urls.api}/hang`).catch(() => 'cut');
    const idle = connect(Number(new URL(urls.api ?? '').port), '127.0.0.1');
    await once(idle, 'connect');
    idle.on('error', () => {});
    const cut = new Promise((resolve) => idle.on('close', resolve));
    await Promise.all([close(), close()]);
    expect(await hanging).toBe('cut');
    await cut;
    await expect(fetch(`${urls.api}/`)).rejects.toThrow();
  });
});
