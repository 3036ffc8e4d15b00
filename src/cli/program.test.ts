import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../app/options.ts';
import { readInvocation } from './program.ts';

const read = (...argv: string[]) => readInvocation(argv, '1.2.3');

function options(...argv: string[]): RunOptions {
  const invocation = read('run', ...argv);
  if (invocation.kind !== 'run') throw new Error(JSON.stringify(invocation));
  return invocation.options;
}

describe('run', () => {
  test('has defaults', () => {
    expect(options()).toEqual({
      paths: ['scenarios/'],
      suite: null,
      command: null,
      mcpConfig: null,
      server: null,
      live: false,
      url: null,
      tokenEnv: null,
      headers: {},
      envFile: null,
      judge: null,
      judgeModel: null,
      grep: null,
      tags: [],
      notTags: [],
      list: false,
      timeoutMs: null,
      maxDurationMs: null,
      strictProtocol: false,
      twins: false,
      reporters: [{ name: 'pretty', file: null }],
      allowEmpty: false,
      keepTmp: false,
      verbosity: 'normal',
      colour: true,
    });
  });

  test('takes paths and repeatable options', () => {
    const read = options('a', 'b.yaml', '--tag', 'x', '--tag', 'y', '--not-tag', 'z', '-g', 'Find');
    expect(read).toMatchObject({ paths: ['a', 'b.yaml'], tags: ['x', 'y'], notTags: ['z'] });
    expect(read.grep).toBe('Find');
  });

  test('reads reporters with and without a file', () => {
    const { reporters } = options('--reporter', 'json=a=b.json', '--reporter', 'pretty');
    expect(reporters).toEqual([
      { name: 'json', file: 'a=b.json' },
      { name: 'pretty', file: null },
    ]);
  });

  test('splits a command at blanks and quotes', () => {
    const { command } = options('--command', 'node "my server.js" --flag=a');
    expect(command).toEqual({ command: 'node', args: ['my server.js', '--flag=a'] });
  });
});

test('--timeout is in ms, --max-duration in seconds', () => {
  expect(options('--timeout', '1500', '--max-duration', '2.5')).toMatchObject({
    timeoutMs: 1500,
    maxDurationMs: 2500,
  });
});

test('headers are read by name, whatever the case', () => {
  const { headers } = options('--header', 'X-Tenant: a: b', '--header', 'authorization:x');
  expect(headers).toEqual({ 'x-tenant': 'a: b', authorization: 'x' });
});

test.each(['no colon s3cret', 'X-Tenant:', ': s3cret', 'a b: s3cret'])(
  'a header that is none is refused, and not repeated: %j',
  (header) => {
    const invocation = read('run', '--header', header);
    expect(invocation).toMatchObject({ kind: 'usage_error' });
    expect(JSON.stringify(invocation)).not.toContain('s3cret');
  },
);

describe('refused', () => {
  test.each([
    ['an unknown option', ['run', '--grpe', 'x'], '--grep'],
    ['an unknown command', ['runn'], 'run'],
    ['a missing value', ['run', '--suite'], '--suite'],
    ['an empty filter', ['run', '--grep', ' '], 'empty'],
    ['an empty command', ['run', '--command', ''], 'empty'],
    ['a command with an open quote', ['run', '--command', 'node "my server.js'], 'not closed'],
    ['an empty path', ['run', ''], 'path is empty'],
    ['an empty suite', ['run', '--suite', ''], 'empty'],
    ['two greps', ['run', '-g', 'a', '--grep', 'b'], 'once only'],
    ['two suites', ['run', '--suite', 'a', '--suite', 'b'], 'once only'],
    ['two commands', ['run', '--command', 'a', '--command', 'b'], 'once only'],
    ['two time-outs', ['run', '--timeout', '1', '--timeout', '2'], 'once only'],
    ['two durations', ['run', '--max-duration', '1', '--max-duration', '2'], 'once only'],
    ['a time-out of nothing', ['run', '--timeout', '0'], 'ms'],
    ['a time-out with a unit', ['run', '--timeout', '5s'], 'ms'],
    ['a time-out over 2^31-1', ['run', '--timeout', '2147483648'], 'ms'],
    ['a duration below zero', ['run', '--max-duration', '-1'], 'seconds'],
    ['a reporter without its file', ['run', '--reporter', 'json='], 'file'],
    ['an unknown schema', ['schema', 'scenarios'], 'scenario'],
    ['both verbosities', ['run', '--quiet', '--verbose'], '--quiet'],
    ['--url and --command', ['run', '--url', 'http://x', '--command', 'y'], 'give one of them'],
    ['--live with another target', ['run', '--live', '--mcp-config', 'x'], '--live asks'],
    ['a server of no file', ['run', '--server', 'x'], '--mcp-config'],
    ['an unknown judge mode', ['run', '--judge', 'maybe'], 'required'],
    ['an empty address', ['run', '--url', ' '], 'empty'],
    ['no command at all', [], 'run'],
  ])('%s', (_, argv, hint) => {
    const invocation = read(...argv);
    expect(invocation).toMatchObject({ kind: 'usage_error' });
    expect(invocation).toHaveProperty('text', expect.stringContaining(hint));
  });

  test.each([
    ['--fail-on-flaky', ['run', '--fail-on-flaky']],
    ['--bail', ['run', '--bail']],
    ['--workers', ['run', '--workers', '4', 'scenarios']],
    ['mcp-eval check', ['check', 'scenarios', '--connect']],
  ])('%s is known but not built', (what, argv) => {
    expect(read(...argv)).toEqual({ kind: 'not_yet', what });
  });
});

test('a control character of the command line stays within its word', () => {
  const invocation = read('run', '--a\n::error::b\u001b[2J');
  expect(invocation).toHaveProperty('text', expect.stringContaining('--a\\n::error::b\\u001b[2J'));
});

test('the help of schema names the kinds', () => {
  const help = read('schema', '--help');
  expect(help).toHaveProperty('text', expect.stringMatching(/"scenario", "suite", "report"/));
});

test('help goes to standard output', () => {
  expect(read('--help')).toMatchObject({ kind: 'print' });
  expect(read('run', '--help')).toMatchObject({ kind: 'print' });
  expect(read('--version')).toEqual({ kind: 'print', text: '1.2.3\n' });
});
