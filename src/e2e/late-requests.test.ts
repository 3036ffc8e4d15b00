import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { withFiles } from './drive.ts';
import { ECHO, runProject, target } from './reported.ts';
import { lines, step, told } from './steps.ts';

/** A server that asks its upstream once more while it ends. */
function suite(upstream: string, name = 'config'): string {
  const env = { CONFIG_URL: `\${upstreams.${name}.url}` };
  return `${target('asks-at-end', { env })}upstreams:\n  ${name}: ${upstream}\n`;
}

describe.each(['scenario', 'suite'])('isolation: %s', (isolation) => {
  const shared = `isolation: ${isolation}\n`;

  test('a request behind the last answer still counts', async () => {
    const scenarios = { a: ECHO };
    const run = await runProject({ suite: suite('{ routes: [] }') + shared, scenarios });
    expect([run.code, run.of('a').status]).toEqual([1, 'failed']);
    expect(run.stdout).toContain('GET /late');
    const routes = '{ routes: [{ path: /late }] }';
    expect((await runProject({ suite: suite(routes) + shared, scenarios })).code).toBe(0);
  });
});

describe('behind the last scenario of a shared process', () => {
  test.each([
    [
      'one with a process of its own',
      `env: { CONFIG_URL: "http://127.0.0.1:9" }\n${ECHO}`,
      'passed',
    ],
    ['one that is skipped', `skip: not now\n${ECHO}`, 'skipped'],
    [
      'one that this target cannot have',
      ECHO.replace('tool: echo', 'tool: echo\n    client: c'),
      'skipped',
    ],
  ])('comes %s: its last request is told all the same', async (_, z, status) => {
    const more = 'isolation: suite\nclients: { c: { headers: { X: y } } }\n';
    const run = await runProject({
      suite: suite('{ routes: [] }') + more,
      scenarios: { a: ECHO, b: ECHO, z },
    });
    const {
      a,
      b,
      z: last,
    } = Object.fromEntries(
      run.report.scenarios.map((scenario) => [scenario.name, scenario.status]),
    );
    expect([run.code, a, b, last]).toEqual([1, 'passed', 'failed', status]);
  });
});

test.each(['constructor', 'toString', '__proto__'])('an upstream named %s', async (name) => {
  const run = await runProject({
    suite: suite('{ routes: [{ path: /late }] }', name),
    scenarios: { a: ECHO },
  });
  expect([run.code, run.of('a').status]).toEqual([0, 'passed']);
});

/** A judge that answers when what it tells the server to do is done, by the file `go`. */
async function whileItJudges(go: string, work: (env: Record<string, string>) => Promise<void>) {
  const said = { type: 'text', text: 'VERDICT: PASS\nREASON: It is done.' };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const head = { id: 'm', type: 'message', role: 'assistant', model: 'claude-haiku-4-5' };
  const reply = { ...head, content: [said], stop_reason: 'end_turn', stop_sequence: null, usage };
  const judge = createServer(async (_, response) => {
    await writeFile(go, '');
    while (!existsSync(`${go}.done`)) await delay(5);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
  });
  judge.listen({ host: '127.0.0.1', port: 0 });
  await once(judge, 'listening');
  const { port } = judge.address() as AddressInfo;
  try {
    const ANTHROPIC_BASE_URL = `http://127.0.0.1:${port}`;
    await work({ ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY: 'sk-invented-1' });
  } finally {
    judge.close();
  }
}

/** Calls of a tool that never asks a model, by its word. */
const acts = (args: JsonObject, keys: JsonObject = {}): string =>
  lines({ tool_sequence: [step('never', args)], expected_contains: 'done', ...keys });
const claims = (go: string, keys: JsonObject): string =>
  target('claims', { env: { GO: go, MODEL_URL: '${upstreams.model.url}' } }) +
  lines({ upstreams: { model: { kind: 'llm', unmatched: 'allow' } }, ...keys });
const WHEN_TOLD: JsonObject = { when_told: ['model'], once: 'told' };

describe('on a process that scenarios share', () => {
  test.each<[string, JsonObject]>([
    ['the next scenario', {}],
    ['the next run', { repeat: { times: 2 } }],
  ])(
    'what comes while the judge grades is the last step’s, and no matter of %s',
    async (_, keys) => {
      await withFiles({}, async (folder) => {
        const go = join(folder, 'go');
        await whileItJudges(go, async (env) => {
          const run = await runProject({
            suite: claims(go, { isolation: 'suite' }),
            scenarios: {
              a: acts(WHEN_TOLD, { expected_judge: ['It is done.'], ...keys }),
              b: acts({}),
            },
            cli: { env },
          });
          expect([told(run.of('a')), told(run.of('b'))], run.stdout).toEqual([
            'failed: execution_claims@0',
            'passed',
          ]);
        });
      });
    },
  );

  test('what comes while another one runs elsewhere is told to the next', async () => {
    await withFiles({}, async (folder) => {
      const run = await runProject({
        suite: claims(join(folder, 'go'), { isolation: 'suite', policy: { llm: 'never' } }),
        scenarios: {
          a: acts(WHEN_TOLD),
          b: acts({ tells: true }, { env: { A: 'b' } }),
          c: acts({}),
        },
      });
      const came = ['a', 'b', 'c'].map((name) => told(run.of(name)));
      expect(came, run.stdout).toEqual(['passed', 'passed', 'failed: policy_kept@output']);
    });
  });
});
