import { expect, test } from 'vitest';
import { calls, ECHO, type Project, runProject, statuses, target } from './reported.ts';

const SECRETS = {
  ANTHROPIC_API_KEY: 'sk-invented-key',
  GITHUB_TOKEN: 'invented-ci-token',
  NODE_OPTIONS: '--no-warnings',
  SOME_RANDOM_VARIABLE: 'anything',
};

async function environmentOf(rest: Parameters<typeof target>[1]): Promise<Record<string, string>> {
  const run = await runProject({
    suite: target('env', rest),
    scenarios: { env: calls('env', '{}', 'expected_contains: PATH') },
    cli: { env: SECRETS },
  });
  expect(run.code, run.stdout).toBe(0);
  return JSON.parse(run.of('env').output) as Record<string, string>;
}

test('a server sees a safe minimum and nothing of the rest', async () => {
  const seen = await environmentOf({});
  expect(seen).toMatchObject({ PATH: process.env.PATH, HOME: process.env.HOME });
  for (const name of Object.keys(SECRETS)) expect(seen).not.toHaveProperty(name);
  expect(Object.values(seen)).not.toContain(SECRETS.ANTHROPIC_API_KEY);
});

test('what the suite gives or lets through is added, and nothing else', async () => {
  const seen = await environmentOf({
    env: { HOME: '/nowhere', GIVEN: 'for ${env.SOME_RANDOM_VARIABLE}' },
    pass_env: ['SOME_RANDOM_VARIABLE', 'NOT_SET_ANYWHERE'],
  });
  expect(seen).toMatchObject({
    HOME: '/nowhere',
    GIVEN: 'for anything',
    SOME_RANDOM_VARIABLE: 'anything',
  });
  for (const name of ['ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'NOT_SET_ANYWHERE']) {
    expect(seen).not.toHaveProperty(name);
  }
});

test('its working directory is the one that the suite names', async () => {
  const here = (end: string) => calls('cwd', '{}', `expected_matches: '${end}$'`);
  const project = (cwd: string, end: string): Project => ({
    suite: target('cwd', { cwd }),
    scenarios: { here: here(end), 'deep/inner': here(end) },
    files: { 'work/.keep': '' },
  });
  const run = await runProject(project('./work', '/mcp-eval-test-\\w+/work'));
  expect(run.code, run.stdout).toBe(0);
  expect((await runProject(project('.', '/mcp-eval-test-\\w+'))).code).toBe(0);
});

test('each scenario has a fresh process, unless the suite shares one', async () => {
  const count = (expected: number) => `
tool_sequence:
  - tool: count
    args: {}
  - tool: count
    args: {}
    expect: { contains: "${expected}" }
`;
  const fresh = await runProject({
    mode: 'counter',
    scenarios: { a: count(2), b: count(2), c: count(2) },
  });
  expect(statuses(fresh.report)).toEqual({ a: 'passed', b: 'passed', c: 'passed' });
  const shared = await runProject({
    mode: 'counter',
    suite: 'isolation: suite\n',
    scenarios: { a: count(2), b: count(4), c: count(2), d: ECHO },
  });
  expect(shared.code).toBe(1);
  expect(statuses(shared.report)).toEqual({ a: 'passed', b: 'passed', c: 'failed', d: 'passed' });
});
