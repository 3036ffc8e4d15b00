import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.ts';
import { checkFormat } from './schema.ts';
import { load, mistakes, SUITE, scenario, sourceFile, step } from './test-rig.ts';
import { parseYaml } from './yaml.ts';

function told(text: string, suite = SUITE): readonly Diagnostic[] {
  const loaded = load([text], suite);
  return loaded.ok ? [] : loaded.error;
}

const ROUTED =
  'target: {command: node, env: {A: "${upstreams.u.url}"}}\nupstreams: {u: {routes: [{path: /}]}}\n';

describe('unknown keys', () => {
  test.each([
    ['a scenario', scenario('expected_contain: [y]'), 'expected_contain', 'expected_contains'],
    ['a scenario', scenario('Tags: [y]'), 'Tags', 'tags'],
    ['a step', step('arg: {}'), 'arg', 'args'],
    ['`expect`', step('expect: {contians: y}'), 'contians', 'contains'],
    ['`error`', step('expect: {error: {chanel: tool}}'), 'chanel', 'channel'],
    // As the protocol calls it.
    ['a step', step('arguments: {}'), 'arguments', 'args'],
    ['a step', step('argumants: {}'), 'argumants', 'args'],
    ['`expect`', step('expect: {structuredContent: {a: 1}}'), 'structuredContent', 'structured'],
    ['`expect`', step('expect: {is_error: true}'), 'is_error', 'error'],
    // As others do.
    ['a step', step('input: {}'), 'input', 'args'],
    ['`expect`', step('expect: {text: y}'), 'text', 'contains'],
    ['`error`', step('expect: {error: {message: y}}'), 'message', 'contains'],
    [
      'an elicitation answer',
      step('elicitation: [{action: accept, message: y}]'),
      'message',
      'message_contains',
    ],
  ])('in %s', (owner, text, key, nearest) => {
    expect(told(text)).toMatchObject([{ code: 'unknown_key', key, owner, nearest }]);
  });

  test.each([
    ['a suite', `${SUITE}timeoutMs: 5\n`, 'timeoutMs', 'timeout_ms'],
    ['`target`', 'target: {command: node, arg: [x]}\n', 'arg', 'args'],
    ['`target`', 'target: {command: node, environment: {}}\n', 'environment', 'env'],
    ['an upstream', ROUTED.replace('{routes', '{unmached: fail, routes'), 'unmached', 'unmatched'],
    ['a route', ROUTED.replace('path: /', 'path: /, staus: 200'), 'staus', 'status'],
    ['`match`', ROUTED.replace('path: /', 'path: /, match: {json: 1, jsn: 2}'), 'jsn', 'json'],
  ])('in %s of a suite file', (owner, suite, key, nearest) => {
    expect(told(scenario(), suite)).toMatchObject([{ code: 'unknown_key', key, owner, nearest }]);
  });

  test('in a route of a scenario', () => {
    const text = scenario('upstreams: {u: [{path: /, boddy: x}]}');
    const expected = { code: 'unknown_key', key: 'boddy', owner: 'a route', nearest: 'body' };
    expect(told(text, ROUTED)).toMatchObject([expected]);
  });

  test.each([
    ['args', scenario('args: {}'), 'a step'],
    ['expect', scenario('expect: {}'), 'a step'],
    ['contains', scenario('contains: x'), '`expect`'],
    ['contains', step('contains: x'), '`expect`'],
    ['expected_contains', step('expected_contains: x'), 'a scenario'],
    ['code', step('expect: {code: x}'), '`error`'],
    ['command', scenario('command: node'), '`target`'],
    ['tool_sequence', step('tool_sequence: []'), 'a scenario'],
    // Of several places the one that is meant most often.
    ['times', step('expect: {times: 2}'), 'a step'],
    ['save', step('expect: {save: {a: /b}}'), 'a step'],
    ['isolation', scenario('isolation: suite'), 'a suite'],
    ['policy', step('policy: {llm: never}'), 'a scenario or a suite'],
    ['timeout_ms', step('expect: {timeout_ms: 2}'), 'a step'],
  ])('that belong elsewhere: %s', (key, text, belongsIn) => {
    expect(told(text)).toMatchObject([{ code: 'unknown_key', key, belongsIn }]);
  });

  test.each([
    ['expects', scenario('expects: {}'), 'expect', 'a step'],
    ['contain', step('contain: x'), 'contains', '`expect`'],
    ['time', step('expect: {time: 2}'), 'times', 'a step'],
  ])('misspelt, that belong elsewhere: %s', (key, text, nearest, belongsIn) => {
    expect(told(text)).toMatchObject([{ code: 'unknown_key', key, nearest, belongsIn }]);
  });

  test('of other people do not belong elsewhere, and what they stand for is not missing', () => {
    const text = 'name: a\nsteps:\n  - name: t\n';
    const meant = { nearest: 'tool_sequence', belongsIn: null };
    expect(told(text)).toMatchObject([{ code: 'unknown_key', key: 'steps', ...meant }]);
    const tool = { nearest: 'tool', belongsIn: null };
    const named = text.replace('steps', 'tool_sequence');
    expect(told(named)).toMatchObject([{ code: 'unknown_key', key: 'name', ...tool }]);
  });

  test('with no likeness: what is valid and built', () => {
    const [first] = told(step('asserts: [x]'));
    expect(first).toMatchObject({ nearest: null, belongsIn: null });
    expect(first).toHaveProperty('valid', [
      ...['tool', 'args', 'client', 'save', 'times', 'poll', 'timeout_ms', 'unlisted'],
      ...['invalid_args', 'elicitation', 'sampling', 'expect'],
    ]);
    expect(told(scenario('asserts: x'))[0]).toHaveProperty(
      'valid',
      expect.not.arrayContaining(['known_failure']),
    );
  });

  test.each(['__proto__', 'constructor', 'toString', '""', '"a/b~c"', '0'])('named %s', (key) => {
    const plain = key.replaceAll('"', '');
    expect(told(scenario(`${key}: 1`))).toMatchObject([
      { code: 'unknown_key', key: plain, belongsIn: null },
    ]);
    expect(mistakes(step(`args: {${key}: 1}`))).toEqual([]);
  });

  test('a misspelt key is not missed as well', () => {
    expect(mistakes('nmae: a\ntool_sequnce: [{toool: t}]\n')).toEqual([
      'unknown_key 1:1 nmae',
      'unknown_key 2:1 tool_sequnce',
    ]);
    expect(mistakes('name: a\ntool_sequence:\n  - toool: t\n')).toEqual(['unknown_key 3:5 toool']);
  });

  test('many of them: a hundred are looked at', () => {
    const keys = Array.from({ length: 1000 }, (_, n) => `key${n}: 1`);
    const file = sourceFile(scenario(...keys));
    const tree = parseYaml(file, 'scenario');
    expect(tree.ok && checkFormat(file, tree.value, 'scenario')).toHaveLength(100);
  });
});

describe('expected values', () => {
  const withKey = (key: string, value: string): string =>
    `name: a\ntool_sequence: [{tool: t}]\n${key}: ${value}\n`;

  test.each([
    ['1.10', 'the number 1.1'],
    ['0777', 'the number 777'],
    ['1e3', 'the number 1000'],
    ['true', 'the boolean true'],
    ['False', 'the boolean false'],
    ['Total: 5', 'a map'],
    ['[x]', 'a list'],
    ['{a: 1}', 'a map'],
  ])('%s: quote it, as it is spelled', (written, becomes) => {
    expect(told(withKey('expected_contains', `\n  - ${written}`))).toMatchObject([
      { code: 'quote_it', written, becomes },
    ]);
  });

  test.each([
    ['expected_contains', ''],
    ['expected_contains', '~'],
    ['expected_contains', 'null'],
    ['expected_not_contains', '""'],
    ['expected_matches', "''"],
  ])('%s: %s is empty', (key, written) => {
    expect(told(withKey(key, written))).toMatchObject([{ code: 'empty_expected', written }]);
    expect(told(withKey(key, `\n  - a\n  - ${written}`))).toMatchObject([
      { code: 'empty_expected', written },
    ]);
  });

  test('a map over several lines is no text', () => {
    const text = withKey('expected_contains', '\n  a: 1\n  b: 2');
    expect(told(text)).toMatchObject([
      { code: 'wrong_type', expected: 'string or array', got: 'a map with "a", "b"' },
    ]);
  });
});

describe('types and values', () => {
  test.each([
    ['- a\n', 'wrong_type', { expected: 'object', got: 'a list' }],
    ['x\n', 'wrong_type', { expected: 'object', got: 'the string "x"' }],
    [step('args: [1]'), 'wrong_type', { expected: 'object', got: 'a list' }],
    [step('args:'), 'wrong_type', { expected: 'object', got: 'nothing' }],
    [step('timeout_ms: 5s'), 'wrong_type', { expected: 'integer', got: 'the string "5s"' }],
    [step('timeout_ms: 1.5'), 'wrong_type', { expected: 'integer', got: 'the number 1.5' }],
    [step('expect: {error: 5}'), 'wrong_type', { expected: 'boolean or string or object' }],
    [step('expect: {error: {code: 1.5}}'), 'wrong_type', { expected: 'integer or string' }],
    [step('expect: {error: {code: ""}}'), 'bad_value', { problem: 'must not be empty' }],
    [step('expect: {error: tol}'), 'bad_value', { nearest: 'tool' }],
    [step('expect: {error: {channel: both}}'), 'bad_value', { nearest: null }],
    [scenario('tags: [5]'), 'quote_it', { written: '5', becomes: 'the number 5' }],
    [scenario('tags: [""]'), 'bad_value', { problem: 'must not be empty' }],
    [scenario('timeout_ms: 0'), 'bad_value', { problem: 'must be >= 1, but it is the number 0' }],
    [step(`args: "${'x'.repeat(300)}"`), 'wrong_type', { got: `the string "${'x'.repeat(99)}…` }],
    [step('expect: {within_ms: {}}'), 'wrong_type', { got: 'an empty map' }],
    [step('expect: {within_ms: []}'), 'wrong_type', { got: 'an empty list' }],
    [scenario('timeout_ms: 2147483648'), 'time_too_large', { ms: 2147483648, limit: 2147483647 }],
    ['name: 5\ntool_sequence: [{tool: t}]\n', 'quote_it', { written: '5' }],
    ['name: a\ntool_sequence: []\n', 'bad_value', { problem: 'must not be empty' }],
    ['name: a\n', 'missing_key', { key: 'tool_sequence', owner: 'a scenario' }],
    ['name: a\ntool_sequence: [{args: {}}]\n', 'missing_key', { key: 'tool', owner: 'a step' }],
    [step('save: {a: {}}'), 'missing_key', { key: 'match', owner: 'a saved value' }],
  ])('%j: %s', (text, code, args) => {
    expect(told(text)).toMatchObject([{ code, ...args }]);
  });

  test.each([
    ['isolation: Suite', { code: 'bad_value', nearest: 'suite' }],
    ['protocol: "2024-11-05"', { code: 'bad_value' }],
    ['strict_protocol: "yes"', { code: 'wrong_type', expected: 'boolean' }],
    ['startup_timeout_ms: 2147483648', { code: 'time_too_large' }],
  ])('%s in a suite file', (line, expected) => {
    expect(told(scenario(), `${SUITE}${line}\n`)).toMatchObject([expected]);
  });

  test.each(['delay_ms: 2147483648', 'status: 99', 'times: 0', 'fail: no', 'headers: {a: 1}'])(
    '%s in a route',
    (pair) => {
      const suite = ROUTED.replace('path: /', `path: /, ${pair}`);
      expect(told(scenario(), suite)).toHaveLength(1);
    },
  );
});
