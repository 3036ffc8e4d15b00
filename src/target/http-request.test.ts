import { expect, it } from 'vitest';
import { start } from '../../fixtures/servers/faulty-http/server.mjs';
import { Exchange } from './exchange.ts';
import { FindingLog } from './finding-log.ts';
import { replyContext } from './http-context.ts';
import { HttpEndpoint } from './http-endpoint.ts';
import { Excerpts } from './http-excerpt.ts';
import { HttpRequest } from './http-request.ts';
import { HttpSession } from './http-session.ts';
import { never } from './test-rig.ts';

it('asks for the rest of a stream only so often', async () => {
  const server = await start('resume-hasty', { sessionless: true });
  const findings = new FindingLog();
  const endpoint = new HttpEndpoint(new URL(server.url), {}, () => 'unknown');
  const session = new HttpSession(endpoint, findings, never);
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } } as const;
  const limits = { retryMs: 1, minRetryMs: 1, count: 5 };
  const request = new HttpRequest(session, session.post(asked), limits);
  const exchange = new Exchange(findings, { send: () => {}, deliver: () => {} });
  const ends = { session, excerpts: new Excerpts([]), findings };
  const context = replyContext(ends, exchange, 1, () => {});
  expect(await request.answer(context, () => {})).toEqual({
    kind: 'no_answer',
    detail: 'the reply stream ended without an answer, and so did its rest, 5 times',
  });
  expect(server.stats).toMatchObject({ calls: 1, gets: 5 });
  await session.end();
  await server.close();
});
