import { describe, expect, test } from 'vitest';
import { mistakes, scenario } from './test-rig.ts';

const NEEDLE = 'expected_not_contains: ["${vars.v}"]';

describe('an expected text that is taken from `vars`', () => {
  test.each([
    ['a list', 'vars: {v: [undefined, NaN]}', 'wrong_type 5:11 [undefined, NaN]'],
    ['a map', 'vars: {v: {a: 1}}', 'wrong_type 5:11 {a: 1}'],
    ['nothing', 'vars: {v: }', 'quote_it 5:11'],
    ['a number that loses a digit', 'vars: {v: 1.10}', 'quote_it 5:11 1.10'],
    ['an octal look-alike', 'vars: {v: 007}', 'quote_it 5:11 007'],
    ['a word like a boolean', 'vars: {v: no}', 'quote_it 5:11 no'],
  ])('%s', (_, vars, expected) => {
    expect(mistakes(scenario(vars, NEEDLE))).toEqual([expected]);
    // Elsewhere its type is what its author wants.
    expect(
      mistakes(scenario(vars).replace('tool: t', 'tool: t\n    args: {a: "${vars.v}"}')),
    ).toEqual([]);
  });

  test('one that is cut by a comment', () => {
    const vars = 'vars:\n  v: Order # 4711 shipped';
    expect(mistakes(scenario(vars, NEEDLE))).toEqual(['cut_by_comment 6:6 Order']);
  });

  test.each(['"1.10"', '2', 'true', 'Order 4711', "'no'", '"${env.X:-x}"'])('%s is one', (v) => {
    expect(mistakes(scenario(`vars: {v: ${v}}`, NEEDLE))).toEqual([]);
  });
});

describe('skip', () => {
  test.each(['no', 'Off', 'true', '~', '5', 'yes'])('%s is no reason', (word) => {
    expect(mistakes(scenario(`skip: ${word}`))).toEqual([`bad_value 5:7 ${word}`]);
  });

  test.each(['not now', '"no"', 'yes, it is slow'])('%s is one', (word) => {
    expect(mistakes(scenario(`skip: ${word}`))).toEqual([]);
  });
});

describe('an upstream whose address is handed to nobody', () => {
  const suite = 'target: {command: node}\nupstreams: {u: {routes: []}}\n';
  const unused = ['unused_upstream 2:13 u'];

  test('an expected text, or a comment, hands it to nobody', () => {
    expect(mistakes(scenario('expected_not_contains: ["${upstreams.u.url}"]'), suite)).toEqual(
      unused,
    );
    expect(mistakes(scenario('# ${upstreams.u.url}'), suite)).toEqual(unused);
  });

  test('an argument does', () => {
    const text = scenario().replace('tool: t', 'tool: t\n    args: {url: "${upstreams.u.url}"}');
    expect(mistakes(text, suite)).toEqual([]);
  });
});

test('tens of thousands of mistakes are told in time', () => {
  const steps = Array(8000).fill('{}').join(', ');
  expect(mistakes(`name: a\ntool_sequence: [${steps}]\n`).length).toBe(100);
  const many = Array(2000).fill('${vars.nope}').join(' ');
  const vars = Array.from({ length: 1000 }, (_, index) => `v${index}: 1`).join(', ');
  const text = scenario(
    `vars: {${vars}}`,
    `expected_matches: x`,
    `expected_not_contains: "${many}"`,
  );
  expect(mistakes(text).length).toBe(100);
});

test.each([
  ['"a b": x', 'a b'],
  ['"a": "x\\ny"', 'a'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding'],
  ['content-length: "100"', 'content-length'],
])('a stub can not send the header %s', (header, name) => {
  const suite = `target: {command: node, env: {U: "\${upstreams.u.url}"}}\nupstreams:\n  u:\n    routes:\n      - {path: /a, headers: {${header}}}\n`;
  const [told = ''] = mistakes(scenario(), suite);
  expect(told).toContain('bad_value 5:');
  expect(told).toContain(name);
  expect(mistakes(scenario(), suite.replace(header, 'x-a: "1"'))).toEqual([]);
});

test('a key that is not built is told once, whatever stands in it', () => {
  expect(mistakes(scenario('known_failure: 3'))).toEqual(['not_supported_yet 5:1 known_failure']);
  expect(mistakes(scenario('known_failure: [1]', 'nope: 1')).sort()).toEqual([
    'not_supported_yet 5:1 known_failure',
    'unknown_key 6:1 nope',
  ]);
});

test('one tag needs no list', () => {
  expect(mistakes(scenario('tags: smoke'))).toEqual([]);
});
