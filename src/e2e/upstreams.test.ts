import { describe, expect, test } from 'vitest';
import { ROOT } from './drive.ts';
import { calls, type Project, runProject, statuses, target } from './reported.ts';

const SERVER = `${ROOT}/dist/fixtures/ecnl/server.js`;
const EVENTS = JSON.stringify({
  events: [
    {
      id: 'evt-1',
      name: 'Harbor Kickoff',
      conference: 'North Atlantic',
      season: '2025-26',
      starts_on: '2025-09-13',
      ends_on: '2025-09-14',
      venue: { name: 'Harborfield', city: 'Eastmere' },
    },
  ],
});
const LIST = `{ method: GET, path: /v1/events, json: ${EVENTS} }`;
const FIND = calls('find_events', '{}', 'expected_contains: Harbor Kickoff');

/** The sound server of scenarios/ecnl, with one upstream that has these keys. */
function project(upstream: string, scenarios: Project['scenarios'], more = ''): Project {
  const target = {
    command: process.execPath,
    args: [SERVER],
    env: { EVENTS_API_URL: '${upstreams.events.url}' },
  };
  const suite = `target: ${JSON.stringify(target)}\nupstreams:\n  events: ${upstream}\n${more}`;
  return { suite, scenarios };
}

describe('stub upstreams', () => {
  test('a request that no route answers fails the scenario, even where the tool hides it', async () => {
    const hidden = calls('find_events', '{}', '    expect: { error: tool }');
    const run = await runProject(project('{ routes: [] }', { hidden }));
    expect(run.code).toBe(1);
    expect(run.of('hidden').status).toBe('failed');
    expect(run.of('hidden').message).toContain('matched no route');
    expect(run.stdout).toContain('GET /v1/events');
    expect(run.stdout).toMatch(/suite\.yaml:\d+:\d+ {2}a request to the upstream "events"/);
    const allowed = await runProject(project('{ unmatched: allow, routes: [] }', { hidden }));
    expect(allowed.code).toBe(0);
  });

  test("a scenario's own route that nobody asks for fails it", async () => {
    const unused = `upstreams:\n  events:\n    - { method: GET, path: /v2/events, json: {} }\n${FIND}`;
    const used = `upstreams:\n  events:\n    - { method: GET, path: /v1/events, status: 500 }\n${calls(
      'find_events',
      '{}',
      '    expect: { error: { contains: "500" } }',
    )}`;
    const run = await runProject(project(`{ routes: [${LIST}] }`, { plain: FIND, unused, used }));
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({ plain: 'passed', unused: 'failed', used: 'passed' });
    expect(run.of('unused').assertions).toMatchObject([
      { kind: 'contains', status: 'passed' },
      { kind: 'upstream_route_used', status: 'failed', line: 4 },
    ]);
    expect(run.stdout).toContain('the route GET /v2/events of this scenario was never requested');
    expect(run.stdout).toContain('    received  GET /v1/events');
  });

  test('routes and their counters start anew with each scenario, on a shared process too', async () => {
    const twice = `upstreams:\n  events:\n    - { method: GET, path: /v1/events, times: 1, json: ${EVENTS} }\n${FIND}`;
    const once = `{ routes: [{ method: GET, path: /v1/events, times: 1, json: ${EVENTS} }] }`;
    const again = FIND.replace('expected', '  - tool: find_events\nexpected');
    const run = await runProject(
      project(once, { a: twice, b: twice, c: FIND, d: FIND, e: again }, 'isolation: suite\n'),
    );
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({
      a: 'passed',
      b: 'passed',
      c: 'passed',
      d: 'passed',
      e: 'failed',
    });
  });

  test('an answer that never comes ends at the cap of the call, and the run ends', async () => {
    const hang = '{ routes: [{ path: /v1/events, fail: hang }] }';
    const run = await runProject(project(hang, { hangs: FIND }, 'timeout_ms: 300\n'));
    expect(run.code).toBe(3);
    expect(run.of('hangs')).toMatchObject({ status: 'errored', code: 'timeout' });
    expect(run.stdout).toContain('events: GET /v1/events');
  });

  test('what a server asks while it starts is answered and counts', async () => {
    const suite = (routes: string, env: Readonly<Record<string, string>> = {}) =>
      `${target('asks-first', { env: { CONFIG_URL: '${upstreams.config.url}', ...env } })}upstreams:\n  config: { routes: [${routes}] }\n`;
    const route = '{ method: GET, path: /config, body: "from the suite" }';
    const own = `upstreams:\n  config: [{ method: GET, path: /config, body: "\${vars.id} its own" }]\n`;
    const vars = 'vars: { id: "${uuid}" }\n';
    const asked = (needle: string) => calls('asked', '{}', `expected_contains: "${needle}"`);
    const good = await runProject({
      suite: suite(route),
      scenarios: {
        a: asked('from the suite'),
        b: `${vars}${own}${asked('${vars.id} its own')}`,
      },
    });
    expect(statuses(good.report)).toEqual({ a: 'passed', b: 'passed' });

    const bad = await runProject({ suite: suite(''), scenarios: { a: asked('no route') } });
    expect([bad.code, bad.of('a').status]).toEqual([1, 'failed']);
    const ends = suite('', { CONFIG_REQUIRED: 'yes' });
    const worse = await runProject({ suite: ends, scenarios: { a: asked('anything') } });
    expect([worse.code, worse.of('a').code]).toEqual([3, 'start_failed']);
    for (const { stdout } of [bad, worse]) expect(stdout).toContain('GET /config -> 501, no route');
  });
});
