import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliResult, ROOT, runCli, withFiles } from './drive.ts';
import { type Remote, startRemote } from './remote.ts';
import { ECHO, type Report } from './reported.ts';

const TOKEN = 'tok-5f1d9c7e2b40';
const SCENARIOS = join(ROOT, 'scenarios');
const LIVE = ['ecnl', 'nwsl'] as const;

let remotes: Readonly<Record<(typeof LIVE)[number], Remote>>;

beforeAll(async () => {
  const [ecnl, nwsl] = await Promise.all(LIVE.map((name) => startRemote(name, TOKEN)));
  if (ecnl === undefined || nwsl === undefined) throw new Error('no remote');
  remotes = { ecnl, nwsl };
});
afterAll(() => Promise.all(Object.values(remotes).map((remote) => remote.stop())));

interface LiveRun extends CliResult {
  readonly report: Report & { readonly mode: string };
}

async function live(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<LiveRun> {
  return withFiles({}, async (folder) => {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter', 'pretty', '--reporter', `json=${file}`];
    const run = await runCli(['run', ...args, ...reporters], { env });
    return { ...run, report: JSON.parse(readFileSync(file, 'utf8')) };
  });
}

const liveNames = (suite: string): string[] =>
  readdirSync(join(SCENARIOS, suite))
    .filter((file) => file.endsWith('.yaml') && file !== 'suite.yaml')
    .filter((file) => readFileSync(join(SCENARIOS, suite, file), 'utf8').includes('\nlive: true\n'))
    .map((file) => file.replace('.yaml', ''));

describe('a live run', () => {
  test.each(LIVE)(
    '%s: the same files, those that say so, and every session is ended',
    async (name) => {
      const { url, stats } = remotes[name];
      const before = await stats();
      const env = { MCP_EVAL_REMOTE_URL: url, MCP_EVAL_REMOTE_TOKEN: TOKEN };
      const run = await live([`scenarios/${name}`, '--judge', 'off'], env);
      expect(run.stdout).toContain('PASSED');
      expect(run.code).toBe(0);
      expect(run.report.mode).toBe('live');
      expect(run.stdout).toContain(`live: scenarios/${name} against ${url}, `);
      expect(run.stdout).toMatch(/\d+ scenarios without "live: true" left out/);
      expect(run.stdout).toMatch(/^PASSED .*\(live, /m);
      const names = run.report.scenarios.map((scenario) => scenario.name);
      expect(names.sort()).toEqual(liveNames(name).sort());
      expect(names.length).toBeGreaterThan(1);
      const after = await stats();
      expect(after.sessions_opened).toBe((before.sessions_opened ?? 0) + names.length);
      expect(after.sessions_deleted).toBe(after.sessions_opened);
    },
  );

  test('by --url and --token-env, with --env-file', async () => {
    await withFiles({ '.env': `MY_TOKEN=${TOKEN}\n` }, async (folder) => {
      const args = ['--url', remotes.ecnl.url, '--token-env', 'MY_TOKEN', '--judge', 'off'];
      const run = await live(
        ['scenarios/ecnl', ...args, '--env-file', join(folder, '.env'), '--verbose'],
        {},
      );
      expect([run.code, run.report.mode]).toEqual([0, 'live']);
      expect(JSON.stringify(run)).not.toContain(TOKEN);
    });
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a wrong token', { MCP_EVAL_REMOTE_TOKEN: 'wrong-8a77e1' }],
    ['no token', {}],
  ])('%s: errored, with 401, and the token nowhere', async (_, env) => {
    const before = await remotes.ecnl.stats();
    const run = await live(['scenarios/ecnl', '--judge', 'off'], {
      MCP_EVAL_REMOTE_URL: remotes.ecnl.url,
      ...env,
    });
    expect(run.code).toBe(3);
    const { errored = 0, passed } = run.report.summary;
    expect([errored > 0, passed]).toEqual([true, 0]);
    for (const { status, code, message } of run.report.scenarios) {
      expect([status, code]).toEqual(['errored', 'start_failed']);
      expect(message).toContain('401');
    }
    expect(run.stdout).toContain('401');
    expect(JSON.stringify(run)).not.toContain('wrong-8a77e1');
    expect((await remotes.ecnl.stats()).sessions_opened).toBe(before.sessions_opened);
  });

  test('one that nobody answers is tried again, by the first scenario', async () => {
    const run = await live(['scenarios/ecnl', '--judge', 'off'], {
      MCP_EVAL_REMOTE_URL: 'http://127.0.0.1:9/mcp',
    });
    expect(run.code).toBe(3);
    expect(run.stdout.match(/connecting was tried 3 times/g)).toHaveLength(1);
    expect(run.stdout).toContain('could not be reached');
    expect(run.stdout).toContain('127.0.0.1:9');
    expect(run.stdout).not.toContain('fetch failed');
  });
});

test('a token without an address is noticed, an empty variable in a header refused', async () => {
  const one = 'scenarios/nwsl/get_standings.yaml';
  const [noted, header, option] = await Promise.all([
    runCli(['run', one], { env: { MCP_EVAL_REMOTE_TOKEN: TOKEN } }),
    withFiles(
      {
        'suite.yaml': `target: { url: "${remotes.ecnl.url}", headers: { X-Tenant: "\${env.TENANT}" } }\n`,
        'a.yaml': `name: a\n${ECHO}`,
      },
      (cwd) => runCli(['run', '.'], { cwd, env: { TENANT: '' } }),
    ),
    runCli(['run', 'scenarios/ecnl', '--url', remotes.ecnl.url, '--header', 'X-T: ${env.TENANT}'], {
      env: { TENANT: ' ' },
    }),
  ]);
  expect(noted.code).toBe(0);
  expect(noted.stderr).toBe('note: MCP_EVAL_REMOTE_TOKEN is set, but this is no live run\n');
  for (const refused of [header, option]) {
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('TENANT is set but empty, so the header would say nothing');
  }
});

test('an empty address, an empty token, both suites on one address: nothing is started', async () => {
  const { url } = remotes.ecnl;
  const before = await remotes.ecnl.stats();
  const [noUrl, noToken, shared] = await Promise.all([
    runCli(['run', 'scenarios/ecnl'], { env: { MCP_EVAL_REMOTE_URL: '' } }),
    runCli(['run', 'scenarios/ecnl'], {
      env: { MCP_EVAL_REMOTE_URL: url, MCP_EVAL_REMOTE_TOKEN: '' },
    }),
    runCli(['run', 'scenarios'], { env: { MCP_EVAL_REMOTE_URL: url } }),
  ]);
  expect([noUrl.code, noToken.code, shared.code]).toEqual([2, 2, 2]);
  expect(noUrl.stderr).toContain('MCP_EVAL_REMOTE_URL is set but empty');
  expect(noToken.stderr).toContain('MCP_EVAL_REMOTE_TOKEN is set but empty');
  expect(shared.stderr).toContain('would share the one server in MCP_EVAL_REMOTE_URL');
  expect(await remotes.ecnl.stats()).toEqual(before);
});
