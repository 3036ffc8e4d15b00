import { describe, expect, test } from 'vitest';
import { ECHO, runProject, target } from './reported.ts';

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
