import { describe, expect, test } from 'vitest';
import {
  type Breach,
  DEFAULT_METADATA_KEY,
  type Declaration,
  type Declared,
  type Policy,
  type WrittenPolicy,
} from '../model/execution.ts';
import { admits, merge } from './decide.ts';

const DEFAULTS: Policy = {
  llm: 'allow',
  externalApi: 'allow',
  unknown: 'fail',
  observation: 'optional',
  metadataKey: 'com.santurcesoftware/execution',
};

describe('two policies', () => {
  test('none at all demands nothing', () => {
    expect(merge(null, null)).toBe(null);
  });

  test('of one without keys all is at its default', () => {
    for (const policy of [merge({}, null), merge(null, {}), merge({}, {})])
      expect(policy).toEqual(DEFAULTS);
    expect(DEFAULT_METADATA_KEY).toBe(DEFAULTS.metadataKey);
  });

  const SUITE: WrittenPolicy = { llm: 'never', externalApi: ['a'], metadataKey: 'x/y' };
  const OTHER: Policy = {
    llm: 'allow',
    externalApi: 'never',
    unknown: 'allow',
    observation: 'required',
    metadataKey: 'z',
  };

  test('one alone keeps what it has', () => {
    expect(merge(SUITE, null)).toEqual({ ...DEFAULTS, ...SUITE });
    expect(merge(null, SUITE)).toEqual({ ...DEFAULTS, ...SUITE });
  });

  test('a scenario overrides, key by key; a list replaces a list', () => {
    expect(merge(SUITE, OTHER)).toEqual(OTHER);
    expect(merge(OTHER, SUITE)).toEqual({ ...OTHER, ...SUITE });
    expect(merge(SUITE, { llm: 'allow' })).toEqual({ ...DEFAULTS, ...SUITE, llm: 'allow' });
    expect(merge(SUITE, { externalApi: ['b'] })?.externalApi).toEqual(['b']);
    expect(merge(SUITE, { externalApi: [] })?.externalApi).toEqual([]);
  });
});

const declares = (parts: Partial<Declaration>): Declaration => ({
  llm: 'unknown',
  externalApi: 'unknown',
  providers: [],
  problems: [],
  ...parts,
});
const NONE = null;
const USE: Breach = { code: 'declared_use' };
const UNDECLARED: Breach = { code: 'undeclared' };
const UNNAMED: Breach = { code: 'providers_unnamed' };
const outside = (...names: string[]): Breach => ({ code: 'providers_outside', outside: names });

/** What each word comes to under `unknown: fail`, and under `unknown: allow`. */
const LLM: [Policy['llm'], Declared, Breach | null, Breach | null][] = [
  ['never', 'never', NONE, NONE],
  ['never', 'conditional', USE, USE],
  ['never', 'always', USE, USE],
  ['never', 'unknown', UNDECLARED, NONE],
  ['allow', 'never', NONE, NONE],
  ['allow', 'conditional', NONE, NONE],
  ['allow', 'always', NONE, NONE],
  ['allow', 'unknown', NONE, NONE],
];

test.each(LLM)('llm: %s, declared %s', (demanded, declared, failing, allowing) => {
  for (const [unknown, breach] of [['fail', failing] as const, ['allow', allowing] as const]) {
    const policy: Policy = { ...DEFAULTS, llm: demanded, unknown };
    const expected = breach && { dimension: 'llm', declared, demanded: 'never', ...breach };
    expect(admits(policy, declares({ llm: declared }))).toEqual(expected ? [expected] : []);
  }
});

type ApiCase = [Policy['externalApi'], Declared, string[], Breach | null, Breach | null];
const used = (word: 'conditional' | 'always'): ApiCase[] => [
  ['allow', word, [], NONE, NONE],
  ['allow', word, ['z'], NONE, NONE],
  ['never', word, [], USE, USE],
  ['never', word, ['a'], USE, USE],
  [[], word, [], UNNAMED, NONE],
  [[], word, ['a'], outside('a'), outside('a')],
  [['a', 'b'], word, [], UNNAMED, NONE],
  [['a', 'b'], word, ['a'], NONE, NONE],
  [['a', 'b'], word, ['b', 'a'], NONE, NONE],
  [['a', 'b'], word, ['a', 'z', 'b', 'y'], outside('z', 'y'), outside('z', 'y')],
  [['a', 'b'], word, ['A'], outside('A'), outside('A')],
  [['never'], word, ['a'], outside('a'), outside('a')],
];
const API: ApiCase[] = [
  ['allow', 'never', [], NONE, NONE],
  ['allow', 'unknown', [], NONE, NONE],
  ['never', 'never', [], NONE, NONE],
  ['never', 'unknown', [], UNDECLARED, NONE],
  [['a'], 'never', [], NONE, NONE],
  [[], 'never', [], NONE, NONE],
  [['a'], 'unknown', [], UNDECLARED, NONE],
  [['a'], 'unknown', ['a'], UNDECLARED, NONE],
  [[], 'unknown', [], UNDECLARED, NONE],
  ...used('conditional'),
  ...used('always'),
];

test.each(API)(
  'external_api: %j, declared %s of %j',
  (demanded, declared, providers, ...breaches) => {
    for (const [at, unknown] of (['fail', 'allow'] as const).entries()) {
      const policy: Policy = { ...DEFAULTS, externalApi: demanded, unknown };
      const breach = breaches[at];
      const expected = breach && { dimension: 'external_api', declared, demanded, ...breach };
      const declaration = declares({ externalApi: declared, providers });
      expect(admits(policy, declaration)).toEqual(expected ? [expected] : []);
    }
  },
);

test('each dimension is told', () => {
  const policy: Policy = { ...DEFAULTS, llm: 'never', externalApi: 'never' };
  const declaration = declares({ llm: 'always' });
  expect(admits(policy, declaration)).toEqual([
    { dimension: 'llm', declared: 'always', demanded: 'never', code: 'declared_use' },
    { dimension: 'external_api', declared: 'unknown', demanded: 'never', code: 'undeclared' },
  ]);
  expect(admits(null, declaration)).toEqual([]);
});
