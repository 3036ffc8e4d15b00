import { expect, test } from 'vitest';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import { valueAt } from '../model/pointer.ts';
import { compileSchema } from '../validator/schema.ts';
import { publicSchema } from './public-schema.ts';
import { schemaOf } from './schema.ts';

function check(kind: 'scenario' | 'suite', value: JsonValue): string[] {
  const compiled = compileSchema(publicSchema(schemaOf(kind)));
  if (!compiled.ok) throw new Error(compiled.error.detail);
  const problems = compiled.value(value);
  if (!problems.ok) throw new Error(problems.error.detail);
  return problems.value.map(({ path, message }) => `${path} ${message}`);
}

const STEP = { tool: 'find_events' };
const SCENARIO = { name: 'a', tool_sequence: [STEP], expected_contains: ['x'] };

test('takes what a run takes', () => {
  expect(check('scenario', SCENARIO)).toEqual([]);
  expect(check('suite', { target: { command: 'node' }, isolation: 'suite' })).toEqual([]);
});

const CONTRACT = {
  ...{ hints: 'explicit', output_schema: 'required', execution: 'declared' },
  ...{ read_only: 'verified', samples: { find_events: { limit: 1 } }, live: true },
  ...{ coverage: 'required', baseline: 'tools.json' },
};

test('takes a contract with all its rules, and with one', () => {
  expect(check('suite', { contract: CONTRACT })).toEqual([]);
  for (const [rule, word] of Object.entries(CONTRACT)) {
    if (rule !== 'samples' && rule !== 'live') {
      expect(check('suite', { contract: { [rule]: word } })).toEqual([]);
    }
  }
});

test.each<[string, 'scenario' | 'suite', JsonValue]>([
  ['a rule that is none', 'suite', { contract: { ...CONTRACT, hint: 'explicit' } }],
  ['a word that is none', 'suite', { contract: { ...CONTRACT, hints: 'required' } }],
  ['a rule as a flag', 'suite', { contract: { coverage: true } }],
  ['samples in a list', 'suite', { contract: { ...CONTRACT, samples: ['find_events'] } }],
  ['a sample that is no map', 'suite', { contract: { ...CONTRACT, samples: { t: [] } } }],
  ['a contract in a scenario', 'scenario', { ...SCENARIO, contract: CONTRACT }],
  ['a key that is not built', 'scenario', { ...SCENARIO, known_failure: { reason: 'x' } }],
  ['one in a step', 'scenario', { ...SCENARIO, tool_sequence: [{ ...STEP, save: {} }] }],
  ['a value that is not built', 'suite', { judge: { votes: 3 } }],
  ['all but one value', 'suite', { protocol: '2025-11-25' }],
  ['a misspelt key', 'scenario', { ...SCENARIO, expected_contain: ['x'] }],
])('refuses %s', (_, kind, value) => {
  expect(check(kind, value)).not.toEqual([]);
});

/** The properties of a schema by their paths, and of those below it. */
function described(schema: JsonValue, root: JsonValue, at: string): [string, boolean][] {
  if (!isJsonObject(schema)) return [];
  const { $ref: ref } = schema;
  const target = typeof ref === 'string' ? valueAt(root, ref.slice(1)) : undefined;
  const { properties, additionalProperties } = {
    ...(isJsonObject(target) ? target : {}),
    ...schema,
  };
  const below = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(
    ([key, each]): [string, boolean][] => [
      [`${at}/${key}`, isJsonObject(each) && typeof each.description === 'string'],
      ...described(each, root, `${at}/${key}`),
    ],
  );
  return [...below, ...described(additionalProperties ?? null, root, `${at}/NAME`)];
}

test('tells editors what each key of a suite and a scenario is for, and those of its parts', () => {
  const parts = /^\/(contract|policy|twins|repeat|metadata|network)\/|^\/[^/]+$/;
  for (const kind of ['scenario', 'suite'] as const) {
    const schema = publicSchema(schemaOf(kind));
    const keys = described(schema, schema, '').filter(([path]) => parts.test(path));
    expect(keys.length).toBeGreaterThan(15);
    expect(keys.flatMap(([path, isTold]) => (isTold ? [] : [path]))).toEqual([]);
  }
});

test('holds no word that other validators do not know', () => {
  const words = JSON.stringify([schemaOf('scenario'), schemaOf('suite')].map(publicSchema));
  expect(words).not.toMatch(/"(notYet|role|besides)":/);
});

test('our own schemas are valid ones', () => {
  for (const kind of ['scenario', 'suite'] as const) {
    expect(compileSchema(schemaOf(kind)).ok).toBe(true);
    expect(isJsonObject(schemaOf(kind).$defs)).toBe(true);
  }
});
