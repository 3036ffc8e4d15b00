import { describe, expect, test } from 'vitest';
import type { Suite } from '../model/suite.ts';
import { modeOf, resolveLive } from './live.ts';
import { type Aim, aimed, HERMETIC, SUITE, unfit } from './test-rig.ts';

const URL = 'https://a.org/mcp';
const NAMED = `${SUITE}live: {url_env: EVENTS_URL, token_env: EVENTS_TOKEN}\n`;
const FIXED = `${SUITE}live: {url: "https://live.org/mcp"}\n`;

const codes = (options: Aim) => unfit(options).map((told) => 'code' in told && told.code);

describe('the mode', () => {
  test.each<[string | null, Readonly<Record<string, string>>, string]>([
    ['U', { U: URL }, 'live'],
    ['U', { U: '' }, 'live'],
    ['U', {}, 'hermetic'],
    ['U', { MCP_EVAL_REMOTE_URL: URL }, 'hermetic'],
    ['toString', {}, 'hermetic'],
    [null, { MCP_EVAL_REMOTE_URL: URL }, 'hermetic'],
  ])('by the variable %s of %j: %s', (urlEnv, env, mode) => {
    expect(modeOf(urlEnv, HERMETIC, env)).toBe(mode);
    expect(modeOf(urlEnv, { ...HERMETIC, live: true }, env)).toBe('live');
    expect(modeOf(urlEnv, { ...HERMETIC, url: URL }, env)).toBe('live');
    expect(modeOf(urlEnv, { ...HERMETIC, tokenEnv: 'T' }, env)).toBe(mode);
  });

  test.each<[string, Aim, string, string]>([
    ['nothing', {}, 'hermetic', 'stdio'],
    ['the default variable', { env: { MCP_EVAL_REMOTE_URL: URL } }, 'live', URL],
    ['blanks around it', { env: { MCP_EVAL_REMOTE_URL: ` ${URL}\n` } }, 'live', URL],
    ['--url', { url: URL }, 'live', URL],
    [
      '--url over the variable, though that is empty',
      { url: URL, env: { MCP_EVAL_REMOTE_URL: '' } },
      'live',
      URL,
    ],
    [
      'a variable of the suite',
      { suite: NAMED, env: { EVENTS_URL: URL, EVENTS_TOKEN: 't' } },
      'live',
      URL,
    ],
    [
      'the default one, beside other keys',
      { suite: `${SUITE}live: {headers: {A: b}}`, env: { MCP_EVAL_REMOTE_URL: URL } },
      'live',
      URL,
    ],
    ['a target under `live`, not asked for', { suite: FIXED }, 'hermetic', 'stdio'],
    ['a target under `live`', { suite: FIXED, live: true }, 'live', 'https://live.org/mcp'],
    ['--url over it', { suite: FIXED, live: true, url: URL }, 'live', URL],
    ['a suite without a file', { suite: null, url: URL }, 'live', URL],
    ['one without a target', { suite: 'timeout_ms: 5', url: URL }, 'live', URL],
  ])('by %s', (_, options, mode, to) => {
    const suite = aimed(options);
    const value = suite.target?.value;
    expect([suite.mode, value?.transport === 'http' ? value.url : value?.transport]).toEqual([
      mode,
      to,
    ]);
  });

  test('a process under `live` is a live target too', () => {
    const suite = `${SUITE}live: {command: proxy, args: [--live]}\n`;
    expect(aimed({ suite, live: true })).toMatchObject({
      mode: 'live',
      target: { value: { transport: 'stdio', command: 'proxy' } },
    });
  });

  test('of a live run has no stubs', () => {
    const suite = [
      'target: {command: node, env: {U: "${upstreams.u.url}"}}',
      'upstreams: {u: {routes: [{path: /}]}}',
      'live: {command: proxy}',
      '',
    ].join('\n');
    expect(aimed({ suite }).upstreams).toHaveLength(1);
    for (const options of [{ live: true }, { url: URL }]) {
      expect(aimed({ suite, ...options }).upstreams).toEqual([]);
    }
  });
});

describe('what a live run lacks', () => {
  const url = { code: 'empty_variable', name: 'MCP_EVAL_REMOTE_URL', use: 'url' };
  test.each<[string, Aim, object]>([
    ['an address', { env: { MCP_EVAL_REMOTE_URL: '' } }, url],
    ['an address that is not blank', { env: { MCP_EVAL_REMOTE_URL: ' \n' } }, url],
    ['an address under --live', { env: { MCP_EVAL_REMOTE_URL: '' }, live: true }, url],
    [
      'a target',
      { live: true },
      { code: 'live_target_missing', suite: 'suite', name: 'MCP_EVAL_REMOTE_URL' },
    ],
    ['the token that its suite names', { suite: NAMED, url: URL }, unset('EVENTS_TOKEN')],
    [
      'that token, though the default one is there',
      { suite: NAMED, url: URL, env: { MCP_EVAL_REMOTE_TOKEN: 't' } },
      unset('EVENTS_TOKEN'),
    ],
    [
      'the token of --token-env',
      { suite: NAMED, url: URL, tokenEnv: 'T', env: { EVENTS_TOKEN: 't' } },
      unset('T'),
    ],
    ['a token', { url: URL, env: { MCP_EVAL_REMOTE_TOKEN: ' ' } }, empty('MCP_EVAL_REMOTE_TOKEN')],
    [
      'a token of its suite',
      { suite: NAMED, url: URL, env: { EVENTS_TOKEN: '' } },
      empty('EVENTS_TOKEN'),
    ],
  ])('%s', (_, options, expected) => {
    expect(unfit(options)).toEqual([expected]);
  });

  test('is told all at once, the key of the judge included', () => {
    const suite = NAMED;
    const env = { EVENTS_URL: '', EVENTS_TOKEN: '' };
    const graded = 'name: g\nlive: true\ntool_sequence: [{tool: t}]\nexpected_judge: ["A b."]\n';
    const both = ['empty_variable', 'empty_variable'];
    expect(codes({ suite, env })).toEqual(both);
    expect(codes({ suite, env, scenarios: [graded] })).toEqual([...both, 'judge_key_missing']);
  });

  test('is not told of a hermetic run', () => {
    expect(
      codes({ suite: `${SUITE}live: {token_env: T}`, env: { MCP_EVAL_REMOTE_TOKEN: '' } }),
    ).toEqual([]);
  });

  function unset(name: string) {
    return { code: 'token_unset', name };
  }
  function empty(name: string) {
    return { code: 'empty_variable', name, use: 'token' };
  }
});

describe('several live suites', () => {
  const LIVE = { url: URL };
  const suites = (first: string, second: string, options: Aim) =>
    [first, second].map((suite, index) => ({ ...aimed({ ...options, suite }), path: `s${index}` }));
  const shared = (list: readonly Suite[], options: Aim, url: string | null = null) => {
    const resolved = resolveLive(list, { ...HERMETIC, url }, options.env ?? {});
    return resolved.ok ? resolved.value.map(({ mode }) => mode) : resolved.error;
  };
  const env = { MCP_EVAL_REMOTE_URL: URL, OTHER: 'https://b.org' };
  const other = `${SUITE}live: {url_env: OTHER}\n`;

  test('do not share an address', () => {
    const list = suites(SUITE, `${SUITE}live: {headers: {A: b}}\n`, { env });
    expect(shared(list, { env })).toMatchObject([
      { code: 'shared_live_url', name: 'MCP_EVAL_REMOTE_URL', suites: ['s0', 's1'] },
    ]);
    expect(shared(suites(other, other, { env }), { env })).toMatchObject([
      { code: 'shared_live_url', name: 'OTHER' },
    ]);
    expect(shared(suites(SUITE, SUITE, LIVE), {}, URL)).toEqual([
      { code: 'several_suites', option: '--url', suites: ['s0', 's1'], place: null },
    ]);
  });

  test('have each their own, or are hermetic', () => {
    expect(shared(suites(SUITE, other, { env }), { env })).toEqual(['live', 'live']);
    expect(shared(suites(SUITE, SUITE, {}), {})).toEqual(['hermetic', 'hermetic']);
    const one = suites(SUITE, other, { env: { OTHER: 'https://b.org' } });
    expect(shared(one, { env })).toEqual(['hermetic', 'live']);
    const fixed = suites(FIXED, FIXED, { live: true });
    expect(shared(fixed, {})).toEqual(['live', 'live']);
  });
});
