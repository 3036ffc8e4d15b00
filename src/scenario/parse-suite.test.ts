import { describe, expect, test } from 'vitest';
import { err, ok } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import { load, loadScenario, mistakes, SUITE, scenario, tell } from './test-rig.ts';

function settings(suite: string | null): Suite {
  const loaded = load([scenario()], suite);
  if (!loaded.ok) throw new Error(tell(loaded.error).join('\n'));
  return loaded.value;
}

const ENV = 'target: {command: node, env: {A: "${upstreams.u.url}"}}\n';
const routed = (route: string): string => `${ENV}upstreams: {u: {routes: [{${route}}]}}\n`;

describe('a suite', () => {
  test('of few words has every default', () => {
    expect(settings(SUITE)).toMatchObject({
      ...{ path: 'suite', isolation: 'scenario', startupTimeoutMs: 10_000, timeoutMs: 30_000 },
      ...{ upstreams: [], notContains: [] },
      target: {
        value: {
          ...{ transport: 'stdio', command: 'node', args: [], env: {}, passEnv: [] },
          ...{ cwd: '.', baseDir: '/project/suite' },
        },
      },
    });
  });

  test('keeps all it says', () => {
    const text = [
      'target:',
      '  command: "${env.NODE:-node}"',
      '  args: [server.js, --port, "5"]',
      '  env: {A: "1", B: "${tmp}"}',
      '  pass_env: [LANG]',
      '  cwd: ..',
      'isolation: suite',
      'protocol: auto',
      'network: open',
      'strict_protocol: false',
      'startup_timeout_ms: 1',
      'timeout_ms: 2147483647',
      'expected_not_contains: [undefined, NaN]',
      '',
    ].join('\n');
    const suite = settings(text);
    expect(suite).toMatchObject({
      ...{ isolation: 'suite', startupTimeoutMs: 1, timeoutMs: 2_147_483_647 },
      target: {
        value: {
          ...{ command: '${env.NODE:-node}', args: ['server.js', '--port', '5'] },
          ...{ env: { A: '1', B: '${tmp}' }, passEnv: ['LANG'], cwd: '..' },
        },
      },
    });
    expect(suite.notContains.map(({ value }) => value)).toEqual(['undefined', 'NaN']);
  });

  test('without a target, without a file', () => {
    expect(settings('timeout_ms: 5\n')).toMatchObject({ target: null, timeoutMs: 5 });
    expect(settings(null)).toMatchObject({ target: null, file: null, timeoutMs: 30_000 });
  });

  test('a target that says nothing of how to start it', () => {
    expect(mistakes(scenario(), 'target: {}\n')).toEqual(['missing_key 1:1 target']);
    expect(mistakes(scenario(), 'target: {env: {A: b}}\n')).toEqual(['missing_key 1:1 target']);
  });
});

describe('routes', () => {
  const route = (text: string) => settings(routed(text)).upstreams[0]?.routes[0];

  test('of few words have every default', () => {
    expect(route('path: /v1')).toMatchObject({
      ...{ method: null, path: '/v1', query: {}, match: null, status: 200, headers: {} },
      ...{ body: { kind: 'none' }, delayMs: 0, fail: null, times: null },
    });
  });

  test('keep all they say', () => {
    const text =
      'method: post, path: "/v1/:id", query: {a: "1"}, match: {json: {k: [1]}}, status: 404, ' +
      'headers: {X: y}, body: text, delay_ms: 5, fail: hang, times: 2';
    expect(route(text)).toMatchObject({
      ...{ method: 'POST', path: '/v1/:id', query: { a: '1' }, match: { json: { k: [1] } } },
      ...{ status: 404, headers: { X: 'y' }, body: { kind: 'text', text: 'text' } },
      ...{ delayMs: 5, fail: 'hang', times: 2 },
    });
  });

  test.each([
    ['json: {a: 1}', { kind: 'json', value: { a: 1 } }],
    ['json: null', { kind: 'json', value: null }],
    ['json: ', { kind: 'json', value: null }],
    ['body: ""', { kind: 'text', text: '' }],
  ])('answer with %s', (body, expected) => {
    expect(route(`path: /, ${body}`)?.body).toEqual(expected);
  });

  test('a file is read beside the one that names it', () => {
    const asked: string[] = [];
    const readBytes = (path: string) => {
      asked.push(path);
      return path.endsWith('gone.json') ? err('no such file') : ok(new Uint8Array([1]));
    };
    const suite = routed('path: /, body_file: ../a.json');
    const own = scenario('upstreams: {u: [{path: /, body_file: ./b/gone.json}]}');
    const loaded = load([own], suite, { readBytes });
    expect(asked).toEqual(['/project/a.json', '/project/suite/b/gone.json']);
    expect(loaded.ok ? [] : tell(loaded.error)).toEqual(['file_unreadable 5:38 ./b/gone.json']);
    expect(settings(suite).upstreams[0]?.routes[0]?.body).toMatchObject({ kind: 'file' });
  });

  test('tell all their mistakes at once', () => {
    expect(mistakes(scenario(), routed('path: v1, body: x, json: 1, body_file: y'))).toEqual([
      'bad_route 2:33 v1',
      'conflicting_keys 2:46 json',
    ]);
  });

  test.each(['v1', '/a?b=1', '/:', '/{a'])('%s is no path', (path) => {
    expect(mistakes(scenario(), routed(`path: "${path}"`))).toEqual([`bad_route 2:33 "${path}"`]);
  });

  test('of a scenario, by upstream', () => {
    const own = scenario('upstreams: {u: [{path: /a}, {path: /b}]}');
    const { routes } = loadScenario(own, routed('path: /'));
    expect(routes.u?.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  test('what no route answers', () => {
    const suite = (unmatched: string) => `${ENV}upstreams: {u: {kind: api${unmatched}}}\n`;
    expect(settings(suite('')).upstreams).toMatchObject([{ name: 'u', unmatched: 'fail' }]);
    expect(settings(suite(', unmatched: allow')).upstreams[0]?.unmatched).toBe('allow');
  });
});

describe('isolation: session', () => {
  const refused = [expect.stringContaining('bad_value 2:12 session')];
  test.each([
    ['command: node', refused],
    ['module: a.js', refused],
    ['url: "https://a.org"', []],
    ['command: node, url: "http://127.0.0.1:${port}"', []],
  ])('{%s}', (target, expected) => {
    const suite = `target: {${target}}\nisolation: session\n`;
    expect(mistakes(scenario(), suite)).toEqual(expected);
    expect(mistakes(scenario(), suite.replace('session', 'suite'))).toEqual([]);
  });
});

describe('judge', () => {
  test('has defaults, and what the suite says', () => {
    const plain = { model: 'claude-haiku-4-5', maxTokens: 256, timeoutMs: 30_000 };
    expect(settings(SUITE).judge).toEqual(plain);
    expect(settings(`${SUITE}judge: {votes: 1}\n`).judge).toEqual(plain);
    const own = 'judge: {model: m, max_tokens: 5, timeout_ms: 6}\n';
    expect(settings(SUITE + own).judge).toEqual({ model: 'm', maxTokens: 5, timeoutMs: 6 });
  });

  test.each(['votes: 3', 'max_tokens: 0', 'timeout_ms: 0', 'model: ""', 'modle: x'])(
    '{%s}',
    (own) => {
      expect(mistakes(scenario(), `${SUITE}judge: {${own}}\n`)).toHaveLength(1);
    },
  );
});

describe('live', () => {
  test('has defaults, and what the suite says', () => {
    expect(settings(SUITE).live).toMatchObject({
      ...{ place: null, urlEnv: 'MCP_EVAL_REMOTE_URL', target: null, headers: {} },
      ...{ tokenEnv: 'MCP_EVAL_REMOTE_TOKEN', tokenNamed: false },
    });
    const own = 'live: {url_env: U, token_env: T, headers: {A: "${env.B}"}}\n';
    expect(settings(SUITE + own).live).toMatchObject({
      ...{ urlEnv: 'U', tokenEnv: 'T', tokenNamed: true, headers: { A: '${env.B}' } },
    });
  });

  test.each(['url_env: ""', 'url_env: "${env.U}"', 'token: x', 'headers: [a]', 'url_env: 5'])(
    '{%s}',
    (own) => {
      expect(mistakes(scenario(), `${SUITE}live: {${own}}\n`)).toHaveLength(1);
    },
  );
});
