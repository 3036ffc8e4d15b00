import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { route, serving } from './test-rig.ts';

it('hears whoever has asked before, though they are gone', async () => {
  const { upstreams, url } = await serving([route()]);
  const sockets = Array.from({ length: 50 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  const sent = sockets.map(async (socket) => {
    await once(socket, 'connect');
    await new Promise((done) => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n', done));
  });
  await Promise.all(sent);
  await upstreams.drained();
  expect(upstreams.take()).toHaveLength(50);
  for (const socket of sockets) socket.destroy();
});

it('has nothing to hear once it is closed', async () => {
  const { upstreams } = await serving([]);
  await upstreams.close();
  await upstreams.drained();
  expect(upstreams.take()).toEqual([]);
});
