import { describe, expect, test } from 'vitest';
import { err } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import { type SelectContext, type Selection, selectSuites } from './plan.ts';
import { type Aim, ALL, aimed, load, SUITE, scenario, tell, unfit } from './test-rig.ts';

const NODE = { option: '--command' as const, command: 'node', args: ['-e', ''], cwd: '/here' };

const CONTEXT: SelectContext = { env: {}, readBytes: () => err('nothing there') };

function suite(text: string | null, ...tags: readonly (readonly string[])[]): Suite {
  const files = tags.map((list, n) =>
    scenario(`tags: [${list}]`).replace('name: a', `name: Name ${n}`),
  );
  const loaded = load(files, text);
  if (!loaded.ok) throw new Error(tell(loaded.error).join('\n'));
  return loaded.value;
}

const ONE = suite(SUITE, ['x'], ['x', 'y'], []);

function selected(selection: Partial<Selection>, suites: readonly Suite[] = [ONE]) {
  const result = selectSuites(suites, { ...ALL, ...selection }, CONTEXT);
  return result.ok
    ? result.value.flatMap(({ scenarios }) => scenarios.map(({ name }) => name))
    : result.error;
}

describe('filters', () => {
  test.each([
    [{}, ['Name 0', 'Name 1', 'Name 2']],
    [{ grep: 'name 1' }, ['Name 1']],
    [{ grep: 'SUITE/B' }, ['Name 1']],
    [{ tags: ['x'] }, ['Name 0', 'Name 1']],
    [{ tags: ['y', 'z'] }, ['Name 1']],
    [{ notTags: ['y'] }, ['Name 0', 'Name 2']],
    [{ tags: ['x'], notTags: ['y'] }, ['Name 0']],
    [{ grep: 'name', tags: ['x'], notTags: ['x', 'z'] }, null],
  ])('%j', (selection, names) => {
    const { grep = null, tags = [], notTags = [] } = selection as Partial<Selection>;
    const filters = [
      ...(grep === null ? [] : [`--grep ${grep}`]),
      ...tags.map((tag) => `--tag ${tag}`),
      ...notTags.map((tag) => `--not-tag ${tag}`),
    ];
    const nothing = [{ code: 'no_match', filters, total: 3, place: null }];
    expect(selected(selection)).toEqual(names ?? nothing);
  });

  test('a tag is a whole word, its case counts', () => {
    expect(selected({ tags: ['X'] })).toMatchObject([{ code: 'no_match' }]);
    expect(selected({ notTags: [''] })).toHaveLength(3);
  });

  test('a suite of which nothing is left is left out', () => {
    const other = { ...suite(SUITE, ['z']), path: 'other' };
    const result = selectSuites([ONE, other], { ...ALL, tags: ['z'] }, CONTEXT);
    expect(result.ok && result.value.map(({ path }) => path)).toEqual(['other']);
  });

  test('no scenario at all', () => {
    expect(selected({}, [])).toEqual([{ code: 'no_match', filters: [], total: 0, place: null }]);
  });
});

describe('the target', () => {
  const homeless = { ...suite(null, ['z']), path: 'nowhere' };

  test('is missing without a suite file, if a scenario of it is selected', () => {
    const missing = [{ code: 'no_suite', path: 'nowhere', place: null }];
    expect(selected({}, [ONE, homeless])).toEqual(missing);
    expect(selected({ tags: ['x'] }, [ONE, homeless])).toEqual(['Name 0', 'Name 1']);
    expect(selected({ override: NODE }, [homeless])).toEqual(['Name 0']);
  });

  test('a suite without one stays: its scenarios are skipped, and say so', () => {
    expect(selected({}, [suite('timeout_ms: 5\n', [])])).toEqual(['Name 0']);
  });

  test('named by --command keeps what the suite gives to its own', () => {
    const text = 'target: {command: a, args: [b], cwd: c, env: {D: e}, pass_env: [F]}\n';
    const result = selectSuites([suite(text, [])], { ...ALL, override: NODE }, CONTEXT);
    expect(result.ok && result.value[0]?.target).toEqual({
      place: null,
      by: '--command',
      value: {
        ...{ transport: 'stdio', command: 'node', args: ['-e', ''], env: { D: 'e' } },
        ...{ passEnv: ['F'], cwd: '.', baseDir: '/here' },
      },
    });
  });

  test('named by --command is for one suite, as selected', () => {
    const other = { ...suite(SUITE, ['z']), path: 'other' };
    expect(selected({ override: NODE }, [ONE, other])).toEqual([
      { code: 'several_suites', option: '--command', suites: ['suite', 'other'], place: null },
    ]);
    expect(selected({ override: NODE, tags: ['z'] }, [ONE, other])).toEqual(['Name 0']);
  });
});

describe('in a live run', () => {
  const URL = 'https://a.org/mcp';
  const live = (name: string, ...lines: readonly string[]) =>
    scenario('live: true', ...lines).replace('name: a', `name: ${name}`);
  const SCENARIOS = [
    live('One', 'tags: [x]'),
    scenario('tags: [y]'),
    live('Two'),
    scenario('live: false').replace('name: a', 'name: b'),
  ];
  const names = (options: Aim) =>
    aimed({ scenarios: SCENARIOS, url: URL, ...options }).scenarios.map(({ name }) => name);
  const none = (options: Aim) => unfit({ scenarios: SCENARIOS, url: URL, ...options });

  test('only those run that say so, whatever else selects them', () => {
    expect(names({})).toEqual(['One', 'Two']);
    expect(names({ url: null })).toEqual(['One', 'a', 'Two', 'b']);
    expect(names({ grep: 'two' })).toEqual(['Two']);
    expect(names({ tags: ['x', 'y'] })).toEqual(['One']);
    expect(names({ list: true })).toEqual(['One', 'Two']);
  });

  test('none that a filter leaves is told as no match', () => {
    expect(none({ tags: ['y'] })).toEqual([
      { code: 'no_match', filters: ['--tag y', 'live: true'], total: 4 },
    ]);
    expect(none({ tags: ['z'] })).toEqual([{ code: 'no_match', filters: ['--tag z'], total: 4 }]);
  });

  test('a suite without any is a mistake of its own', () => {
    const missing = [{ code: 'no_live_scenario', suite: 'suite' }];
    expect(none({ scenarios: [scenario()] })).toEqual(missing);
    expect(none({ scenarios: [scenario()], url: null, env: { MCP_EVAL_REMOTE_URL: URL } })).toEqual(
      missing,
    );
    expect(none({ scenarios: [scenario()], url: null })).toEqual([]);
    expect(none({ scenarios: [scenario()], list: true })).toEqual(missing);
    // Among others too, though those have some.
    const other = { ...aimed({ scenarios: [scenario()] }), path: 'other', mode: 'live' as const };
    const both = [aimed({ url: URL }), other];
    const result = selectSuites(both, { ...ALL, live: true }, CONTEXT);
    expect(result.ok ? [] : result.error).toContainEqual(
      expect.objectContaining({ code: 'no_live_scenario', suite: 'other' }),
    );
  });

  test('no other target is named', () => {
    const env = { MCP_EVAL_REMOTE_URL: URL };
    const file = { option: '--mcp-config' as const, path: 'a', server: null, cwd: '/' };
    for (const override of [NODE, file]) {
      expect(none({ env, url: null, override })).toMatchObject([
        { code: 'bad_option', option: override.option },
      ]);
    }
  });
});

describe('a target named by the command line', () => {
  const config = { option: '--mcp-config' as const, path: 'c.json', server: null, cwd: '/here' };
  const files = (entry: object) => ({
    '/here/c.json': JSON.stringify({ mcpServers: { s: entry } }),
  });
  const own = [
    'target: {command: a, args: [b], cwd: c, env: {U: "${upstreams.u.url}", A: own}, pass_env: [F]}',
    'upstreams: {u: {routes: []}}',
    '',
  ].join('\n');

  test('of a file takes the place of command and arguments, and leaves the rest', () => {
    const entry = { command: 'node', args: ['s.js'], env: { A: 'value-of-a' } };
    const { target, secretValues, upstreams } = aimed({
      suite: own,
      override: config,
      files: files(entry),
    });
    expect(target).toEqual({
      place: null,
      by: '--mcp-config',
      value: {
        ...{ transport: 'stdio', command: 'node', args: ['s.js'], cwd: '.', baseDir: '/here' },
        ...{ env: { U: '${upstreams.u.url}', A: 'value-of-a' }, passEnv: ['F'] },
      },
    });
    expect([secretValues, upstreams.length]).toEqual([['value-of-a'], 1]);
  });

  test('of a file may be an address, with headers', () => {
    const entry = { url: 'https://a.org', headers: { 'X-A': 'value-of-a' } };
    const options = { suite: own, override: config, files: files(entry) };
    expect(aimed({ ...options, headers: { 'x-b': 'value-of-b' } })).toMatchObject({
      target: { value: { headers: { 'x-a': 'value-of-a', 'x-b': 'value-of-b' } } },
      secretValues: ['value-of-a', 'value-of-b'],
    });
    const clear = files({ url: 'http://a.org' });
    expect(unfit({ ...options, files: clear, headers: { 'x-api-key': 'b' } })).toMatchObject([
      { code: 'cleartext_token', what: '--mcp-config' },
    ]);
    const password = files({ url: 'https://a:b@a.org' });
    expect(unfit({ ...options, files: password })).toMatchObject([
      { code: 'bad_url', what: '"c.json"' },
    ]);
  });

  test('that is not there, or not chosen', () => {
    expect(unfit({ override: config })).toMatchObject([{ code: 'bad_mcp_config', path: 'c.json' }]);
    const other = { ...config, server: 'other' };
    expect(unfit({ override: other, files: files({ command: 'a' }) })).toMatchObject([
      { code: 'unknown_server', name: 'other', known: ['s'] },
    ]);
  });

  test('takes a header or a token only where that is sent', () => {
    const options: Aim = { override: NODE, env: { T: 't' } };
    expect(unfit({ ...options, headers: { a: 'b' } })).toMatchObject([
      { code: 'bad_option', option: '--header' },
    ]);
    expect(unfit({ ...options, tokenEnv: 'T' })).toMatchObject([
      { code: 'bad_option', option: '--token-env' },
    ]);
  });

  test('over stdio is told of no port', () => {
    const suite =
      'target: {command: a, env: {PORT: "${port}", B: c}, url: "http://127.0.0.1:${port}"}\n';
    for (const override of [NODE, config]) {
      const { target } = aimed({ suite, override, files: files({ command: 'node' }) });
      expect(target?.value).toMatchObject({ transport: 'stdio', env: { B: 'c' } });
      expect(JSON.stringify(target)).not.toContain('port}');
    }
  });
});
