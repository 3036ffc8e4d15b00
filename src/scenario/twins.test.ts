import { describe, expect, test } from 'vitest';
import { loadSuites } from './load.ts';
import { type Selection, selectSuites } from './plan.ts';
import {
  ALL,
  aimed,
  HERMETIC,
  load,
  marked,
  SUITE,
  scenario,
  sourceFile,
  suiteSource,
  tell,
  unfit,
} from './test-rig.ts';

const named = (name: string, ...lines: readonly string[]) =>
  scenario(...lines).replace('name: a', `name: ${name}`);
const CASES = 'cases: {one: {n: 1}, two: {n: 2}}';
const twins = (...mustFail: readonly string[]) =>
  `${SUITE}twins: {broken: {env: {BROKEN: b}, must_fail: [${mustFail.join(', ')}]}}\n`;
const context = {
  env: {},
  readBytes: () => ({ ok: false, error: '' }) as const,
  noFolder: () => null,
};

/** What is wrong when a run leaves some files of the suite out. */
function partly(selected: readonly string[], suite: string, others: () => readonly string[]) {
  const unselected = () => others().map((text, at) => sourceFile(text, `suite/far/${at}.yaml`));
  const source = { ...suiteSource(selected, suite), unselected };
  const loaded = loadSuites([source], { ...context, choice: HERMETIC });
  return loaded.ok ? [] : tell(loaded.error).map((line) => line.replace(/ \d+:\d+/, ''));
}

/** The suites of a run with `--twins`. */
function planned(suite: string, scenarios: readonly string[], selection: Partial<Selection> = {}) {
  const loaded = load(scenarios, suite);
  if (!loaded.ok) throw new Error(tell(loaded.error).join());
  const selected = selectSuites([loaded.value], { ...ALL, twins: true, ...selection }, context);
  return selected.ok ? selected.value : [];
}

describe('twins', () => {
  test('are read', () => {
    const more = 'more: {command: deno, args: [], must_fail: [a]}';
    const suite = twins('a').replace('}}\n', `}, ${more}}\n`);
    expect(aimed({ suite }).twins).toMatchObject([
      { name: 'broken', env: { BROKEN: 'b' }, command: null, args: null, mustFail: ['a'] },
      { name: 'more', env: {}, command: 'deno', args: [] },
    ]);
    expect(aimed({}).twins).toEqual([]);
  });

  test.each([
    ['[broken]', 'wrong_type [broken]'],
    ['{b: }', 'wrong_type'],
    ['{b: {env: {}}}', 'missing_key {env: {}}'],
    ['{b: {must_fail: []}}', 'bad_value []'],
    ['{b: {must_fail: }}', 'wrong_type'],
    ['{b: {must_fail: a}}', 'wrong_type a'],
    ['{b: {must_fail: [""]}}', 'bad_value ""'],
    ['{b: {must_fail: [1]}}', 'quote_it 1'],
    ['{b: {must_fail: [{a: 1}]}}', 'wrong_type {a: 1}'],
    ['{b: {must_fail: [a], evn: {}}}', 'unknown_key evn'],
    ['{b: {must_fail: [a], env: {A: 1}}}', 'quote_it 1'],
    ['{b: {must_fail: [a], args: a}}', 'wrong_type a'],
    // What changes nothing breaks nothing.
    ['{b: {must_fail: [a]}}', 'bad_value b'],
    ['{b: {must_fail: [a], env: {}}}', 'bad_value b'],
  ])('%s is refused', (text, told) => {
    expect(marked(scenario(), `${SUITE}twins: ${text}\n`)).toEqual([told]);
  });
});

describe('must_fail', () => {
  const all = [named('a'), named('b', CASES)];

  test('names scenarios, those with cases as a whole or one by one', () => {
    expect(partly(all, twins('a', 'b', '"b#two"'), () => [])).toEqual([]);
    expect(partly(all, twins('aa', '"b#three"', 'contract.hints', '"a#one"'), () => [])).toEqual([
      'unknown_scenario aa',
      'unknown_scenario "b#three"',
      'unknown_rule contract.hints',
      'unknown_scenario "a#one"',
    ]);
    const loaded = load(all, twins('"b#tow"'));
    expect(loaded.ok ? [] : loaded.error).toMatchObject([{ name: 'b#tow', nearest: 'b#two' }]);
  });

  test('is told beside other mistakes, unless a file can’t be read at all', () => {
    expect(partly([named('a', 'nope: 1')], twins('a', 'x'), () => [])).toEqual([
      'unknown_key nope',
      'unknown_scenario x',
    ]);
    expect(partly(['name: ['], twins('x'), () => [])).toEqual([
      expect.stringMatching(/^yaml_error/),
    ]);
  });

  test.each([
    ['as usual', named('b', CASES)],
    ['with CRLF', named('b', CASES).replaceAll('\n', '\r\n')],
    ['in flow style', '{name: "b", cases: {two: {n: 2}}, tool_sequence: [{tool: t}]}'],
    ['in blocks', 'cases: # here\n    one:\n        n: 1\n    two:\n        n: 2\nname: >-\n  b\n'],
  ])('knows a scenario that is not selected, written %s', (_, text) => {
    expect(partly([named('a')], twins('b', '"b#two"', 'c'), () => [text])).toEqual([
      'unknown_scenario c',
    ]);
  });

  test('takes no comment and no other text for a name', () => {
    const text = `# name: x\n${named('b', 'description: |', '  name: x', 'tags: [x]')}`;
    expect(partly([named('a')], twins('x'), () => [text])).toEqual(['unknown_scenario x']);
  });

  test('says nothing while another file can’t be read, and reads none without need', () => {
    expect(partly([named('a')], twins('x'), () => ['name: ['])).toEqual([]);
    const never = () => {
      throw new Error('read');
    };
    expect(partly([named('a')], twins('a'), never)).toEqual([]);
  });
});

describe('a run with twins', () => {
  const suite = `${SUITE}twins:\n  one: {env: {B: "1"}, must_fail: [b]}\n  two: {command: x, args: [y], must_fail: ["b#two", a]}\n`;
  const scenarios = [named('a'), named('b', CASES)];
  const shape = (suites: ReturnType<typeof planned>) =>
    suites.map((each) => [each.path, ...each.scenarios.map(({ name }) => name)]);

  test('has each scenario on the twins that name it, behind the suite itself', () => {
    const suites = planned(suite, scenarios);
    expect(shape(suites)).toEqual([
      ['suite', 'a', 'b#one', 'b#two'],
      ['suite@one', 'b#one@one', 'b#two@one'],
      ['suite@two', 'a@two', 'b#two@two'],
    ]);
    expect(suites.map(({ target }) => target?.value)).toMatchObject([
      { command: 'node', args: [], env: {} },
      { command: 'node', args: [], env: { B: '1' } },
      { command: 'x', args: ['y'], env: {} },
    ]);
    expect(suites[0]?.scenarios.every(({ twin }) => twin === null)).toBe(true);
    expect(suites[1]?.scenarios[0]?.twin).toMatchObject({
      name: 'one',
      of: suites[0]?.scenarios[1]?.id,
    });
    expect(suites[1]?.scenarios.every(({ twin }) => twin?.name === 'one')).toBe(true);
  });

  test('keeps to what is selected', () => {
    expect(shape(planned(suite, scenarios, { grep: '#one' }))).toEqual([
      ['suite', 'b#one'],
      ['suite@one', 'b#one@one'],
    ]);
    expect(shape(planned(suite, scenarios, { twins: false }))).toHaveLength(1);
  });

  // Left out, a twin would go by unseen; skipped, it is listed.
  test('has a skipped scenario, which is told as skipped', () => {
    const skipped = [named('a', 'skip: later'), named('b', CASES)];
    expect(shape(planned(suite, skipped))).toContainEqual(['suite@two', 'a@two', 'b#two@two']);
  });

  test('are listed as they would be run', () => {
    expect(shape(planned(suite, scenarios, { list: true }))).toHaveLength(3);
    expect(shape(planned(suite, scenarios, { list: true, twins: false }))).toHaveLength(1);
  });

  // Left out, they would go by unseen; without a target they are told as of no use.
  test('are there without a target', () => {
    const homeless = suite.replace(SUITE, '');
    expect(shape(planned(homeless, scenarios))).toHaveLength(3);
    expect(planned(homeless, scenarios).map(({ target }) => target)).toEqual([null, null, null]);
  });

  test('a twin that does not start is told at its own place', () => {
    const places = planned(suite, scenarios).map(({ target }) => target?.place?.span.start ?? -1);
    expect(places.map((start) => suite.slice(start).slice(0, 3))).toEqual(['nod', 'one', 'two']);
  });

  test('without any is a mistake', () => {
    const told = [{ code: 'bad_option', option: '--twins' }];
    expect(unfit({ twins: true })).toMatchObject(told);
    expect(unfit({ twins: true, suite: twins('a'), grep: 'suite/b' })).toMatchObject([
      { code: 'no_match' },
    ]);
    expect(unfit({ twins: true, suite, scenarios, url: 'http://127.0.0.1:1/' })).not.toEqual([]);
  });
});

describe('what a twin is given', () => {
  const stub = 'upstreams: {u: {}}\n';
  const handing = '{env: {U: "${upstreams.u.url}"}, must_fail: [a]}';

  test('does not hand a stub to the target', () => {
    const suite = `${SUITE}${stub}twins: {t: ${handing}}\n`;
    expect(marked(scenario(), suite)).toEqual(['unused_upstream u']);
    const handed = suite.replace('node', 'node, env: {U: "${upstreams.u.url}"}');
    expect(marked(scenario(), handed)).toEqual([]);
  });

  test('is of no interest to a live run', () => {
    const target = 'target: {command: node, env: {U: "${upstreams.u.url}"}}\n';
    const twin = `twins: {t: {env: {U: "\${upstreams.u.url}", X: "\${env.NOPE}"}, must_fail: [a]}}\n`;
    const live = { choice: { ...HERMETIC, live: true } };
    expect(marked(scenario('live: true'), target + stub + twin, live)).toEqual([]);
    expect(marked(scenario('live: true'), target + stub + twin)).toEqual([
      'unset_variable ${env.NOPE}',
    ]);
  });

  test('may be the port of the target', () => {
    const twin = 'twins: {t: {args: [b.js, "${port}"], must_fail: [a]}}\n';
    const served = 'target: {command: node, url: "http://127.0.0.1:${port}/"}\n';
    expect(marked(scenario(), served + twin)).toEqual([]);
    expect(marked(scenario(), SUITE + twin)).toEqual(['placeholder_not_here ${port}']);
  });
});
