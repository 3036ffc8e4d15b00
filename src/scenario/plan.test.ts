import { describe, expect, test } from 'vitest';
import { err } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import { type SelectContext, type Selection, selectSuites } from './plan.ts';
import { HERMETIC, load, SUITE, scenario, tell } from './test-rig.ts';

const ALL: Selection = {
  grep: null,
  tags: [],
  notTags: [],
  override: null,
  judge: null,
  judgeModel: null,
  ...HERMETIC,
  timeoutMs: null,
  strictProtocol: false,
  list: false,
};
const NODE = { option: '--command' as const, command: 'node', args: ['-e', ''], cwd: '/here' };

const CONTEXT: SelectContext = { env: {}, readBytes: () => err('nothing there') };

function suite(text: string | null, ...tags: readonly (readonly string[])[]): Suite {
  const files = tags.map((list, n) =>
    scenario(`tags: [${list}]`).replace('name: a', `name: Name ${n}`),
  );
  const loaded = load(files, text);
  if (!loaded.ok) throw new Error(tell(loaded.error).join('\n'));
  return loaded.value;
}

const ONE = suite(SUITE, ['x'], ['x', 'y'], []);

function selected(selection: Partial<Selection>, suites: readonly Suite[] = [ONE]) {
  const result = selectSuites(suites, { ...ALL, ...selection }, CONTEXT);
  return result.ok
    ? result.value.flatMap(({ scenarios }) => scenarios.map(({ name }) => name))
    : result.error;
}

describe('filters', () => {
  test.each([
    [{}, ['Name 0', 'Name 1', 'Name 2']],
    [{ grep: 'name 1' }, ['Name 1']],
    [{ grep: 'SUITE/B' }, ['Name 1']],
    [{ tags: ['x'] }, ['Name 0', 'Name 1']],
    [{ tags: ['y', 'z'] }, ['Name 1']],
    [{ notTags: ['y'] }, ['Name 0', 'Name 2']],
    [{ tags: ['x'], notTags: ['y'] }, ['Name 0']],
    [{ grep: 'name', tags: ['x'], notTags: ['x', 'z'] }, null],
  ])('%j', (selection, names) => {
    const { grep = null, tags = [], notTags = [] } = selection as Partial<Selection>;
    const filters = [
      ...(grep === null ? [] : [`--grep ${grep}`]),
      ...tags.map((tag) => `--tag ${tag}`),
      ...notTags.map((tag) => `--not-tag ${tag}`),
    ];
    const nothing = [{ code: 'no_match', filters, total: 3, place: null }];
    expect(selected(selection)).toEqual(names ?? nothing);
  });

  test('a tag is a whole word, its case counts', () => {
    expect(selected({ tags: ['X'] })).toMatchObject([{ code: 'no_match' }]);
    expect(selected({ notTags: [''] })).toHaveLength(3);
  });

  test('a suite of which nothing is left is left out', () => {
    const other = { ...suite(SUITE, ['z']), path: 'other' };
    const result = selectSuites([ONE, other], { ...ALL, tags: ['z'] }, CONTEXT);
    expect(result.ok && result.value.map(({ path }) => path)).toEqual(['other']);
  });

  test('no scenario at all', () => {
    expect(selected({}, [])).toEqual([{ code: 'no_match', filters: [], total: 0, place: null }]);
  });
});

describe('the target', () => {
  const homeless = { ...suite(null, ['z']), path: 'nowhere' };

  test('is missing without a suite file, if a scenario of it is selected', () => {
    const missing = [{ code: 'no_suite', path: 'nowhere', place: null }];
    expect(selected({}, [ONE, homeless])).toEqual(missing);
    expect(selected({ tags: ['x'] }, [ONE, homeless])).toEqual(['Name 0', 'Name 1']);
    expect(selected({ override: NODE }, [homeless])).toEqual(['Name 0']);
  });

  test('a suite without one stays: its scenarios are skipped, and say so', () => {
    expect(selected({}, [suite('timeout_ms: 5\n', [])])).toEqual(['Name 0']);
  });

  test('named by --command keeps what the suite gives to its own', () => {
    const text = 'target: {command: a, args: [b], cwd: c, env: {D: e}, pass_env: [F]}\n';
    const result = selectSuites([suite(text, [])], { ...ALL, override: NODE }, CONTEXT);
    expect(result.ok && result.value[0]?.target).toEqual({
      place: null,
      value: {
        ...{ transport: 'stdio', command: 'node', args: ['-e', ''], env: { D: 'e' } },
        ...{ passEnv: ['F'], cwd: '.', baseDir: '/here' },
      },
    });
  });

  test('named by --command is for one suite, as selected', () => {
    const other = { ...suite(SUITE, ['z']), path: 'other' };
    expect(selected({ override: NODE }, [ONE, other])).toEqual([
      { code: 'several_suites', option: '--command', suites: ['suite', 'other'], place: null },
    ]);
    expect(selected({ override: NODE, tags: ['z'] }, [ONE, other])).toEqual(['Name 0']);
  });
});
