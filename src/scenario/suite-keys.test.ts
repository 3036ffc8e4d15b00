import { describe, expect, test } from 'vitest';
import { aimed, HERMETIC, load, marked, SUITE, scenario, step, tell, unfit } from './test-rig.ts';

const HTTP = 'target: {command: node, args: [a.js], url: "http://127.0.0.1:${port}/"}\n';
const RUNNING = 'target: {url: "http://127.0.0.1:4000/"}\n';
const settings = (suite: string) => {
  const loaded = load([scenario()], SUITE + suite);
  return loaded.ok ? loaded.value : null;
};
const LIVE = { choice: { ...HERMETIC, live: true } };

describe('state', () => {
  const probe = (text: string) => {
    const { place: _, ...rest } = settings(`state: ${text}\n`)?.state ?? {};
    return rest;
  };
  const NONE = { at: '', ignore: [] };

  test('is read in one of four ways', () => {
    expect(settings('')?.state).toBe(null);
    expect(probe('{resource: "a://b", at: /x, ignore: [/now, /~01]}')).toEqual({
      ...{ by: 'resource', uri: 'a://b', at: '/x', ignore: ['/now', '/~01'] },
    });
    expect(probe('{tool: t, args: {a: [1]}}')).toEqual({
      ...NONE,
      by: 'tool',
      tool: 't',
      args: { a: [1] },
    });
    expect(probe('{tool: t}')).toEqual({ ...NONE, by: 'tool', tool: 't', args: {} });
    expect(probe('{command: [cat, "${tmp}/a"], at: ""}')).toEqual({
      ...{ ...NONE, by: 'command', command: ['cat', '${tmp}/a'], baseDir: '/project/suite' },
    });
    expect(probe('{dir: "./data"}')).toEqual({
      ...{ ...NONE, by: 'dir', dir: './data', baseDir: '/project/suite' },
    });
  });

  test.each([
    ['{}', 'missing_key state'],
    ['{at: /a}', 'missing_key state'],
    ['{resource: a, tool: b}', 'conflicting_keys state'],
    ['{dir: a, command: [b]}', 'conflicting_keys state'],
    ['{resource: a, args: {}}', 'conflicting_keys state'],
    ['{resource: ""}', 'bad_value ""'],
    ['{resource: [a]}', 'wrong_type [a]'],
    ['{tool: ""}', 'bad_value ""'],
    ['{tool: "${uuid}"}', 'placeholder_not_here ${uuid}'],
    ['{command: cat}', 'wrong_type cat'],
    ['{command: []}', 'bad_value []'],
    ['{command: [1]}', 'quote_it 1'],
    ['{dir: ""}', 'bad_value ""'],
    ['{dir: "${vars.x}"}', 'unknown_placeholder ${vars.x}'],
    ['{resource: a, at: x}', 'bad_value x'],
    ['{resource: a, at: /x~}', 'bad_value /x~'],
    ['{resource: a, ignore: [now, ""]}', 'bad_value now'],
    ['{resource: a, ignore: [""]}', 'bad_value ""'],
    ['{resource: a, ignore: /now}', 'wrong_type /now'],
    ['{resource: a, ignored: []}', 'unknown_key ignored'],
    ['unchanged', 'wrong_type unchanged'],
  ])('%s is refused', (text, told) => {
    expect(marked(scenario(), `${SUITE}state: ${text}\n`)[0]).toBe(told);
  });

  test('that a step asks for needs a suite that says how to read it', () => {
    const asks = step('expect: {state: unchanged}');
    expect(marked(asks, `${SUITE}state: {resource: a}\n`)).toEqual([]);
    expect(marked(asks)).toEqual(['no_probe unchanged']);
    for (const phase of ['setup', 'teardown']) {
      const text = scenario(`${phase}: [{tool: t, expect: {state: {a: 1}}}]`);
      expect(marked(text)).toEqual(['no_probe {a: 1}']);
    }
    // By `--command` it would be left out in silence; a live run says that it was.
    expect(marked(asks, null)).toEqual(['no_probe unchanged']);
    expect(marked(asks, null, LIVE)).toEqual([]);
  });
});

describe('clients', () => {
  const COLLEAGUE =
    'clients: {colleague: {headers: {Authorization: "Bearer ${env.T}"}}, nobody: {}}\n';

  test('are identities by name, whose headers are secret', () => {
    const suite = HTTP + COLLEAGUE;
    const { clients, secretValues } = aimed({ suite, env: { T: 'abcdefgh' } });
    expect(clients).toEqual({ colleague: { Authorization: 'Bearer ${env.T}' }, nobody: {} });
    expect(secretValues).toEqual(expect.arrayContaining(['Bearer abcdefgh', 'abcdefgh']));
  });

  test.each([
    ['[colleague]', 'wrong_type [colleague]'],
    ['{a: }', 'wrong_type'],
    ['{a: {header: {}}}', 'unknown_key header'],
    ['{a: {headers: {X: 1}}}', 'quote_it 1'],
    ['{a: {headers: {"X Y": a}}}', 'bad_value "X Y"'],
    ['{a: {headers: {X: a, x: b}}}', 'bad_value x'],
    ['{a: {headers: {X: "${vars.x}"}}}', 'unknown_placeholder ${vars.x}'],
    ['{a: {headers: {X: "${env.NOPE}"}}}', 'unset_variable ${env.NOPE}'],
  ])('%s is refused', (text, told) => {
    expect(marked(scenario(), `${HTTP}clients: ${text}\n`)).toEqual([told]);
  });

  test('are known to the steps that name them', () => {
    const suite = `${HTTP}clients: {colleague: {headers: {A: b}}}\n`;
    expect(marked(step('client: colleague'), suite)).toEqual([]);
    expect(marked(step('client: colleage'), suite)).toEqual(['unknown_client colleage']);
    expect(marked(step('client: toString'), suite)).toEqual(['unknown_client toString']);
    expect(marked(step('client: colleague'), SUITE)).toEqual(['unknown_client colleague']);
    const parts = '[{tool: t, client: x}]';
    expect(marked(scenario(`setup: ${parts}`, `teardown: ${parts}`), suite)).toHaveLength(2);
    const loaded = load([step('client: colleage')], suite);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([
      { name: 'colleage', nearest: 'colleague', known: ['colleague'] },
    ]);
  });

  test('are told once for all cases, and beside other mistakes', () => {
    const text = step('client: x', 'expect: {state: changed}', 'tmes: 2');
    expect(marked(`${text}cases: {a: {n: 1}, b: {n: 2}}\n`)).toEqual(['unknown_key tmes']);
    expect(marked(`${text}cases: {a: {n: 1}, b: {n: 2}}\n`.replace('    tmes: 2\n', ''))).toEqual([
      'unknown_client x',
      'no_probe changed',
    ]);
    const other = scenario('nope: 1').replace('name: a', 'name: b');
    const loaded = load([step('client: x'), other]);
    expect(loaded.ok ? [] : tell(loaded.error).map((line) => line.split(' ')[0])).toEqual([
      'unknown_key',
      'unknown_client',
    ]);
    // Of a suite that can't be read nobody knows what it has.
    expect(marked(step('client: x'), 'target: [')[0]).toMatch(/^yaml_error/);
    expect(marked(step('client: x'), `${SUITE}nope: 1\n`)).toEqual(['unknown_key nope']);
  });

  test('send no credentials in the clear', () => {
    const suite = `target: {url: "http://mcp.example.org/"}\n${COLLEAGUE}`;
    const env = { T: 'abcdefgh' };
    expect(unfit({ suite, env })).toMatchObject([
      { code: 'cleartext_token', host: 'mcp.example.org' },
    ]);
    expect(unfit({ suite: suite.replace('http:', 'https:'), env })).toEqual([]);
    const live = `${RUNNING}clients: {a: {headers: {X-Api-Key: abc}}}\n`;
    expect(unfit({ suite: live, url: 'http://mcp.example.org/' })).toMatchObject([
      { code: 'cleartext_token' },
    ]);
    expect(unfit({ suite: live, url: 'http://127.0.0.1:1/' })).toEqual([]);
  });
});

describe('env and files', () => {
  const own = scenario('files: {a: b}', 'env: {A: "1"}');

  test('need a server that the runner starts', () => {
    for (const suite of [SUITE, HTTP, 'target: {module: a.js}\n']) {
      expect(unfit({ suite, scenarios: [own] })).toEqual([]);
    }
    expect(unfit({ suite: RUNNING, scenarios: [own] })).toEqual([
      { code: 'not_started', key: 'env' },
      { code: 'not_started', key: 'files' },
    ]);
    expect(unfit({ suite: RUNNING, scenarios: [scenario('env: {}')] })).toEqual([]);
    const cases = `${own}cases: {a: {n: 1}, b: {n: 2}}\n`;
    expect(unfit({ suite: RUNNING, scenarios: [cases] })).toHaveLength(2);
  });

  test('are looked at with the target that is used', () => {
    const files = {
      '/a.json': JSON.stringify({ mcpServers: { s: { url: 'http://127.0.0.1:1/' } } }),
    };
    const config = { option: '--mcp-config', path: '/a.json', server: null, cwd: '/' } as const;
    const found = unfit({ scenarios: [own], files, override: config });
    expect(found).toMatchObject([{ code: 'not_started' }, { code: 'not_started' }]);
    const command = { option: '--command', command: 'node', args: [], cwd: '/' } as const;
    expect(unfit({ suite: RUNNING, scenarios: [own], override: command })).toEqual([]);
    expect(unfit({ suite: RUNNING, scenarios: [own], list: true })).toEqual([]);
  });

  test('of a live scenario are no mistake: it is skipped', () => {
    const scenarios = [scenario('live: true', 'env: {A: "1"}')];
    expect(unfit({ suite: RUNNING, scenarios, url: 'http://127.0.0.1:1/' })).toEqual([]);
  });
});

test('the cap of the command line holds for set-up and teardown, too', () => {
  const parts = '[{tool: t, timeout_ms: 9}]';
  const scenarios = [scenario(`setup: ${parts}`, `teardown: ${parts}`)];
  const [only] = aimed({ scenarios, timeoutMs: 5 }).scenarios;
  const all = [...(only?.setup ?? []), ...(only?.steps ?? []), ...(only?.teardown ?? [])];
  expect(all.map(({ timeoutMs }) => timeoutMs)).toEqual([5, 5, 5]);
});
