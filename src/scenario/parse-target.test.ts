import { describe, expect, test } from 'vitest';
import { type Aim, aimed, HERMETIC, load, mistakes, SUITE, scenario, unfit } from './test-rig.ts';

const suiteOf = (target: string): string => `target: {${target}}\n`;
const value = (target: string, options: Aim = {}) =>
  aimed({ suite: suiteOf(target), ...options }).target?.value;
const wrong = (suite: string): string[] => mistakes(scenario(), suite);

describe('the forms of a target', () => {
  const process = { env: {}, passEnv: [], baseDir: '/project/suite' };
  const started = { ...process, command: 'node', args: [], cwd: '.' };
  test.each<[string, object]>([
    ['command: node', { transport: 'stdio', ...started }],
    [
      'module: ./a.js',
      { transport: 'module', file: './a.js', exportName: 'createServer', ...process },
    ],
    [
      'module: a.js, export: make, env: {A: b}, pass_env: [C]',
      {
        ...{ transport: 'module', file: 'a.js', exportName: 'make' },
        ...{ ...process, env: { A: 'b' }, passEnv: ['C'] },
      },
    ],
    [
      'url: "https://a.org", headers: {A: "b"}',
      { transport: 'http', url: 'https://a.org', headers: { a: 'b' }, process: null },
    ],
    [
      'command: node, url: "http://127.0.0.1:${port}/", headers: {A: "b"}',
      {
        ...{ transport: 'http', url: 'http://127.0.0.1:${port}/', headers: { a: 'b' } },
        process: started,
      },
    ],
  ])('%s', (target, expected) => {
    expect(value(target)).toEqual(expected);
    const { live } = aimed({ suite: `live: {${target}}\n`, live: true });
    expect(live.target?.value).toMatchObject({
      ...expected,
      ...('headers' in expected ? { headers: { A: 'b' } } : {}),
    });
  });

  test.each([
    ['module: a.js, command: node', 'command'],
    ['module: a.js, url: "https://a.org"', 'url'],
    ['module: a.js, cwd: .', 'cwd'],
    ['command: node, export: a', 'export'],
    ['command: node, headers: {A: b}', 'headers'],
    ['command: node, server: a', 'server'],
    ['url: "https://a.org", args: [a]', 'args'],
    ['url: "https://a.org", env: {A: b}', 'env'],
    ['url: "https://a.org", pass_env: [A]', 'pass_env'],
    ['mcp_config: a.json, command: node', 'command'],
    ['mcp_config: a.json, env: {A: b}', 'env'],
    ['mcp_config: a.json, headers: {A: b}', 'headers'],
  ])('%s: they exclude each other', (target, key) => {
    expect(wrong(suiteOf(target))).toEqual([
      expect.stringMatching(`^conflicting_keys 1:\\d+ ${key}$`),
    ]);
    expect(wrong(`live: {${target}}\n`)).toEqual([
      expect.stringMatching(`^conflicting_keys 1:\\d+ ${key}$`),
    ]);
  });

  test('what says nothing of how the server is reached', () => {
    for (const keys of ['args: [a]', 'headers: {A: b}', 'server: a', 'export: a']) {
      expect(wrong(suiteOf(keys))).toEqual(['missing_key 1:1 target']);
    }
    expect(wrong(`${SUITE}live: {args: [a]}\n`)).toEqual(['missing_key 2:1 live']);
  });
});

describe('under `live`', () => {
  const live = (keys: string): string => `${SUITE}live: {${keys}}\n`;

  test.each([
    ['url_env: A, url: "https://a.org"', 'url_env'],
    ['url_env: A, command: node', 'url_env'],
    // It would be sent nowhere.
    ['token_env: A, command: node', 'token_env'],
    ['token_env: A, module: a.js', 'token_env'],
  ])('%s: they exclude each other', (keys, key) => {
    expect(wrong(live(keys))).toEqual([expect.stringMatching(`^conflicting_keys 2:\\d+ ${key}$`)]);
  });

  test.each([
    'token_env: A, url: "https://a.org"',
    'token_env: A, url_env: B',
    'headers: {A: b}',
    '',
  ])('{%s} is in order', (keys) => {
    expect(wrong(live(keys))).toEqual([]);
  });

  test('a header is checked in a hermetic run already', () => {
    expect(wrong(live('headers: {"A b": c}'))).toEqual(['bad_value 2:18 "A b"']);
    expect(wrong(live('headers: {A: "${env.X}"}'))).toEqual([]);
  });
});

describe('a header of a file', () => {
  const of = (headers: string) => wrong(suiteOf(`url: "https://a.org", headers: {${headers}}`));

  test.each([
    ['"a b": c', '"a b"'],
    ['"": c', '""'],
    ['A: "b\\nc"', 'A'],
    ['Content-Length: "5"', 'Content-Length'],
    ['A: b, a: c', 'a'],
  ])('{%s} cannot be sent', (headers, key) => {
    expect(of(headers)).toEqual([expect.stringMatching(`^bad_value 1:\\d+ ${key}$`)]);
  });

  test.each(['A: b', 'A: "${env.X:-y}"', 'X-Run: "${run.id}", X-Other: "${uuid}"'])(
    '{%s} can',
    (headers) => {
      expect(of(headers)).toEqual([]);
    },
  );

  test('with a variable that holds a line break cannot', () => {
    const suite = suiteOf('url: "https://a.org", headers: {A: "${env.A}"}');
    const context = (A: string) => ({ env: { A }, choice: HERMETIC });
    expect(mistakes(scenario(), suite, context('b\nc'))).toEqual(['bad_value 1:42 A']);
    expect(mistakes(scenario(), suite, context('b'))).toEqual([]);
  });
});

describe('what only the other mode needs', () => {
  const files = {};
  test.each([
    ['an unset variable', '{url: "${env.NOPE}"}'],
    ['an empty one', '{url: "${env.EMPTY}", headers: {A: "${env.NOPE}"}}'],
    ['an `mcpServers` file', '{mcp_config: gone.json}'],
  ])('%s', (_, target) => {
    const env = { EMPTY: '' };
    const hermetic = `${SUITE}live: ${target}\n`;
    expect(unfit({ suite: hermetic, env, files })).toEqual([]);
    expect(unfit({ suite: hermetic, env, files, live: true })).not.toEqual([]);
    const live = `target: ${target}\nlive: {command: proxy}\n`;
    expect(unfit({ suite: live, env, files, live: true })).toEqual([]);
    expect(unfit({ suite: live, env, files })).not.toEqual([]);
    expect(unfit({ suite: `target: ${target}\n`, env, files, url: 'https://a.org' })).toEqual([]);
  });

  test('is told when it is wrong in any mode', () => {
    expect(unfit({ suite: `${SUITE}live: {url: "ftp://a.org"}\n` })).toMatchObject([
      { code: 'bad_url' },
    ]);
    const target = 'target: {url: "ftp://a.org"}\nlive: {command: proxy}\n';
    expect(unfit({ suite: target, live: true })).toMatchObject([{ code: 'bad_url' }]);
  });

  test('a live target in a file does not make the default variable count', () => {
    const suite = `${SUITE}live: {mcp_config: gone.json}\n`;
    expect(aimed({ suite, env: { MCP_EVAL_REMOTE_URL: 'https://a.org' } }).mode).toBe('hermetic');
  });
});

describe('an `mcpServers` file', () => {
  const config = (entry: object) => ({
    '/project/.mcp.json': JSON.stringify({ mcpServers: { events: entry } }),
  });
  const suite = suiteOf('mcp_config: ../.mcp.json, server: events');

  test('gives the target, from its own folder', () => {
    const entry = { command: 'node', args: ['a'], env: { A: 'value-of-a' }, cwd: 'x' };
    expect(aimed({ suite, files: config(entry) })).toMatchObject({
      target: {
        value: {
          ...{ transport: 'stdio', ...entry, passEnv: [] },
          baseDir: '/project',
        },
      },
      secretValues: ['value-of-a'],
    });
    expect(aimed({ suite, files: config({ command: 'node' }) }).target?.value).toMatchObject({
      cwd: '.',
    });
  });

  test('gives an address, whose headers are secret', () => {
    const entry = { url: 'https://a.org/mcp', headers: { Authorization: 'Bearer abc-12345' } };
    const { target, secretValues } = aimed({ suite, files: config(entry) });
    expect(target?.value).toMatchObject({
      url: entry.url,
      headers: { authorization: 'Bearer abc-12345' },
    });
    expect(secretValues).toEqual(['Bearer abc-12345', 'abc-12345']);
  });

  test.each<[object, string]>([
    [{ url: 'http://a.org', headers: { 'x-api-key': 'k' } }, 'cleartext_token'],
    [{ url: 'https://u:p@a.org' }, 'bad_url'],
    [{ url: '${NOPE}' }, 'unset_variable'],
    [{ type: 'sse', url: 'https://a.org' }, 'bad_mcp_config'],
  ])('%j is refused where the suite names it', (entry, code) => {
    const loaded = load([scenario()], suite, {
      readBytes: () => ({
        ok: true,
        value: Buffer.from(JSON.stringify({ mcpServers: { events: entry } })),
      }),
    });
    expect(loaded.ok ? [] : loaded.error).toMatchObject([{ code, place: { span: { start: 21 } } }]);
  });

  test('is a live target as well', () => {
    const live = `${SUITE}live: {mcp_config: ../.mcp.json}\n`;
    const files = config({ url: 'https://a.org/mcp', headers: { A: 'tenant-1' } });
    const env = { MCP_EVAL_REMOTE_TOKEN: 'tok-12345' };
    const { target, mode, secretValues } = aimed({ suite: live, files, env, live: true });
    expect([mode, target?.value]).toMatchObject([
      'live',
      { url: 'https://a.org/mcp', headers: { a: 'tenant-1', authorization: 'Bearer tok-12345' } },
    ]);
    expect(secretValues).toEqual(expect.arrayContaining(['tenant-1', 'tok-12345']));
    expect(aimed({ suite: live, files }).secretValues).toEqual([]);
  });
});
