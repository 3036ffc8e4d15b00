import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { LaunchSpec, PromptRequest } from './connection.ts';
import { call, never, reach, scripted, soon } from './test-rig.ts';

const folder = mkdtempSync(join(tmpdir(), 'last-requests-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the server asks from the reply to the end of a connection that is closed at once. */
async function askedBehindReply(spec: LaunchSpec): Promise<readonly unknown[]> {
  const asked: PromptRequest[] = [];
  const answer = (request: PromptRequest) => {
    asked.push(request);
    return { refusal: 'nothing is scripted' };
  };
  const face = { elicitation: { url: false }, sampling: false, roots: null, answer };
  const connection = await reach.connect(spec, face, never);
  if (!connection.ok) throw new Error(JSON.stringify(connection.error));
  expect((await call(connection.value, 'any', {}, soon)).kind).toBe('result');
  await connection.value.close();
  expect(connection.value.takeFindings()).toEqual([]);
  return asked.map(({ params }) => params.message);
}

const PROMPT = `{ jsonrpc: '2.0', id: 'late', method: 'elicitation/create', params: { message: 'late?' } }`;

it.each(['say(PROMPT)', 'setTimeout(() => say(PROMPT), 5)'])('over stdio: %s', async (late) => {
  const spec = scripted(`if (message.method !== 'tools/call') return false;
    reply(message.id, { content: [] });
    ${late.replace('PROMPT', PROMPT)};`);
  expect(await askedBehindReply(spec)).toEqual(['late?']);
});

it.each(['say(PROMPT)', 'setTimeout(() => say(PROMPT), 5)'])('of a module: %s', async (late) => {
  const file = join(folder, `${late.length}.mjs`);
  writeFileSync(
    file,
    `export const createServer = () => ({ connect: (transport) => {
      const say = (message) => transport.send(message);
      const reply = (id, result) => say({ jsonrpc: '2.0', id, result });
      transport.onmessage = ({ id, method, params }) => {
        if (method === 'initialize') return reply(id, { protocolVersion: params.protocolVersion,
          capabilities: { tools: {} }, serverInfo: { name: 's', version: '0' } });
        if (method !== 'tools/call') return;
        reply(id, { content: [] });
        ${late.replace('PROMPT', PROMPT)};
      };
      return transport.start();
    } });`,
  );
  const spec: LaunchSpec = {
    ...{ transport: 'module', file, exportName: 'createServer', env: {} },
    ...{ startupTimeoutMs: 20_000, place: null },
  };
  expect(await askedBehindReply(spec)).toEqual(['late?']);
});

it('over HTTP, until the end of the session is confirmed', async () => {
  let stream: ServerResponse | null = null;
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const { id, method, params } = body === '' ? ({} as never) : JSON.parse(body);
    if (request.method === 'GET') {
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    } else if (request.method === 'DELETE') {
      const params = { message: 'late?' };
      const prompt = { jsonrpc: '2.0', id: 'late', method: 'elicitation/create', params };
      stream?.write(`data: ${JSON.stringify(prompt)}\n\n`);
      setTimeout(() => response.writeHead(204).end(), 50);
    } else if (id === undefined) response.writeHead(202).end();
    else {
      const { protocolVersion } = params;
      const serverInfo = { name: 's', version: '0' };
      const opened = { protocolVersion, capabilities: { tools: {} }, serverInfo };
      const result = method === 'initialize' ? opened : { content: [] };
      const headers = { 'content-type': 'application/json', 'mcp-session-id': 'one' };
      // The stream of the server's own messages is open by the time of the reply.
      const ready = () => method === 'initialize' || stream !== null;
      const timer = setInterval(() => {
        if (!ready()) return;
        clearInterval(timer);
        response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      }, 1);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const spec: LaunchSpec = {
    ...{ transport: 'http', url: `http://127.0.0.1:${port}/`, headers: {}, served: null },
    ...{ startupTimeoutMs: 20_000, place: null },
  };
  expect(await askedBehindReply(spec)).toEqual(['late?']);
  server.closeAllConnections();
  server.close();
});
