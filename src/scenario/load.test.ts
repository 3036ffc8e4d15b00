import { describe, expect, test } from 'vitest';
import { positionOf } from '../model/source.ts';
import { loadSuites } from './load.ts';
import {
  HERMETIC,
  load,
  mistakes,
  SUITE,
  scenario,
  sourceFile,
  suiteSource,
  tell,
} from './test-rig.ts';

const ENV = 'target: {command: node, env: {A: "${upstreams.events.url}"}}\n';
const UPSTREAM = `${ENV}upstreams: {events: {}}\n`;

function told(scenarios: readonly string[], suite: string | null = SUITE): string[] {
  const loaded = load(scenarios, suite);
  return loaded.ok
    ? []
    : loaded.error.map((diagnostic) => `${diagnostic.place?.file.path}: ${tell([diagnostic])}`);
}

describe('all at once', () => {
  test('every mistake of every file', () => {
    const files = ['name: [', `${scenario()}tag: x\n`, scenario('name: b')];
    expect(told(files, 'targt: {}\ntimeout_ms: 0\n')).toEqual([
      'suite/suite.yaml: unknown_key 1:1 targt',
      'suite/suite.yaml: bad_value 2:13 0',
      expect.stringMatching(/^suite\/a.yaml: yaml_error 1:/),
      'suite/b.yaml: unknown_key 5:1 tag',
      'suite/c.yaml: duplicate_key 5:1 name',
    ]);
  });

  test('of every suite', () => {
    const broken = { ...suiteSource([scenario('x: 1')], 'y: 1\n'), path: 'other' };
    const loaded = loadSuites([suiteSource([scenario('z: 1')]), broken], {
      choice: HERMETIC,
      env: {},
      readBytes: () => ({ ok: false, error: 'no such file' }),
      noFolder: () => null,
    });
    expect(loaded.ok ? [] : tell(loaded.error)).toEqual([
      'unknown_key 5:1 z',
      'unknown_key 1:1 y',
      'unknown_key 5:1 x',
    ]);
  });

  test('a file of a thousand mistakes tells a hundred, the next file its own', () => {
    const many = scenario(`expected_not_contains: [${Array(1000).fill('no').join(', ')}]`);
    const tagged = scenario('x: 1').replace('name: a', 'name: b');
    expect(told([many, tagged])).toHaveLength(101);
  });

  test.each([
    ['texts', `expected_not_contains:\n${'  - no\n'.repeat(126_000)}`],
    ['placeholders', `expected_not_contains: "${'${A}'.repeat(131_000)}"\n`],
    ['tags', `expected_not_contains:\n${'  - !a\n'.repeat(10_000)}`],
  ])('a megabyte of bad %s is told like a few', (_, lines) => {
    const told = mistakes(scenario(lines));
    expect(told.length).toBeGreaterThan(1);
    expect(told.length).toBeLessThan(101);
  });

  test('several suites, each with its own names', () => {
    const loaded = loadSuites([suiteSource([scenario()]), suiteSource([scenario()], null)], {
      choice: HERMETIC,
      env: {},
      readBytes: () => ({ ok: false, error: 'no such file' }),
      noFolder: () => null,
    });
    expect(loaded.ok && loaded.value.map(({ scenarios }) => scenarios.length)).toEqual([1, 1]);
  });
});

describe('names', () => {
  test('used twice in a suite, with the first place', () => {
    const loaded = load([scenario(), scenario(), scenario()]);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([
      { code: 'duplicate_name', name: 'a', first: { file: { path: 'suite/a.yaml' } } },
      { code: 'duplicate_name', name: 'a', first: { file: { path: 'suite/a.yaml' } } },
    ]);
  });

  test('are compared as written, and only where they are texts', () => {
    expect(told([scenario(), scenario().replace('name: a', 'name: A')])).toEqual([]);
    const numbers = told(Array(2).fill(scenario().replace('name: a', 'name: 1')));
    expect(numbers.map((line) => line.split(' ')[1])).toEqual(['quote_it', 'quote_it']);
  });
});

describe('variables', () => {
  test('all that are unset, in suite and scenarios; an empty one is set', () => {
    const suite = 'target: {command: "${env.CMD}", env: {A: "${env.EMPTY}", B: "${env.X:-}"}}\n';
    const text = scenario(
      'expected_not_contains: ["${env.ONE}", "${env.TWO:-x}", "${env.toString}"]',
    );
    expect(mistakes(text, suite, { env: { EMPTY: '' } })).toEqual([
      'unset_variable 1:20 ${env.CMD}',
      'unset_variable 5:26 ${env.ONE}',
      'unset_variable 5:57 ${env.toString}',
    ]);
  });

  test('`vars`: own names and paths into them', () => {
    const vars = 'vars: {plan: {id: 1}, items: [a]}';
    expect(
      mistakes(scenario(vars, 'expected_not_contains: "${vars.plan.id} ${vars.items.0}"')),
    ).toEqual([]);
    const loaded = load([
      scenario(vars, 'expected_not_contains: ["${vars.pln}", "${vars.plan.no}"]'),
    ]);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([
      { code: 'unknown_placeholder', name: 'vars.pln', nearest: 'vars.plan' },
      { code: 'unknown_placeholder', name: 'vars.plan.no', known: ['vars.plan', 'vars.items'] },
    ]);
  });

  test('`vars` can’t build on themselves, and a suite has none', () => {
    expect(mistakes(scenario('vars: {a: 1, b: "${vars.a}", c: "${uuid}"}'))).toEqual([
      'placeholder_not_here 5:18 ${vars.a}',
    ]);
    expect(mistakes(scenario('vars: {a: 1}'), 'target: {command: "${vars.a}"}\n')).toEqual([
      'unknown_placeholder 1:20 ${vars.a}',
    ]);
  });
});

describe('upstreams', () => {
  test('that the suite does not have', () => {
    const text = scenario(
      'upstreams: {evnts: []}',
      'expected_not_contains: "${upstreams.event.url}"',
    );
    const loaded = load([text], UPSTREAM);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([
      { code: 'unknown_upstream', name: 'evnts', nearest: 'events' },
      { code: 'unknown_upstream', name: 'event', nearest: 'events' },
    ]);
    expect(mistakes(text, null)).toHaveLength(2);
  });

  test('of which nobody can tell, since the suite file is broken', () => {
    const text = scenario('upstreams: {events: []}', 'expected_not_contains: "${upstreams.x.url}"');
    expect(mistakes(text, 'target: [\n')).toEqual([expect.stringMatching(/^yaml_error/)]);
    const source = { ...suiteSource([text]), file: 'unreadable' as const };
    const context = {
      choice: HERMETIC,
      env: {},
      readBytes: () => ({ ok: false, error: '' }) as const,
      noFolder: () => null,
    };
    expect(loadSuites([source], context).ok).toBe(true);
  });

  test('whose address reaches nobody', () => {
    const suite = `${SUITE}upstreams: {events: {}, teams: {}}\n`;
    expect(mistakes(scenario(), suite)).toEqual([
      'unused_upstream 2:13 events',
      'unused_upstream 2:25 teams',
    ]);
    expect(mistakes(scenario('vars: {u: "${upstreams.teams.url}"}'), suite)).toEqual([
      'unused_upstream 2:13 events',
    ]);
    expect(mistakes(scenario(), UPSTREAM)).toEqual([]);
  });

  test('used below a misspelt key are used: the one mistake is told, no other', () => {
    const suite = UPSTREAM.replace('env:', 'evn:');
    expect(mistakes(scenario(), suite)).toEqual(['unknown_key 1:25 evn']);
    expect(mistakes(scenario('expected_contain: ["${uuid}"]'))).toEqual([
      'unknown_key 5:1 expected_contain',
    ]);
  });

  test('that only a scenario uses which is not selected now', () => {
    const suite = `${SUITE}upstreams: {events: {}, teams: {}}\n`;
    const source = {
      ...suiteSource([scenario()], suite),
      unselected: () => [sourceFile('args: {url: "${upstreams.events.url}"}', 'far.yaml')],
    };
    const loaded = loadSuites([source], {
      choice: HERMETIC,
      env: {},
      readBytes: () => ({ ok: false, error: '' }),
      noFolder: () => null,
    });
    expect(loaded.ok ? [] : tell(loaded.error)).toEqual(['unused_upstream 2:25 teams']);
  });

  test('are not called unused while a scenario can’t be read', () => {
    const suite = `${SUITE}upstreams: {events: {}}\n`;
    expect(mistakes('name: [', suite)).toEqual([expect.stringMatching(/^yaml_error/)]);
  });
});

test('an alias is a value like any other', () => {
  const text = [
    'name: a',
    'vars: &v {x: &x word}',
    'tool_sequence:',
    '  - &s {tool: t, args: *v}',
    '  - *s',
    'expected_contains: [*x, &n no]',
    'expected_not_contains: [*n]',
    '',
  ].join('\n');
  const loaded = load([text]);
  const marked = loaded.ok ? [] : loaded.error.map(({ place }) => place?.span.start ?? 0);
  const lines = marked.map((start) => positionOf(text, start).line);
  expect(lines).toEqual([6, 7]);
  expect(load([text.replaceAll('&n no', '&n none')]).ok).toBe(true);
});

test('the same text as any file name loads alike', () => {
  const source = { ...suiteSource([]), scenarios: [sourceFile(scenario(), '../x y/ü.yml')] };
  const loaded = loadSuites([source], {
    choice: HERMETIC,
    env: {},
    readBytes: () => ({ ok: false, error: '' }),
    noFolder: () => null,
  });
  expect(loaded.ok && loaded.value[0]?.scenarios[0]?.id).toBe('../x y/ü.yml');
});
