import type { ChildProcess } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { diaryTarget, withDiary } from './diary.ts';
import { runCli, withFiles } from './drive.ts';
import { calls, projectFiles, runProject, type ScenarioReport, target } from './reported.ts';

const TRIPWIRE = 'network: tripwire\n';
const STUB = `upstreams:\n  api: { routes: [{ path: /v1/a, json: {} }] }\n`;
const ENV = { API_URL: '${upstreams.api.url}' };
const URLS = [
  'https://user:secret@api.example.org/v1?key=secret',
  'http://user:secret@models.example.org/v1/a?key=secret',
];
const TUNNEL = { method: 'CONNECT', host: 'api.example.org', port: 443, path: null };
const REQUEST = { method: 'GET', host: 'models.example.org', port: 80, path: '/v1/a' };
const FIRST = { method: 'GET', host: 'first.example', port: 80, path: '/' };
const PROBE = { ...FIRST, host: 'probe.example' };

const steps = (...lines: readonly string[]) => `tool_sequence:\n${lines.join('\n')}\n`;
const call = (urls: readonly string[], more = '', expects = '{ contains: "403" }') =>
  `  - { tool: call, args: { urls: ${JSON.stringify(urls)}${more} }, expect: ${expects} }`;
const own = ({ steps: all }: ScenarioReport) => all.map((step) => step.network_attempts);

describe('network: tripwire', () => {
  test('what a server asks of the network is refused, and told with its step', async () => {
    const env = { ...ENV, FIRST: 'http://first.example/' };
    const run = await runProject({
      suite: `${target('network', { env })}${STUB}${TRIPWIRE}state: { resource: "network://state" }\n`,
      scenarios: {
        asks: steps(
          call(URLS),
          '  - { tool: echo, args: { text: a }, expect: { contains: a } }',
          call([], '', '{ state: unchanged }'),
        ),
        stub: steps(
          '  - { tool: call, args: { urls: ["${upstreams.api.url}/v1/a"] }, expect: { contains: "200", upstream: { api: 1 } } }',
        ),
        later: steps(
          call([URLS[0] ?? ''], ', after: late', '{ contains: later }'),
          '  - { tool: late, expect: { contains: done } }',
          call([URLS[1] ?? ''], ', after: end', '{ contains: later }'),
        ),
      },
    });
    expect(run.code, run.stdout).toBe(0);
    const [asked, ...others] = own(run.of('asks'));
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(expect.arrayContaining([TUNNEL, REQUEST]));
    expect(others).toEqual([undefined, undefined]);
    // The state is read once before the first step as well: only the last one reads it.
    expect(run.of('asks').network_attempts).toEqual([FIRST, PROBE, PROBE, PROBE, PROBE]);
    expect(own(run.of('stub'))).toEqual([undefined]);
    expect(own(run.of('later'))).toEqual([undefined, [TUNNEL], [REQUEST]]);
  });

  test('what is tried while the state is read is a step’s, but for what the probe tries itself', async () => {
    const reads = '{ state: unchanged, contains: later }';
    const run = await runProject({
      suite: `${target('network')}${TRIPWIRE}state: { resource: "network://state" }\n`,
      scenarios: {
        a: steps(
          call([URLS[0] ?? ''], ', after: read', '{ contains: later }'),
          call([URLS[0] ?? ''], ', after: read', reads),
        ),
      },
    });
    expect(run.code, run.stdout).toBe(0);
    expect(own(run.of('a'))).toEqual([[TUNNEL], [TUNNEL]]);
    expect(run.of('a').network_attempts).toEqual([PROBE, PROBE, PROBE, PROBE]);
  });

  test('on a process that scenarios share, each has its own', async () => {
    const env = { FIRST: 'http://first.example/' };
    const run = await runProject({
      suite: `${target('network', { env })}isolation: suite\n${TRIPWIRE}`,
      scenarios: { a: steps(call([URLS[0] ?? ''])), b: steps(call([URLS[1] ?? ''])) },
    });
    expect([run.of('a').network_attempts, run.of('b').network_attempts]).toEqual([
      [FIRST],
      undefined,
    ]);
    expect([own(run.of('a')), own(run.of('b'))]).toEqual([[[TUNNEL]], [[REQUEST]]]);
  });

  test('a failure shows what was refused; an open network has no proxy', async () => {
    // A step that is not called has set nothing off, whatever the server did before.
    const unknown = steps('  - { tool: nope, expect: { contains: a } }');
    const failing = {
      unknown,
      a: steps(call([URLS[0] ?? ''], '', '{ contains: "200" }')),
    };
    const run = await runProject({
      suite: `${target('network', { env: { FIRST: 'http://first.example/' } })}${TRIPWIRE}`,
      scenarios: failing,
    });
    expect([run.code, own(run.of('a'))]).toEqual([1, [[TUNNEL]]]);
    const { steps: unsent, network_attempts: stray } = run.of('unknown');
    expect([stray, unsent[0]?.code, unsent[0]?.network_attempts]).toEqual([
      [FIRST],
      'unknown_tool',
      undefined,
    ]);
    expect(run.stdout).toContain('    network: CONNECT api.example.org:443 -> refused\n');
    const open = await runProject({
      mode: 'env',
      suite: 'network: open\n',
      scenarios: { a: calls('env', '{}', 'expected_not_contains: _PROXY') },
    });
    expect(open.code, open.stdout).toBe(0);
  });

  test('a signal while half of a request is under way: nobody is left', async () => {
    await withDiary(async (diary) => {
      const suite = `${diaryTarget('network')}${TRIPWIRE}`;
      const files = projectFiles({
        suite,
        scenarios: { a: calls('hang', '{}', 'expected_contains: x') },
      });
      await withFiles(files, async (folder) => {
        const proxy = () =>
          diary
            .lines()
            .find((line) => line.startsWith('proxy '))
            ?.slice(6) ?? '';
        let listening = false;
        const onStart = (child: ChildProcess): void => {
          void diary.until('held').then(async () => {
            listening = (await fetch(proxy())).status === 403;
            child.kill('SIGINT');
          });
        };
        const run = await runCli(['run', '.'], { cwd: folder, env: diary.env, onStart });
        expect([run.code, run.stderr, listening]).toEqual([130, '', true]);
        await expect(fetch(proxy())).rejects.toThrow();
        await diary.expectNobodyLeft(1);
      });
    });
  });
});

test('what would lead around the tripwire is an input error', async () => {
  const scenarios = { a: `env: { no_proxy: "*" }\n${steps(call([]))}` };
  const suite = `${target('network', { env: { HTTPS_PROXY: 'http://elsewhere' } })}${TRIPWIRE}`;
  await withFiles(projectFiles({ suite, scenarios }), async (folder) => {
    const { code, stderr } = await runCli(['run', '.'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^suite\.yaml:1:\d+: "network: tripwire" and "HTTPS_PROXY" exclude each/m,
    );
    expect(stderr).toMatch(/^a\.yaml:2:8: "network: tripwire" and "no_proxy" exclude each other/m);
  });
});
