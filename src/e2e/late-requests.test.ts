import { describe, expect, test } from 'vitest';
import { ECHO, runProject, statuses, target } from './reported.ts';

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

test('a server that no later scenario shares is ended, and heard, with its own', async () => {
  const scenarios = { a: `env: { ONE: "1" }\n${ECHO}`, b: ECHO, c: ECHO };
  const run = await runProject({
    suite: `${suite('{ routes: [] }')}isolation: suite\n`,
    scenarios,
  });
  expect(statuses(run.report)).toEqual({ a: 'failed', b: 'passed', c: 'failed' });
});

test.each(['constructor', 'toString', '__proto__'])('an upstream named %s', async (name) => {
  const run = await runProject({
    suite: suite('{ routes: [{ path: /late }] }', name),
    scenarios: { a: ECHO },
  });
  expect([run.code, run.of('a').status]).toEqual([0, 'passed']);
});
