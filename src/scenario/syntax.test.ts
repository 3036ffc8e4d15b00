import { describe, expect, test } from 'vitest';
import { sourceFile, tell } from './test-rig.ts';
import { parseYaml } from './yaml.ts';

function told(text: string): readonly string[] {
  const tree = parseYaml(sourceFile(text), 'scenario');
  if (tree.ok) return [];
  return tree.error.map((problem) => {
    const place = tell([problem])[0]?.replace('yaml_error ', '').split('\n')[0];
    return problem.code === 'yaml_error' ? `${place} (${problem.detail})` : problem.code;
  });
}

const hint = (text: string) => {
  const tree = parseYaml(sourceFile(text), 'scenario');
  const [first] = tree.ok ? [] : tree.error;
  return first?.code === 'yaml_error' ? first.hint : undefined;
};

describe('what is not closed is marked where it opens', () => {
  test.each([
    ['a: 1\nb: "c\nd: 2\n', ['2:4 "c (this quote is not closed)']],
    ["a: 1\nb: 'c\nd: 2\n", ["2:4 'c (this quote is not closed)"]],
    ['a: ["b, c]\nd: 1\n', ['1:5 "b, c] (this quote is not closed)']],
    ['a: [b\nc: d\n', ['1:4 [ (this bracket is not closed)']],
    ['a: [b,\n', ['1:4 [ (this bracket is not closed)']],
    ['a: {b: 1\n', ['1:4 { (this bracket is not closed)']],
    ['a: [[x], [y]\nb: 1\n', ['1:4 [ (this bracket is not closed)']],
    ['a: "[{"\nb: [\n', ['2:4 [ (this bracket is not closed)']],
    ['a: [[\n', ['1:5 [ (this bracket is not closed)', '1:4 [ (this bracket is not closed)']],
    ['a: "it\'s"\nb: \'x\n', ["2:4 'x (this quote is not closed)"]],
    ['a: {b: [c}\nd: 1\n', ['1:8 [ (this bracket is not closed)', expect.stringMatching(/^1:11/)]],
  ])('%j', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});

describe('hints', () => {
  test.each([
    ['a: b: c\n', 'quote'],
    ['- @home\n', 'quote'],
    ['- `x`\n', 'quote'],
    ['- "a" b\n', 'quote'],
    ['- *gone\n', 'quote'],
    ['a: "\\d"\n', 'single_quotes'],
    ['a:\n\tb: 1\n', 'spaces'],
    ['a:b\nc: d\n', 'colon'],
    ['a:\n  b: 1\n c: 2\n', null],
    ['&a [*a]\n', null],
    ['a: "b\n', null],
  ])('%j: %s', (text, expected) => {
    expect(hint(text)).toBe(expected);
  });
});

test('an unquoted placeholder is one mistake, not the many that follow from it', () => {
  const inArgs = (args: string) =>
    told(`name: a\ntool_sequence:\n  - tool: t\n    args: ${args}\nexpected_contains: x\n`);
  expect(inArgs('{message: ${vars.m}}')).toEqual([
    '4:21 ${vars.m} (the placeholder ${vars.m} is not quoted)',
  ]);
  expect(inArgs('{message: ${vars.m}, other: [${uuid}]}')).toEqual([
    '4:21 ${vars.m} (the placeholder ${vars.m} is not quoted)',
  ]);
  expect(inArgs('{message: "${uuid}"}')).toEqual([]);
});
