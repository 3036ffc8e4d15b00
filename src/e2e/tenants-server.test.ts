import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import createDefault, { createServer } from '../../fixtures/servers/tenants/module.ts';
import { canAsk } from '../../fixtures/servers/tenants/reply.ts';
import { connectClient, KEY, yes } from '../../fixtures/servers/tenants/test-rig.ts';
import { ROOT } from './drive.ts';

const { PATH = '' } = process.env;
const env = { PATH, EXPOSE_STATE: '1' };
const built = (file: string): string => join(ROOT, 'dist', 'fixtures', 'tenants', file);

afterEach(() => {
  vi.unstubAllEnvs();
});

const start = (file: string) => {
  const child = spawn(process.execPath, [built(file)], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

const firstLine = async (from: NodeJS.ReadableStream): Promise<string> => {
  for await (const line of createInterface({ input: from })) return line;
  throw new Error('it ended without a word');
};

test('over HTTP callers are told apart by their tokens, and share the tenants', async () => {
  const line = await firstLine(start('http.js').stderr);
  const url = new URL(line.replace('listening on ', ''));
  const connect = (headers: Record<string, string>) =>
    connectClient(
      new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport,
      () => yes,
    );
  const [ana, ben, nobody] = await Promise.all([
    connect({ Authorization: 'Bearer ana' }),
    connect({ Authorization: 'Bearer ben' }),
    connect({}),
  ]);
  const [one, two] = [await ana.preview('tenant-001'), await ana.preview('tenant-002')];
  for (const other of [ben, nobody])
    expect(await other.reset(one)).toMatchObject({ code: 'plan_not_found' });
  expect(await ana.reset(one)).toMatchObject({ version: 2, replayed: false });
  expect(await ben.reset(one)).toMatchObject({ code: 'plan_not_found' });
  // The key that ana has used is a new one for ben.
  expect(await ben.reset(await ben.preview('tenant-003'))).toMatchObject({ replayed: false });

  await nobody.call('seed_tenant', { tenantId: 'tenant-002' });
  expect(await ana.reset(two, 'key-00000002')).toMatchObject({ code: 'plan_stale' });
  const { audit } = await ben.state();
  expect(audit).toMatchObject([
    { caller: 'ana', tenantId: 'tenant-001', planId: one, idempotencyKey: KEY },
    { caller: 'ben', tenantId: 'tenant-003', idempotencyKey: KEY },
    { caller: 'anonymous', tenantId: 'tenant-002', outcome: 'seeded' },
  ]);
  expect([ana, ben, nobody].map(({ prompts }) => prompts.length)).toEqual([1, 1, 0]);
  await Promise.all([ana, ben, nobody].map(({ client }) => client.close()));
});

test('on the 2.x package it does the same for a client of 2025-11-25', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [built('server2.js')],
    env,
  });
  const { client, call, preview, reset, prompts, state } = await connectClient(
    transport,
    () => yes,
  );
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(4);
  expect(await call('list_tenants', {})).toMatchObject({ tenants: { length: 20 }, total: 120 });
  expect(await call('list_tenants', { limit: 500 })).toEqual({
    words: expect.stringContaining('Input validation error'),
  });
  await expect(call('drop_tenant', {})).rejects.toMatchObject({ code: -32602 });

  const planId = await preview('tenant-113');
  expect(await reset(planId)).toEqual({
    words: expect.stringContaining('Output validation error'),
  });
  expect(await reset(planId)).toMatchObject({ rowsDeleted: 439, version: 2, replayed: true });
  expect(await reset(planId, 'key-00000002')).toMatchObject({ code: 'plan_not_found' });
  expect(prompts).toEqual([expect.stringContaining('439 rows will be deleted and 60 rows')]);
  expect((await state()).audit).toMatchObject([{ planId, caller: 'local', version: 2 }]);
});

test('on the 2.x package a client of 2026-07-28 is asked by a result', async () => {
  const ask = speak(start('server2.js'));
  const plan = await ask('preview_tenant_reset', { tenantId: 'tenant-001' });
  const { planId } = plan.structuredContent as { readonly planId: string };
  const args = { planId, idempotencyKey: KEY };
  const answer = (action: object) => ({ inputResponses: { confirm: action } });

  expect(await ask('reset_tenant', args, {}, {})).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('confirmation_unavailable') }],
  });
  // An answer before the question is none.
  for (const more of [answer(yes), {}])
    expect(await ask('reset_tenant', args, more)).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirm: {
          params: {
            message: expect.stringContaining('103 rows will be deleted'),
            requestedSchema: { required: ['confirm'] },
          },
        },
      },
    });
  expect(await ask('reset_tenant', args, answer({ action: 'decline' }))).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('not_confirmed') }],
  });
  await ask('reset_tenant', args);
  for (const replayed of [false, true])
    expect(await ask('reset_tenant', args, answer(yes))).toMatchObject({
      structuredContent: { rowsDeleted: 103, rowsInserted: 40, version: 2, replayed },
    });
});

/** Calls tools line by line, each with what that revision wants to have in every request. */
function speak(
  child: ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream },
) {
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  return async (
    name: string,
    args: object,
    more: object = {},
    capabilities: object = { elicitation: {} },
  ) => {
    const prefix = 'io.modelcontextprotocol';
    const _meta = {
      [`${prefix}/protocolVersion`]: '2026-07-28',
      [`${prefix}/clientInfo`]: { name: 'test', version: '0.0.0' },
      [`${prefix}/clientCapabilities`]: capabilities,
    };
    id += 1;
    const params = { name, arguments: args, ...more, _meta };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    const { value } = await replies.next();
    const reply = JSON.parse(value);
    expect(reply).toMatchObject({ id, result: {} });
    return reply.result as Readonly<Record<string, unknown>>;
  };
}

test('the module makes servers that are independent, each by the settings of the moment', async () => {
  expect(createDefault).toBe(createServer);
  const open = async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createServer().connect(theirs);
    return connectClient(ours, () => yes);
  };
  const plain = await open();
  await expect(plain.state()).rejects.toMatchObject({ code: -32601 });
  expect(plain.client.getServerCapabilities()?.resources).toBeUndefined();
  vi.stubEnv('EXPOSE_STATE', '1');
  vi.stubEnv('PLAN_TTL_MS', '0');
  vi.stubEnv('BROKEN', 'no_audit');
  const set = await open();
  expect(await set.reset(await set.preview('tenant-001'))).toMatchObject({
    code: 'plan_not_found',
  });
  await set.call('seed_tenant', { tenantId: 'tenant-001' });
  expect(await set.state()).toMatchObject({ versions: { 'tenant-001': 2 }, audit: [] });

  expect(await plain.reset(await plain.preview('tenant-001'))).toMatchObject({ version: 2 });
  await Promise.all([plain.client.close(), set.client.close()]);
});

test.each([
  ['a misspelt twin', { BROKEN: 'no_audits' }, 'BROKEN=no_audits is none of no_key_lookup'],
  ['a time that is none', { PLAN_TTL_MS: '10m' }, 'PLAN_TTL_MS is not a number of milliseconds'],
])('there is no server with %s', (_, settings, message) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  expect(createServer).toThrow(message);
});

test.each([
  [undefined, false],
  [{}, true],
  [{ form: {} }, true],
  [{ form: {}, url: {} }, true],
  [{ url: {} }, false],
])('a client with elicitation %j can show a form: %s', (elicitation, expected) => {
  expect(canAsk(elicitation)).toBe(expected);
});
