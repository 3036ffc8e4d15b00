import { describe, expect, test } from 'vitest';
import type { Assertion } from '../model/check.ts';
import { loadScenario, mistakes, SUITE, scenario, step } from './test-rig.ts';

const checks = (assertions: readonly Assertion[] | undefined) =>
  (assertions ?? []).map(({ place: _, ...check }) => check);
const IMPLIED = { kind: 'error', expected: { want: 'none' }, own: false };
/** Of every step, behind its author's own. */
const ALWAYS = [
  { kind: 'output_schema', own: false },
  { kind: 'prompts', own: false },
  { kind: 'execution_claims', own: false },
];

describe('a scenario', () => {
  test('of few words has every default', () => {
    const loaded = loadScenario('name: basic\ntool_sequence: [{tool: t}]\nexpected_contains: x\n');
    expect(loaded).toMatchObject({
      ...{ id: 'suite/a.yaml', name: 'basic', description: null, tags: [], skip: null },
      ...{ vars: {}, routes: {} },
      steps: [{ tool: 't', args: {}, timeoutMs: 30_000, assertions: [IMPLIED, ...ALWAYS] }],
    });
    expect(checks(loaded.assertions)).toEqual([{ kind: 'contains', expected: 'x', own: true }]);
  });

  test('keeps all it says, with YAML types unchanged', () => {
    const text = [
      'name: a',
      'description: why',
      'tags: [one, two]',
      'skip: for now',
      'vars: {n: 2, list: [1.5, null], m: {k: "v"}}',
      'tool_sequence:',
      '  - tool: t',
      '    args: {a: 1, b: "1", c: [true, ~], d: {e: 1.0}}',
      '  - tool: u',
      'expected_contains: [a, b]',
      'expected_not_contains: c',
      'expected_matches: ["d+"]',
    ].join('\n');
    const loaded = loadScenario(`${text}\n`);
    expect(loaded).toMatchObject({
      ...{ description: 'why', tags: ['one', 'two'], skip: 'for now' },
      vars: { n: 2, list: [1.5, null], m: { k: 'v' } },
      steps: [
        { tool: 't', args: { a: 1, b: '1', c: [true, null], d: { e: 1 } } },
        { tool: 'u', args: {} },
      ],
    });
    expect(checks(loaded.assertions)).toEqual([
      { kind: 'contains', expected: 'a', own: true },
      { kind: 'contains', expected: 'b', own: true },
      { kind: 'not_contains', expected: 'c', own: true },
      { kind: 'matches', expected: 'd+', own: true },
    ]);
    const places = loaded.assertions.map(({ place }) =>
      text.slice(place.span.start, place.span.end),
    );
    expect(places).toEqual(['a', 'b', 'c', '"d+"']);
  });

  test('a cap on a call: the step’s, else the scenario’s, else the suite’s', () => {
    const suite = `${SUITE}timeout_ms: 300\n`;
    const text = 'tool_sequence: [{tool: t, timeout_ms: 100}, {tool: u}]\nexpected_contains: x\n';
    const caps = (head: string, suiteText: string) =>
      loadScenario(head + text, suiteText).steps.map(({ timeoutMs }) => timeoutMs);
    expect(caps('name: a\ntimeout_ms: 200\n', suite)).toEqual([100, 200]);
    expect(caps('name: a\n', suite)).toEqual([100, 300]);
    expect(caps('name: a\n', SUITE)).toEqual([100, 30_000]);
  });
});

describe('expect', () => {
  const of = (text: string) => checks(loadScenario(step(`expect: ${text}`)).steps[0]?.assertions);

  test('texts: one or a list', () => {
    expect(of('{contains: a, not_contains: [b, c], matches: "d+"}')).toEqual([
      IMPLIED,
      { kind: 'contains', expected: 'a', own: true },
      { kind: 'not_contains', expected: 'b', own: true },
      { kind: 'not_contains', expected: 'c', own: true },
      { kind: 'matches', expected: 'd+', own: true },
      ...ALWAYS,
    ]);
  });

  const any = { want: 'error', channel: null, code: null, contains: [] };
  test.each([
    ['false', { want: 'none' }],
    ['true', any],
    ['tool', { ...any, channel: 'tool' }],
    ['protocol', { ...any, channel: 'protocol' }],
    ['{channel: tool}', { ...any, channel: 'tool' }],
    ['{code: -32602}', { ...any, code: -32602 }],
    ['{code: "-32602"}', { ...any, code: '-32602' }],
    ['{code: not_found}', { ...any, code: 'not_found' }],
    ['{contains: a}', { ...any, contains: ['a'] }],
    [
      '{channel: protocol, code: 1, contains: [a, b]}',
      { want: 'error', channel: 'protocol', code: 1, contains: ['a', 'b'] },
    ],
  ])('error: %s', (text, expected) => {
    expect(of(`{error: ${text}}`)).toEqual([{ kind: 'error', expected, own: true }, ...ALWAYS]);
  });
});

describe('nothing to check', () => {
  const bare = (...lines: readonly string[]) =>
    ['name: a', 'tool_sequence:', '  - tool: t', ...lines, ''].join('\n');

  test('a scenario without a check, whatever the suite demands', () => {
    const suite = `${SUITE}expected_not_contains: [undefined]\n`;
    expect(mistakes(bare(), suite)).toEqual(['nothing_to_check 1:7 a']);
    expect(mistakes(bare('    args: {a: 1}'))).toEqual(['nothing_to_check 1:7 a']);
    expect(mistakes(bare('skip: later'))).toEqual(['nothing_to_check 1:7 a']);
  });

  test.each([
    ['    expect: {}', '4:13 {}'],
    ['    expect: {contains: []}', '4:24 []'],
    ['    expect: {not_contains: []}', '4:28 []'],
    ['    expect: {matches: []}', '4:23 []'],
    ['    expect: {error: {}}', '4:21 {}'],
    ['    expect: {error: {contains: []}}', '4:32 []'],
    ["    expect: {matches: '.*'}", "4:23 '.*'"],
    ['expected_contains: []', '4:20 []'],
    ['expected_not_contains: []', '4:24 []'],
    ['expected_matches: []', '4:19 []'],
    ["expected_matches: ['(x)?']", "4:20 '(x)?'"],
  ])('%s', (line, where) => {
    expect(mistakes(bare(line))).toEqual([`nothing_to_check ${where}`]);
  });

  // Its author thinks that two things are checked.
  test('beside a check that is one', () => {
    expect(mistakes(step('expect: {error: {}}'))).toEqual(['nothing_to_check 5:21 {}']);
    expect(mistakes(scenario('expected_not_contains: []'))).toEqual(['nothing_to_check 5:24 []']);
  });

  test.each(['error: false', 'error: true', 'contains: x', 'not_contains: x', 'matches: x'])(
    '%s alone is a check',
    (check) => {
      expect(mistakes(bare(`    expect: {${check}}`))).toEqual([]);
    },
  );
});
