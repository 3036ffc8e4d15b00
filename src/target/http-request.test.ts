import { createHook } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { start } from '../../fixtures/servers/faulty-http/server.mjs';
import { Exchange } from './exchange.ts';
import { FindingLog } from './finding-log.ts';
import { replyContext } from './http-context.ts';
import { HttpEndpoint } from './http-endpoint.ts';
import { Excerpts } from './http-excerpt.ts';
import { HttpRequest } from './http-request.ts';
import { HttpSession } from './http-session.ts';
import { call, connect, never, soon } from './test-rig.ts';

const AT = {
  transport: 'http',
  headers: {},
  served: null,
  startupTimeoutMs: 20_000,
  place: null,
} as const;
const short = { ...soon, timeoutMs: 300 };

/** Lets a call to a server in this mode run into its limit; gives what the server saw. */
async function late(mode: string) {
  const server = await start(mode);
  const connection = await connect({ ...AT, url: server.url }, never);
  if (!connection.ok) throw new Error(JSON.stringify(connection.error));
  expect((await call(connection.value, 'echo', {}, short)).kind).toBe('timeout');
  await connection.value.close();
  await server.close();
  return server.stats;
}

describe('the rest of a stream', () => {
  it('is not asked for for ever', async () => {
    expect(await late('resume-forever')).toMatchObject({ calls: 1, cancelled: 1, deleted: 1 });
  });

  it.each([
    // 100 ms apart, and the one that is there for its own messages.
    ['resume-hasty', 4],
    ['resume-never', 1],
  ])('is asked for at bearable times: %s', async (mode, most) => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    const { gets } = await late(mode);
    process.off('warning', warned);
    expect(warnings).toEqual([]);
    expect(gets).toBeLessThanOrEqual(most);
  });

  it('leaves no timer', async () => {
    const timers: { resource: object; ms: unknown }[] = [];
    const msOf = (timer: object) => ('_idleTimeout' in timer ? timer._idleTimeout : null);
    const hook = createHook({
      init: (_id, type, _trigger, resource) => {
        if (type === 'Timeout') timers.push({ resource, ms: msOf(resource) });
      },
    }).enable();
    await late('resume-later');
    hook.disable();
    const waits = timers.filter(({ ms }) => ms === 60_000);
    expect(waits).toHaveLength(1);
    // Node's mark of a timer that was cleared.
    expect(waits.map(({ resource }) => msOf(resource))).toEqual([-1]);
  });

  it('is asked for only so often', async () => {
    const server = await start('resume-hasty', { sessionless: true });
    const findings = new FindingLog();
    const endpoint = new HttpEndpoint(new URL(server.url), {}, () => 'unknown');
    const session = new HttpSession(endpoint, findings, never);
    const asked = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo' },
    } as const;
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
});
