import { describe, expect, test } from 'vitest';
import type { DeclarationProblem } from '../model/execution.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { readDeclaration } from './declaration.ts';
import { each, KEY, parsed, under } from './test-rig.ts';

const GOOD = { schemaVersion: 1, llm: 'never', externalApi: 'never' };
const read = (tool: JsonObject) => readDeclaration(tool, KEY);
const unknown = (problem: DeclarationProblem) => ({
  llm: 'unknown',
  externalApi: 'unknown',
  providers: [],
  problems: [problem],
});

describe('a declaration as it should be', () => {
  test.each(['never', 'conditional', 'always', 'unknown'])('%s, without a problem', (word) => {
    expect(read(under({ ...GOOD, llm: word }))).toEqual({
      llm: word,
      externalApi: 'never',
      providers: [],
      problems: [],
    });
    expect(read(under({ ...GOOD, externalApi: word, externalApiProviders: [] }))).toEqual({
      llm: 'never',
      externalApi: word,
      providers: [],
      problems: [],
    });
  });

  test.each(['conditional', 'always', 'unknown'])('%s, with providers', (externalApi) => {
    const externalApiProviders = ['mailchimp', 'stripe'];
    expect(read(under({ ...GOOD, externalApi, externalApiProviders }))).toEqual({
      llm: 'never',
      externalApi,
      providers: ['mailchimp', 'stripe'],
      problems: [],
    });
  });

  test('beside other members, everywhere', () => {
    const tool = { name: 'a', _meta: { other: { ...GOOD, llm: 'x' }, [KEY]: { ...GOOD, x: 1 } } };
    expect(read({ ...tool, llm: 'always', annotations: { llm: 'always' } })).toEqual(
      read(under(GOOD)),
    );
  });
});

describe('nothing under the key: unknown', () => {
  const ABSENT: Record<string, JsonObject> = {
    'nothing at all': {},
    'no _meta': { name: 'a', inputSchema: { type: 'object' }, annotations: { title: 'llm' } },
    'a null for _meta': { _meta: null },
    'an empty _meta': { _meta: {} },
    'other members of _meta': { _meta: { other: { schemaVersion: 1 }, more: 'never', llms: null } },
    'the execution of the protocol itself': { execution: { taskSupport: 'optional' } },
    'deeper than anybody looks': { annotations: { a: { b: GOOD } } },
    'in a list': { _meta: { other: [GOOD] }, annotations: [GOOD] },
    'in a schema': { inputSchema: { properties: { llm: { type: 'string' } } } },
    'under a name of another case': { _meta: { [KEY.toUpperCase()]: null } },
  };
  test.each(Object.entries(ABSENT))('%s', (_, tool) => {
    expect(read(tool)).toEqual(unknown({ code: 'absent' }));
  });

  test('nor are inherited members read', () => {
    for (const key of ['constructor', 'toString', '__proto__'])
      expect(readDeclaration({ _meta: {} }, key)).toEqual(unknown({ code: 'absent' }));
    expect(
      readDeclaration(parsed(`{"_meta": {"__proto__": ${JSON.stringify(GOOD)}}}`), 'llm'),
    ).toEqual(unknown({ code: 'misplaced', path: ['_meta', '__proto__'], key: 'llm' }));
    expect(
      readDeclaration(parsed(`{"_meta": {"__proto__": ${JSON.stringify(GOOD)}}}`), '__proto__')
        .problems,
    ).toEqual([]);
  });
});

describe('in the wrong place: unknown, and where it is', () => {
  const only = [{ llm: 'never' }, { externalApi: 'never' }];
  const MISPLACED: [readonly string[], (value: JsonObject) => JsonObject][] = [
    [[], (value) => value],
    [[KEY], (value) => ({ [KEY]: value })],
    [['execution'], (value) => ({ name: 'a', execution: value })],
    [['annotations'], (annotations) => ({ annotations })],
    [['annotations', KEY], (value) => ({ annotations: { title: 'a', [KEY]: value } })],
    [['annotations', '_meta'], (_meta) => ({ annotations: { _meta } })],
    [['annotations', '_meta', KEY], (value) => ({ annotations: { _meta: { [KEY]: value } } })],
    [['_meta'], (_meta) => ({ _meta })],
    [['_meta', 'execution'], (execution) => ({ _meta: { other: 1, execution } })],
    [
      ['_meta', 'com.example/Execution'],
      (value) => ({ _meta: { 'com.example/Execution': value } }),
    ],
  ];
  test.each(MISPLACED)('%j', (path, tool) => {
    for (const value of [GOOD, ...only])
      expect(read(tool(value))).toEqual(unknown({ code: 'misplaced', path, key: KEY }));
  });
});

const NO_OBJECTS: readonly JsonValue[] = [null, true, false, 0, 1, '', 'never', [], [GOOD]];

describe('no object: unknown', () => {
  test.each(each(NO_OBJECTS))('%j under the key', (found) => {
    expect(read(under(found))).toEqual(unknown({ code: 'malformed', found }));
  });

  test.each(each(NO_OBJECTS.slice(1)))('%j for _meta', (found) => {
    expect(read({ _meta: found })).toEqual(unknown({ code: 'meta_malformed', found }));
  });
});

describe('of no known version: unknown', () => {
  test.each([0, 2, -1, 1.5, 1e308])('%j', (found) => {
    const tool = under({ ...GOOD, schemaVersion: found });
    expect(read(tool)).toEqual(unknown({ code: 'version_unknown', found }));
  });

  test.each(each<JsonValue>([null, true, '1', '', 'one', [1], { major: 1 }]))('%j', (found) => {
    const tool = under({ ...GOOD, schemaVersion: found });
    expect(read(tool)).toEqual(unknown({ code: 'version_malformed', found }));
  });

  test('none', () => {
    const tool = under({ llm: 'never', externalApi: 'never' });
    expect(read(tool)).toEqual(unknown({ code: 'version_missing' }));
  });
});

describe.each(['llm', 'externalApi'] as const)(
  'a bad %s: unknown, the other one counts',
  (field) => {
    const other = field === 'llm' ? 'externalApi' : 'llm';
    const expected = (problem: DeclarationProblem) => ({
      [field]: 'unknown',
      [other]: 'never',
      providers: [],
      problems: [problem],
    });

    test('missing', () => {
      const tool = under({ schemaVersion: 1, [other]: 'never' });
      expect(read(tool)).toEqual(expected({ code: 'field_missing', field }));
    });

    test('misspelt', () => {
      const near = `${field}s`;
      const tool = under({ schemaVersion: 1, [other]: 'never', [near]: 'never' });
      expect(read(tool)).toEqual(expected({ code: 'field_missing', field, near }));
    });

    test.each<JsonValue>([
      ...[null, true, false, 0, 1, [], ['never'], {}, { never: true }],
      ...['true', 'false', 'False', 'TRUE'],
    ])('malformed: %j', (found) => {
      const tool = under({ ...GOOD, [field]: found });
      expect(read(tool)).toEqual(expected({ code: 'field_malformed', field, found }));
    });

    test.each([
      ...[
        '',
        ' ',
        'Never',
        'NEVER',
        ' never',
        'never ',
        'never\n',
        'nеver',
        'none',
        'no',
        'sometimes',
      ],
      ...['falsely', 'untrue', 'never,always', 'toString', '0'],
    ])('an unknown word: %j', (found) => {
      const tool = under({ ...GOOD, [field]: found });
      expect(read(tool)).toEqual(expected({ code: 'unknown_word', field, found }));
    });
  },
);

describe('providers', () => {
  const MALFORMED: readonly JsonValue[] = [
    ...[
      null,
      true,
      1,
      '',
      'mailchimp',
      {},
      { mailchimp: true },
      [''],
      [null],
      [1],
      [['mailchimp']],
    ],
    ...[
      ['mailchimp', 1],
      [null, 'mailchimp'],
      ['mailchimp', ''],
    ],
  ];
  test.each(each(MALFORMED))('malformed: %j; none is read, the word counts', (found) => {
    const tool = under({ ...GOOD, externalApi: 'conditional', externalApiProviders: found });
    expect(read(tool)).toEqual({
      llm: 'never',
      externalApi: 'conditional',
      providers: [],
      problems: [{ code: 'providers_malformed', found }],
    });
  });

  test.each(each(MALFORMED))(
    'malformed beside never: %j; then the word does not count',
    (found) => {
      expect(read(under({ ...GOOD, externalApiProviders: found }))).toEqual({
        llm: 'never',
        externalApi: 'unknown',
        providers: [],
        problems: [{ code: 'providers_malformed', found }],
      });
    },
  );

  test('named beside never: the word does not count', () => {
    expect(read(under({ ...GOOD, externalApiProviders: ['mailchimp'] }))).toEqual({
      llm: 'never',
      externalApi: 'unknown',
      providers: ['mailchimp'],
      problems: [{ code: 'never_with_providers', providers: ['mailchimp'] }],
    });
  });
});

test('every problem is told, in one order', () => {
  const tool = under({ schemaVersion: 1, externalApiProviders: 7, externalApi: 'false' });
  expect(read(tool).problems).toEqual([
    { code: 'field_missing', field: 'llm' },
    { code: 'field_malformed', field: 'externalApi', found: 'false' },
    { code: 'providers_malformed', found: 7 },
  ]);
});
