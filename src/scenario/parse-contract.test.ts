import { describe, expect, test } from 'vitest';
import { RULES } from '../model/contract.ts';
import { err, ok } from '../model/result.ts';
import type { LoadContext } from './load.ts';
import { load, marked, SUITE, scenario, tell } from './test-rig.ts';

const STATE = 'state: { resource: "a://state" }\n';
const EVERY = `contract:
  hints: explicit
  output_schema: required
  execution: declared
  read_only: verified
  samples: { list: {}, get: { id: 1, deep: { of: [1] } } }
  coverage: required
  baseline: lists/tools.json
  live: true
`;

/** Files by their absolute path. */
const reading = (files: Readonly<Record<string, string | Uint8Array>>): Partial<LoadContext> => ({
  readBytes: (path) => {
    const file = files[path];
    return file === undefined ? err('no such file') : ok(Buffer.from(file));
  },
});
const baseline = (text: string | Uint8Array) =>
  reading({ '/project/suite/lists/tools.json': text });

function contractOf(text: string, context: Partial<LoadContext> = {}) {
  const loaded = load([scenario()], SUITE + text, context);
  if (!loaded.ok) throw new Error(tell(loaded.error).join());
  return loaded.value.contract;
}

const refused = (contract: string, context: Partial<LoadContext> = {}) =>
  marked(scenario(), `${SUITE}${contract}`, context);

describe('a contract', () => {
  test('is read with all its rules, in their order', () => {
    const found = contractOf(STATE + EVERY, baseline('{"tools": {"list": {"title": "L"}}}'));
    expect(found?.rules.map(({ name, written }) => `${name}: ${written}`)).toEqual([
      'hints: explicit',
      'output_schema: required',
      'execution: declared',
      'read_only: verified',
      'coverage: required',
      'baseline: lists/tools.json',
    ]);
    expect(found).toMatchObject({ live: true, called: ['t'], twin: null });
    expect(found?.samples.map(({ tool, args }) => [tool, args])).toEqual([
      ['list', {}],
      ['get', { id: 1, deep: { of: [1] } }],
    ]);
    expect(found?.baseline).toEqual({
      isNew: false,
      path: 'lists/tools.json',
      absolute: '/project/suite/lists/tools.json',
      tools: { list: { title: 'L' } },
    });
  });

  test('has the rules that are written, each where it stands, and nothing by default', () => {
    const found = contractOf('contract: { coverage: required, hints: explicit }\n');
    const text = found?.place.file.text ?? '';
    const marks = found?.rules.map(({ place: { span } }) => text.slice(span.start, span.end));
    expect(marks).toEqual(['hints', 'coverage']);
    expect(found).toMatchObject({ live: false, samples: [], baseline: null });
    expect(contractOf('')).toBeNull();
  });

  test('every rule has a line in the format', () => {
    for (const rule of RULES) {
      const words = ['explicit', 'required', 'declared', 'verified', 'lists/tools.json'];
      const taken = words.filter((word) => {
        const text = `${STATE}contract: { ${rule}: ${word} }\n`;
        return refused(text, baseline('{"tools": {}}')).length === 0;
      });
      expect([rule, taken.length]).toEqual([rule, 1]);
    }
  });

  test.each([
    ['{}', 'bad_value contract'],
    ['{ samples: { t: {} }, live: true }', 'bad_value contract'],
    ['[hints]', 'wrong_type [hints]'],
    ['', 'wrong_type'],
    ['{ hints: true }', 'bad_value true'],
    ['{ hints: yes }', 'bad_value yes'],
    ['{ hints: explizit }', 'bad_value explizit'],
    ['{ coverage: 80 }', 'bad_value 80'],
    ['{ hint: explicit }', 'unknown_key hint'],
    ['{ read_only: verified }', 'missing_key read_only'],
    ['{ hints: explicit, samples: { t: {} } }', 'missing_key samples'],
    ['{ hints: explicit, live: true }', 'missing_key live'],
    ['{ hints: explicit, live: "true" }', 'wrong_type "true"'],
    ['{ baseline: "" }', 'bad_value ""'],
    ['{ baseline: gone.json }', 'no_baseline gone.json'],
  ])('%s is refused', (contract, told) => {
    expect(refused(`contract: ${contract}\n`, reading({}))).toContain(told);
  });

  test.each([
    ['[t]', 'wrong_type [t]'],
    ['{ t: [] }', 'wrong_type []'],
    ['{ t: }', 'wrong_type'],
    ['{ t: {}, t: {} }', 'duplicate_key t'],
    ['{ t: { a: "${nope}" } }', 'unknown_placeholder ${nope}'],
    ['{ t: { a: "${vars.a}" } }', 'unknown_placeholder ${vars.a}'],
    ['{ t: { a: "${env.NOPE}" } }', 'unset_variable ${env.NOPE}'],
  ])('samples: %s is refused', (samples, told) => {
    const contract = `${STATE}contract: { read_only: verified, samples: ${samples} }\n`;
    expect(refused(contract)).toContain(told);
  });

  test('samples take the placeholders of a step', () => {
    const samples = '{ t: { a: "${tmp}", b: "${uuid}", c: "${today}", d: "${run.id}" } }';
    expect(refused(`${STATE}contract: { read_only: verified, samples: ${samples} }\n`)).toEqual([]);
  });

  test('tells all that is wrong with it at once', () => {
    const both = 'contract: { read_only: verified, baseline: gone.json }\n';
    expect(refused(both, reading({}))).toEqual(['missing_key read_only', 'no_baseline gone.json']);
  });
});

describe('a baseline', () => {
  test('that is not there is to be written, but not in CI', () => {
    for (const [CI, inCi] of [
      ['true', true],
      ['0', false],
    ] as const) {
      const text = `${SUITE}contract: { baseline: gone.json }\n`;
      const loaded = load([scenario()], text, { ...reading({}), env: { CI } });
      expect(loaded.ok ? [] : loaded.error).toMatchObject([{ code: 'no_baseline', inCi }]);
    }
  });

  const contract = 'contract: { baseline: lists/tools.json }\n';

  test.each([
    ['{"tools": {}}', 0],
    ['{"tools": {"__proto__": {}}, "more": 1}', 1],
  ])('%s is one', (text, count) => {
    expect(Object.keys(contractOf(contract, baseline(text))?.baseline?.tools ?? {})).toHaveLength(
      count,
    );
  });

  test.each([
    '',
    'tools: {}',
    '{"tools": [',
    '[]',
    'null',
    '{}',
    '{"tools": []}',
    '{"tools": null}',
  ])('%j is none', (text) => {
    expect(refused(contract, baseline(text))).toEqual(['file_unreadable lists/tools.json']);
  });

  test('that begins with a mark of its bytes, or is not UTF-8', () => {
    expect(refused(contract, baseline('\ufeff{"tools": {}}'))).toEqual([]);
    expect(
      refused(contract, baseline(Buffer.from('{"tools": {"caf\xe9": {}}}', 'latin1'))),
    ).toEqual(['file_unreadable lists/tools.json']);
  });
});

describe('rules that must fail on a twin', () => {
  const twin = (...mustFail: readonly string[]) =>
    `contract: { hints: explicit, coverage: required }\ntwins: { b: { env: { BROKEN: b }, must_fail: [${mustFail.join(', ')}] } }\n`;

  test('are rules of this contract', () => {
    expect(refused(twin('contract.hints', 'contract.coverage', 'a'))).toEqual([]);
    expect(refused(twin('contract.hint', 'contract.baseline', 'contract', 'hints'))).toEqual([
      'unknown_rule contract.hint',
      'unknown_rule contract.baseline',
      'unknown_rule contract',
      'unknown_rule hints',
    ]);
    const loaded = load([scenario()], SUITE + twin('contract.hint'));
    expect(loaded.ok ? [] : loaded.error).toMatchObject([
      { known: ['contract.hints', 'contract.coverage', 'contract.list'] },
    ]);
  });

  test('do not change the names that scenarios may have', () => {
    const named = scenario().replace('name: a', 'name: contract.baseline');
    expect(marked(named, SUITE + twin('contract.baseline'))).toEqual([]);
  });
});
