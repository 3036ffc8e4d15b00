import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { err, ok } from '../model/result.ts';
import { readMcpConfig } from './mcp-config.ts';

const ENV = { TENANT: 'ecnl', API_KEY: 'kq3vm8zt1', EMPTY: '', DOLLAR: '${env.HOME}' };

function readBytes(bytes: Uint8Array, server: string | null = null) {
  const asked: string[] = [];
  const read = readMcpConfig(
    { path: '../.mcp.json', server, baseDir: '/project/suite' },
    ENV,
    (path) => {
      asked.push(path);
      return ok(bytes);
    },
  );
  expect(asked).toEqual(['/project/.mcp.json']);
  return read;
}

const readText = (text: string, server?: string) => readBytes(Buffer.from(text), server);
const readServers = (mcpServers: JsonValue, server?: string) =>
  readText(JSON.stringify({ mcpServers }), server);

function entry(value: JsonValue) {
  const read = readServers({ events: value });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

/** What is wrong with an entry, in words or by codes. */
function problems(value: JsonValue): string[] {
  const read = readServers({ events: value });
  if (read.ok) return [];
  return read.error.map((told) => ('problem' in told ? told.problem : told.code));
}

describe('a server', () => {
  test('that is started', () => {
    expect(entry({ command: 'node' })).toEqual({
      entry: { kind: 'stdio', command: 'node', args: [], env: {}, cwd: null },
      folder: '/project',
      secrets: [],
    });
    const whole = { type: 'stdio', command: 'node', args: ['a'], env: { A: 'b' }, cwd: '../x' };
    const { type, ...rest } = whole;
    expect(entry(whole)).toMatchObject({ entry: { kind: type, ...rest }, secrets: ['b'] });
  });

  test.each(['http', 'streamable-http', 'streamableHttp', undefined])(
    'that has an address, by type %s',
    (type) => {
      const url = 'https://a.org/mcp';
      const value = {
        ...(type === undefined ? {} : { type }),
        url,
        headers: { A: 'b' },
        disabled: false,
      };
      expect(entry(value)).toEqual({
        entry: { kind: 'url', url, headers: { A: 'b' } },
        folder: '/project',
        secrets: ['b'],
      });
    },
  );

  test.each<[JsonValue, RegExp]>([
    [{ type: 'sse', url: 'https://a.org/sse' }, /old transport "sse"/],
    [{ transport: 'sse', url: 'https://a.org/sse' }, /old transport "sse"/],
    [{ command: 'node', url: 'https://a.org' }, /both a "command" and a "url"/],
    [{}, /neither a "command" nor a "url"/],
    [{ command: '' }, /neither a "command" nor a "url"/],
    [{ command: ['node'] }, /neither a "command" nor a "url"/],
    [{ url: 5 }, /neither a "command" nor a "url"/],
    [{ command: 'node', args: 'a.js' }, /"args" that are no list of strings/],
    [{ command: 'node', args: [1] }, /"args" that are no list of strings/],
    [{ command: 'node', env: { A: 1 } }, /an "env" that is no map of strings/],
    [{ command: 'node', env: ['A=1'] }, /an "env" that is no map of strings/],
    [{ command: 'node', cwd: 1 }, /a "cwd" that is no string/],
    [{ url: 'https://a.org', headers: ['A: b'] }, /"headers" that are no map of strings/],
    [{ url: 'https://a.org', headers: { A: null } }, /"headers" that are no map of strings/],
    [{ url: 'https://a.org', headers: { 'a b': 'c' } }, /a header that cannot be sent/],
    [{ url: 'https://a.org', headers: { A: 'b\nc' } }, /a header that cannot be sent/],
    ['node', /is no map/],
    [null, /is no map/],
    [[], /is no map/],
  ])('%j is none', (value, problem) => {
    expect(problems(value)).toEqual([expect.stringMatching(problem)]);
    expect(problems(value)[0]).toContain('the server "events" ');
  });
});

describe('the choice of a server', () => {
  const two = { events: { command: 'a' }, teams: { command: 'b' } };
  test('is needed when there are several', () => {
    expect(readServers(two, 'teams')).toMatchObject({ value: { entry: { command: 'b' } } });
    const unknown = { code: 'unknown_server', path: '../.mcp.json', known: ['events', 'teams'] };
    expect(readServers(two)).toMatchObject(err([{ ...unknown, name: null, nearest: null }]));
    expect(readServers(two, 'team')).toMatchObject(
      err([{ ...unknown, name: 'team', nearest: 'teams' }]),
    );
    expect(readServers({}, 'events')).toMatchObject(err([{ code: 'unknown_server', known: [] }]));
    expect(readServers({})).toMatchObject(err([{ code: 'unknown_server', known: [] }]));
  });

  test.each(['toString', '__proto__', 'constructor'])('%s is no server', (name) => {
    expect(readServers(two, name)).toMatchObject(err([{ code: 'unknown_server', name }]));
  });

  test('looks at no other server', () => {
    const broken = { ...two, other: { command: 5, env: { A: '${NOPE} ${input:x}' } } };
    expect(readServers(broken, 'events').ok).toBe(true);
  });
});

describe('a variable', () => {
  const arg = (text: string) => {
    const { entry: found } = entry({ command: 'node', args: [text] });
    return found.kind === 'stdio' ? found.args[0] : null;
  };

  test.each([
    ['${TENANT}', 'ecnl'],
    ['${env:TENANT}', 'ecnl'],
    ['a-${TENANT}-${TENANT}', 'a-ecnl-ecnl'],
    ['${NOPE:-b c}', 'b c'],
    ['${NOPE:-}', ''],
    ['${EMPTY:-b}', 'b'],
    ['${EMPTY}', ''],
    ['$TENANT', '$TENANT'],
    // What comes out is neither looked at again nor a template of ours.
    ['${DOLLAR}', '$${env.HOME}'],
    // As our own files have it.
    ['${env.TENANT}', 'ecnl'],
    ['${env.NOPE:-b}', 'b'],
  ])('%s', (text, expected) => {
    expect(arg(text)).toBe(expected);
  });

  test('is filled in wherever there is a text', () => {
    const { entry: started } = entry({
      command: '${TENANT}',
      env: { A: '${TENANT}' },
      cwd: '${TENANT}',
    });
    expect(started).toMatchObject({ command: 'ecnl', env: { A: 'ecnl' }, cwd: 'ecnl' });
    const { entry: reached } = entry({ url: 'https://${TENANT}.org', headers: { A: '${TENANT}' } });
    expect(reached).toMatchObject({ url: 'https://ecnl.org', headers: { A: 'ecnl' } });
  });

  test('that is unset is told once, with all others', () => {
    const value = { command: '${A}', args: ['${env:B} ${A}'], env: { C: '${toString}' } };
    expect(readServers({ events: value })).toEqual(
      err(
        ['A', 'B', 'toString'].map((name) => {
          return { code: 'unset_variable', name, config: '../.mcp.json' };
        }),
      ),
    );
  });

  test.each([
    ...['${input:key}', '${command:pick}', '${config:a.b}', '${workspaceFolder}', '${1}'],
    ...['${TENANT%%x}', '${TENANT'],
  ])('%s is for an editor', (text) => {
    expect(problems({ command: 'node', env: { A: `x${text}` } })).toEqual([
      expect.stringContaining(text),
    ]);
  });
});

describe('secret', () => {
  test('are all values of `env` and of headers', () => {
    expect(entry({ command: 'a', env: { A: 'b', B: '${TENANT}' } }).secrets).toEqual(['b', 'ecnl']);
    expect(entry({ url: 'https://a', headers: { A: 'Bearer ${TENANT}' } }).secrets).toEqual([
      'Bearer ecnl',
    ]);
  });

  test('is what a variable with such a name puts into arguments or the address', () => {
    const key = [ENV.API_KEY];
    expect(entry({ command: 'a', args: ['--key=${API_KEY}', '${TENANT}'] }).secrets).toEqual(key);
    expect(entry({ url: 'https://a.org/${env:API_KEY}/mcp' }).secrets).toEqual(key);
  });

  test('values are never told in what is wrong', () => {
    for (const text of [
      '{"a": hunter22}',
      'hunter22',
      '{"mcpServers": {"a": {"args": "hunter22"',
      '["hunter22"]',
    ]) {
      const told = JSON.stringify(readText(text));
      expect(told).toContain('bad_mcp_config');
      expect(told).not.toContain('hunter22');
    }
  });
});

describe('the file', () => {
  const good = '{"mcpServers": {"a": {"command": "b"}}}';

  test('may begin with a byte order mark, and may say `servers`', () => {
    expect(readText(`\ufeff${good}`).ok).toBe(true);
    expect(readText(good.replace('mcpServers', 'servers')).ok).toBe(true);
  });

  test.each([
    ['', 'it is no JSON'],
    ['[]', 'it has no map'],
    ['null', 'it has no map'],
    ['{}', 'it has no map'],
    ['{"mcpServers": []}', 'it has no map'],
    ['{"mcpServers": "a"}', 'it has no map'],
    [`${good.slice(0, -1)},\n}`, 'it is no JSON (line 2, column 1)'],
    [`// a comment\n${good}`, 'it is no JSON'],
  ])('%j is none', (text, problem) => {
    const read = readText(text);
    expect(read).toMatchObject(err([{ code: 'bad_mcp_config', path: '../.mcp.json' }]));
    expect(JSON.stringify(read)).toContain(problem);
  });

  test('is UTF-8', () => {
    const read = readBytes(Buffer.from(good.replace('"b"', '"\xe9"'), 'latin1'));
    expect(read).toMatchObject(err([{ code: 'bad_mcp_config', problem: 'it is no JSON' }]));
  });

  test('that is not there is told with the reason', () => {
    const read = readMcpConfig({ path: 'a', server: null, baseDir: '/' }, {}, () =>
      err('no such file'),
    );
    expect(read).toEqual(err([{ code: 'bad_mcp_config', path: 'a', problem: 'no such file' }]));
  });
});
