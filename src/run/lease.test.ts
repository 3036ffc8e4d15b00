import { expect, test } from 'vitest';
import { start } from '../../fixtures/servers/faulty-http/server.mjs';
import { createTmpFolders } from '../cli/tmp-folders.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import { bareSuite } from '../scenario/parse-suite.ts';
import { loadScenario, scenario as scenarioText } from '../scenario/test-rig.ts';
import { faulty, reach, soon } from '../target/test-rig.ts';
import { openUpstreams } from '../upstream/open.ts';
import { openTripwire } from '../upstream/tripwire.ts';
import type { RunContext } from './deps.ts';
import type { Begin } from './ground.ts';
import { Leases } from './lease.ts';

const { command, args } = faulty('killed');
const target: SuiteTarget = {
  place: null,
  value: { transport: 'stdio', command, args, env: {}, passEnv: [], cwd: '.', baseDir: '/' },
};
const suite: Suite = { ...bareSuite('.'), target, isolation: 'suite', scenarios: [] };
const begin: Begin = ({ scope }) => scope;

const scenario = loadScenario(scenarioText());
const wanted = { suite, target, scenario, begin };

const context: RunContext = {
  plan: {
    runId: 'r',
    startedAt: new Date(0),
    env: process.env,
    suites: [suite],
    judge: { state: 'off' },
    keepTmp: false,
    maxDurationMs: null,
  },
  deps: {
    reach,
    judge: () => {
      throw new Error('nothing is graded here');
    },
    openUpstreams,
    openTripwire,
    tmp: createTmpFolders(),
    now: () => 0,
    uuid: () => 'u',
  },
  emit: () => undefined,
  signal: new AbortController().signal,
};

test('a shared server that died of a signal while nobody used it is told, and then replaced', async () => {
  const leases = new Leases(context);
  try {
    const first = await leases.acquire(wanted);
    if (!first.ok) throw new Error(first.error.trouble.code);
    const { connection } = first.value;
    expect(await leases.release(suite, first.value, true)).toBeNull();
    await connection.callTool('crash', {}, soon);
    expect(connection.alive()).toBe(false);

    const second = await leases.acquire(wanted);
    expect(second).toMatchObject({
      ok: false,
      error: {
        trouble: {
          code: 'connection_lost',
          doing: 'shutdown',
          tail: { exit: { signal: 'SIGKILL' } },
        },
      },
    });
    const third = await leases.acquire(wanted);
    expect(third.ok && third.value.connection.alive()).toBe(true);
  } finally {
    await leases.closeAll();
  }
});

test('what the scenarios of a suite shared ends with the suite', async () => {
  const leases = new Leases(context);
  try {
    const leased = await leases.acquire(wanted);
    if (!leased.ok) throw new Error(leased.error.trouble.code);
    await leases.release(suite, leased.value, true);
    expect(leased.value.connection.alive()).toBe(true);
    await leases.endSuite(suite);
    expect(leased.value.connection.alive()).toBe(false);
  } finally {
    await leases.closeAll();
  }
});

/** A server that ends when it is to open its second session. */
const ONE_SESSION = `let sessions = 0;
require('node:http').createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(chunks));
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'initialize' && ++sessions === 2) HOW;
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '0' } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
}).listen(process.argv[1], '127.0.0.1');`;

/** A suite whose scenarios have a session each of that server; `how` it ends. */
function sharing(how: string) {
  const part = { command: process.execPath, env: {}, passEnv: [], cwd: '.', baseDir: '/' };
  const served: SuiteTarget = {
    place: null,
    value: {
      transport: 'http',
      url: 'http://127.0.0.1:${port}/mcp',
      headers: {},
      process: { ...part, args: ['-e', ONE_SESSION.replace('HOW', how), '${port}'] },
    },
  };
  const sessions: Suite = { ...suite, target: served, isolation: 'session' };
  return { ...wanted, suite: sessions, target: served };
}

test.each([true, false])('sessions share a process as long as it is fit: %s', async (fit) => {
  const shared = sharing('{}');
  const leases = new Leases(context);
  try {
    const first = await leases.acquire(shared);
    if (!first.ok) throw new Error(JSON.stringify(first.error.trouble));
    await leases.release(shared.suite, first.value, fit);
    expect(first.value.served?.alive()).toBe(fit);
    const second = await leases.acquire(shared);
    expect(second.ok && second.value.served === first.value.served).toBe(fit);
  } finally {
    await leases.closeAll();
  }
});

test.each([
  [
    'process.exit(7)',
    { ok: true, value: { findings: [{ code: 'server_restarted' }], ownProcess: false } },
  ],
  [
    "process.kill(process.pid, 'SIGKILL')",
    { ok: false, error: { trouble: { code: 'start_failed' } } },
  ],
])(
  'a shared process that is seen to have ended only by the next scenario: %s',
  async (how, second) => {
    const shared = sharing(how);
    const leases = new Leases(context);
    try {
      const first = await leases.acquire(shared);
      if (!first.ok) throw new Error(JSON.stringify(first.error.trouble));
      await leases.release(shared.suite, first.value, true);
      expect(await leases.acquire(shared)).toMatchObject(second);
    } finally {
      await leases.closeAll();
    }
  },
);

test('a process that does not fit is told from one that nobody had yet', async () => {
  const shared = sharing('0');
  const leases = new Leases(context);
  const other = loadScenario(scenarioText('env: {A: b}'));
  try {
    const came = [];
    for (const next of [scenario, scenario, other, other, scenario]) {
      const leased = await leases.acquire({ ...shared, scenario: next });
      if (!leased.ok) throw new Error(JSON.stringify(leased.error.trouble));
      came.push(leased.value.ownProcess);
      await leases.release(shared.suite, leased.value, true);
    }
    expect(came).toEqual([false, false, true, false, false]);
  } finally {
    await leases.closeAll();
  }
});

test('ends the sessions of all clients, of a lost connection as well', async () => {
  const server = await start('hang-up');
  const { url, stats } = server;
  const value = { transport: 'http', url, headers: {}, process: null } as const;
  const http = { ...wanted, target: { place: null, value } };
  const many: Suite = { ...suite, target: http.target, clients: { other: {} } };
  const leases = new Leases(context);
  try {
    const leased = await leases.acquire({ ...http, suite: many });
    if (!leased.ok) throw new Error(leased.error.trouble.code);
    const other = () => leases.client(leased.value, 'other', { ...http, suite: many });
    const first = await other();
    expect(first.ok && (await first.value.connection.callTool('echo', {}, soon))).toMatchObject({
      reply: { kind: 'lost' },
    });
    expect(first.ok && first.value.connection.alive()).toBe(false);
    expect(await other()).toMatchObject({ ok: true });
    await leases.release(many, leased.value, false);
    expect(stats).toMatchObject({ opened: 3, deleted: 3 });
  } finally {
    await leases.closeAll();
    await server.close();
  }
});
