import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PLAIN_FACE } from './answers.ts';
import type { ModuleSpec } from './connection.ts';
import { connect, expectGone, never, soon, timed } from './test-rig.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/faulty-module/${name}`, import.meta.url));
const chunks = new URL('../../dist/cli/chunks/', import.meta.url);

function factory(exportName: string, changes: Partial<ModuleSpec> = {}): ModuleSpec {
  return {
    transport: 'module',
    file: fixture('server.mjs'),
    exportName,
    env: {},
    startupTimeoutMs: 20_000,
    place: null,
    ...changes,
  };
}

async function startOf(spec: ModuleSpec, signal = never) {
  const { value, ms } = await timed(connect(spec, signal));
  if (value.ok) throw new Error('it started');
  return { trouble: value.error, ms };
}

const atTopLevel = (how: string, changes: Partial<ModuleSpec> = {}) =>
  factory('createServer', { env: { TOP_LEVEL: how }, ...changes });

describe('a start of a module', () => {
  it.each([
    ['by hand', factory('createServer'), 'faulty-module', ['echo']],
    ['by a factory that takes its time', factory('makesLate'), 'faulty-module', ['echo']],
    ['on the SDK', factory('default', { file: fixture('server-sdk.mjs') }), 'on-sdk', ['hello']],
  ])('reaches a server made %s', async (_, spec, name, tools) => {
    const connection = await connect(spec, never);
    if (!connection.ok) throw new Error(JSON.stringify(connection.error));
    expect(connection.value.server).toEqual({
      name,
      version: '1.0.0',
      protocolVersion: '2025-11-25',
    });
    const listed = await connection.value.listTools(soon);
    expect(listed.ok && listed.value.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(tools),
    );
    await connection.value.close();
  });

  it('works from the build, shows nothing of the process, and leaves nothing behind it', async () => {
    const chunk = readdirSync(chunks).find((name) => name.startsWith('module-'));
    const introduction = JSON.stringify({ version: '1.2.3', face: PLAIN_FACE });
    const script = `import(${JSON.stringify(new URL(String(chunk), chunks))}).then(async ({ connectModule }) => {
      const { signal } = new AbortController();
      const { value } = await connectModule(${JSON.stringify(factory('createServer'))}, ${introduction}, signal);
      for (const [tool, args] of [['surroundings', {}], ['printPastNode', {}], ['child', { onTerm: '' }]]) {
        console.log((await value.callTool(tool, args, { timeoutMs: 20_000, signal })).text);
      }
      process.exit(7);
    })`;
    const args = ['--no-deprecation', '-e', script, 'an argument'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      env: { SECRET: 'x' },
      encoding: 'utf8',
    });
    expect(status).toBe(7);
    const [seen, printed, pid, ...rest] = stdout.split('\n');
    expect([printed, rest, stderr]).toEqual(['printed', [''], '']);
    expect(JSON.parse(String(seen))).toMatchObject({ argv: [], execArgv: [] });
    expect(seen).not.toContain('SECRET');
    await expectGone(JSON.parse(String(seen)).pid);
    if (process.platform === 'linux') await expectGone(Number(pid));
    else process.kill(Number(pid), 'SIGKILL');
  });
});

describe('a start of a module that fails', () => {
  it.each<[string, ModuleSpec, string, string | RegExp]>([
    ['no file', factory('x', { file: fixture('none.mjs') }), 'the file does not exist', ''],
    [
      'a file that throws',
      atTopLevel('throws'),
      'loading it threw: TypeError: no such table',
      /at Object.throws(?!.*module-host)/s,
    ],
    [
      'a file that misses a package',
      atTopLevel('imports'),
      "Cannot find package 'no-such-package' imported from",
      'ERR_MODULE_NOT_FOUND',
    ],
    [
      'another export',
      factory('make', { file: fixture('server-sdk.mjs') }),
      'it has no export "make"; it exports default',
      '',
    ],
    [
      'an export of another kind',
      factory('notAFunction'),
      'its export "notAFunction" is a string, not a function',
      '',
    ],
    [
      'a factory that throws',
      factory('makerThrows'),
      'makerThrows() threw: Error: EVENTS_API_URL is not set',
      'last words 3\nError: EVENTS_API_URL',
    ],
    [
      'a factory of nothing',
      factory('makesNothing'),
      'makesNothing() gave undefined without a method connect(transport)',
      '',
    ],
    [
      'a factory of something else',
      factory('makesSomethingElse'),
      'makesSomethingElse() gave an object without',
      '',
    ],
    [
      'a server that cannot connect',
      factory('connectThrows'),
      'connect(transport) threw: Error: cannot connect',
      /^Error: cannot connect(?!.*never was)/s,
    ],
  ])('tells %s', async (_, spec, detail, stderr) => {
    const { trouble, ms } = await startOf(spec);
    const { file, exportName, place } = spec;
    expect(trouble).toMatchObject({
      code: 'start_failed',
      reason: { kind: 'module_failed', detail: expect.stringContaining(detail) },
      launch: { kind: 'module', file, exportName, place },
      tail: { exit: null, stderr: stderr === '' ? '' : expect.stringMatching(stderr) },
    });
    expect(ms).toBeLessThan(5000);
  });

  it.each([
    ['exits', atTopLevel('exits'), 0, /^$/],
    ['exits with a code', atTopLevel('exits 3'), 3, /^FATAL: FOO_KEY not set\n$/],
    ['hangs up, and throws', factory('connectHangsUpAndThrows'), 0, /^Error: cannot connect/],
    ['throws later', atTopLevel('throws later'), 1, /server\.mjs:.*RangeError: too late/s],
    [
      'is given options that Node has not',
      factory('createServer', { env: { NODE_OPTIONS: '--no-such-option' } }),
      9,
      /NODE_OPTIONS/,
    ],
  ])('tells a module that %s', async (_, spec, code, stderr) => {
    const { trouble } = await startOf(spec);
    expect(trouble).toMatchObject({
      code: 'start_failed',
      reason: { kind: 'exited' },
      tail: { exit: { code, signal: null }, stderr: expect.stringMatching(stderr) },
    });
  });

  it.each([
    ['a top level that never settles', atTopLevel('hangs', { startupTimeoutMs: 300 })],
    ['a loop without end', atTopLevel('loops', { startupTimeoutMs: 300 })],
    ['a server that says nothing', factory('silent', { startupTimeoutMs: 300 })],
  ])('ends %s at its time', async (_, spec) => {
    const { trouble, ms } = await startOf(spec);
    expect(trouble).toMatchObject({
      code: 'start_failed',
      reason: { kind: 'timeout', afterMs: 300 },
      tail: { exit: null, stderr: '' },
    });
    expect(ms).toBeLessThan(5000);
  });

  it('shows the beginning of a long message', async () => {
    const { trouble } = await startOf(atTopLevel('throws at length'));
    const detail = expect.stringMatching(/^loading it threw: Error: x{1000,1999}$/);
    expect(trouble).toMatchObject({ reason: { kind: 'module_failed', detail } });
  });

  it('tells an environment that no process can have', async () => {
    const { trouble } = await startOf(factory('createServer', { env: { A: 'b\0' } }));
    const tail = { exit: null, stderr: '' };
    expect(trouble).toMatchObject({ reason: { kind: 'spawn_failed' }, tail });
  });

  it('shows what refused it', async () => {
    const { trouble } = await startOf(factory('refuses'));
    const detail = 'an answer whose result is null, not an object';
    expect(trouble).toMatchObject({ code: 'start_failed', reason: { kind: 'refused', detail } });
  });

  it('tells a server that closed the connection', async () => {
    const { trouble } = await startOf(factory('hangsUp'));
    expect(trouble).toMatchObject({
      code: 'connection_lost',
      doing: 'initialize',
      detail: 'the server closed its output',
      tail: { exit: null },
    });
  });

  it('is interrupted by the end of the run, before and during', async () => {
    const { trouble } = await startOf(factory('createServer'), AbortSignal.abort());
    expect(trouble).toEqual({ code: 'interrupted' });
    const run = new AbortController();
    const during = startOf(atTopLevel('loops'), run.signal);
    setTimeout(() => run.abort(), 50);
    expect((await during).trouble).toEqual({ code: 'interrupted' });
    const atOnce = new AbortController();
    const beforeItRuns = startOf(factory('createServer'), atOnce.signal);
    atOnce.abort();
    expect((await beforeItRuns).trouble).toEqual({ code: 'interrupted' });
  });
});
