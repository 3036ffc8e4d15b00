import { describe, expect, test } from 'vitest';
import { aimed, load, marked, scenario, step, unfit } from './test-rig.ts';

const ANSWERS = 'cases: {decline: {action: decline}, cancel: {action: cancel}}';
const ASKED = 'elicitation: [{action: "${case.action}"}]';
const PROBED = 'target: {command: node}\nstate: {resource: a}\n';
const withCases = (cases: string, ...lines: readonly string[]) =>
  `${step(...lines)}${cases === '' ? '' : `cases: ${cases}\n`}`;

const loaded = (text: string) => {
  const result = load([text]);
  return result.ok ? result.value.scenarios : [];
};

describe('cases', () => {
  test('are a scenario each, in their order, with ids and names of their own', () => {
    const text = withCases('{late: {n: 2, s: "x", b: true}, 1: {n: 1, s: "", b: no}}');
    expect(loaded(text)).toMatchObject([
      {
        id: 'suite/a.yaml#late',
        name: 'a#late',
        variant: { name: 'late', values: { n: 2, s: 'x', b: true } },
      },
      {
        id: 'suite/a.yaml#1',
        name: 'a#1',
        variant: { name: '1', values: { n: 1, s: '', b: 'no' } },
      },
    ]);
    expect(loaded(step())).toMatchObject([{ id: 'suite/a.yaml', name: 'a', variant: null }]);
  });

  test('are selected by their names, one or all', () => {
    const names = (grep: string) =>
      aimed({ scenarios: [scenario(ANSWERS)], grep }).scenarios.map(({ name }) => name);
    expect(names('a#')).toEqual(['a#decline', 'a#cancel']);
    expect(names('A#CAN')).toEqual(['a#cancel']);
    expect(names('a.yaml#decline')).toEqual(['a#decline']);
    expect(unfit({ scenarios: [scenario(ANSWERS)], grep: '#accept' })).toMatchObject([
      { code: 'no_match', total: 2 },
    ]);
  });

  test.each([
    ['{}', 'bad_value {}'],
    ['[decline]', 'wrong_type [decline]'],
    ['', ''],
    ['{a: }', 'wrong_type'],
    ['{a: {}}', 'bad_value {}'],
    ['{a: {x: }}', 'wrong_type'],
    ['{a: {x: [1]}}', 'wrong_type [1]'],
    ['{a: {x: {y: 1}}}', 'wrong_type {y: 1}'],
    ['{a: {x: 1}, a: {x: 2}}', 'duplicate_key a'],
    ['{a: {x: 1, x: 2}}', 'duplicate_key x'],
    ['{a b: {x: 1}}', 'bad_value a b'],
    ['{"a#b": {x: 1}}', 'bad_value "a#b"'],
    ['{"": {x: 1}}', 'bad_value ""'],
    ['{a: {x.y: 1}}', 'bad_value x.y'],
    // It would be taken to the letter: what a case gives is not expanded again.
    ['{a: {x: "${uuid}"}}', 'placeholder_not_here ${uuid}'],
    ['{a: {x: $HOME}}', 'placeholder_not_here $HOME'],
  ])('%s', (cases, told) => {
    expect(marked(withCases(cases))).toEqual(told === '' ? [] : [told]);
  });

  test('give names that must be free', () => {
    const twice = [scenario(ANSWERS), scenario().replace('name: a', 'name: a#cancel')];
    const result = load(twice);
    expect(result.ok ? [] : result.error).toMatchObject([
      { code: 'duplicate_name', name: 'a#cancel', first: { file: { path: 'suite/a.yaml' } } },
    ]);
    expect(load(twice.toReversed()).ok).toBe(false);
    expect(load([twice[0] ?? '', scenario().replace('name: a', 'name: a#else')]).ok).toBe(true);
  });
});

describe('${case.NAME}', () => {
  test('stands wherever a value is expanded', () => {
    const lines = [
      'args: {a: "${case.x}"}',
      'sampling: [{text: "${case.x}"}]',
      'expect: {contains: "${case.x}", structured: {a: "${case.x}"}, error: {contains: "${case.x}"}}',
    ];
    const more = [
      'env: {A: "${case.x}"}\nfiles: {a: "${case.x}"}\nroots: [{uri: "${case.x}"}]',
      'vars: {v: "${case.x}"}\nexpected_judge: "${case.x}"\n',
    ].join('\n');
    expect(marked(withCases('{one: {x: word}}', ...lines) + more)).toEqual([]);
  });

  test('is known in every case, or told with what there is', () => {
    const use = 'args: {a: "${case.x}"}';
    expect(marked(withCases('{one: {x: 1}, two: {x: 2}}', use))).toEqual([]);
    expect(marked(withCases('{one: {x: 1}, two: {y: 2}}', use))).toEqual([
      'unknown_placeholder ${case.x}',
    ]);
    expect(marked(withCases('', use))).toEqual(['unknown_placeholder ${case.x}']);
    const result = load([withCases('{one: {answer: 1}}', 'args: {a: "${case.anwser}"}')]);
    expect(result.ok ? [] : result.error).toMatchObject([
      { name: 'case.anwser', nearest: 'case.answer', known: ['case.answer'] },
    ]);
  });

  test('lacking in some of the cases only, is told with those', () => {
    const result = load([
      withCases('{one: {x: 1}, two: {y: 1}, three: {z: 1}}', 'args: {a: "${case.x}"}'),
    ]);
    expect(result.ok ? [] : result.error).toMatchObject([
      { code: 'unknown_placeholder', name: 'case.x', nearest: null, lacking: ['two', 'three'] },
    ]);
  });

  const state = (value: string) => `{one: {s: changed}, two: {s: ${value}}}`;
  test.each([
    ['unchanged', []],
    ['unchaged', ['bad_value unchaged']],
    ['same', []],
    ['1', []],
  ])('as what becomes of the state: %s', (value, told) => {
    expect(marked(withCases(state(value), 'expect: {state: "${case.s}"}'), PROBED)).toEqual(told);
    // In a longer text it is no word.
    expect(marked(withCases(state(value), 'expect: {state: "${case.s} now"}'), PROBED)).toEqual([]);
  });

  test.each([
    ['stale', []],
    ['-32602', []],
    ['1.5', ['bad_value 1.5']],
    ['true', ['bad_value true']],
    ['""', ['bad_value ""']],
  ])('as the code of an error: %s', (value, told) => {
    const cases = `{one: {c: gone}, two: {c: ${value}}}`;
    expect(marked(withCases(cases, 'expect: {error: {code: "${case.c}"}}'))).toEqual(told);
  });

  test('is unknown to a suite, which has no cases', () => {
    const suite = 'target: {command: node, args: ["${case.action}"]}\n';
    expect(marked(scenario(ANSWERS), suite)).toEqual(['unknown_placeholder ${case.action}']);
  });

  test.each([
    ['1.10', 'quote_it 1.10'],
    ['007', 'quote_it 007'],
    ['no', 'quote_it no'],
    ['a #4', 'cut_by_comment a'],
  ])('in an expected text needs the care of one: %s', (value, told) => {
    const cases = `\n  one: {x: fine}\n  two:\n    x: ${value}`;
    expect(marked(withCases(cases, 'expect: {not_contains: "${case.x}"}'))).toEqual([told]);
    expect(
      marked(withCases(cases.replace(value, `"${value}"`), 'expect: {contains: "${case.x}"}')),
    ).toEqual([]);
  });

  test('elsewhere keeps its type', () => {
    expect(marked(withCases('{one: {x: 1.10}}', 'args: {a: "${case.x}"}'))).toEqual([]);
  });

  test('as what an answer does is one of three words, in every case', () => {
    expect(marked(withCases(ANSWERS.slice(7), ASKED))).toEqual([]);
    const wrong = '{ok: {action: accept}, no: {action: declin}, off: {action: true}}';
    expect(marked(withCases(wrong, ASKED))).toEqual(['bad_value declin', 'bad_value true']);
    const result = load([withCases(wrong, ASKED)]);
    expect(result.ok ? [] : result.error).toMatchObject([
      { nearest: 'decline' },
      { nearest: null },
    ]);
  });
});
