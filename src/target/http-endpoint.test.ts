import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ListenerKind } from './connection.ts';
import { HttpEndpoint } from './http-endpoint.ts';

const POST = { method: 'POST', headers: {}, body: '{}' } as const;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** An endpoint for whose connections these are seen to listen, one after the other. */
function seeing(kinds: ListenerKind[], url: string): HttpEndpoint {
  return new HttpEndpoint(new URL(url), { 'X-Key': 'secret' }, () => kinds.shift() ?? 'unknown');
}

describe('a port that somebody else has', () => {
  it.each(['http', 'https'])(
    'is sent nothing, even if it was ours a moment ago: %s',
    async (way) => {
      const heard: Promise<number>[] = [];
      const stranger = createServer((socket) => {
        heard.push(once(socket.resume(), 'close').then(() => socket.bytesRead));
      });
      const port = await listen(stranger);
      const before = seeing(['stranger', 'stranger'], `${way}://127.0.0.1:${port}/`);
      const since = seeing(['ours', 'stranger'], `${way}://127.0.0.1:${port}/`);
      const failure = { ok: false, error: { kind: 'stranger', port } };
      for (const fresh of [true, false]) {
        expect(await before.send({ ...POST, fresh }).response).toEqual(failure);
      }
      expect(heard).toHaveLength(0);
      expect(await since.send({ ...POST, fresh: false }).response).toEqual(failure);
      await once(stranger.close(), 'close');
      expect(await Promise.all(heard)).toEqual([0]);
    },
  );

  it('is no matter to a connection that was there before', async () => {
    const server = createHttp((_request, response) => response.end('{}'));
    const port = await listen(server);
    const endpoint = seeing(['ours', 'ours', 'stranger'], `http://127.0.0.1:${port}/`);
    for (let count = 0; count < 3; count += 1) {
      const { response } = endpoint.send({ ...POST, fresh: false });
      const reply = await response;
      if (!reply.ok) throw new Error(reply.error.kind);
      await once(reply.value.resume(), 'close');
    }
    expect(await endpoint.send({ ...POST, fresh: true }).response).toMatchObject({ ok: false });
    endpoint.close();
    await once(server.close(), 'close');
  });
});
