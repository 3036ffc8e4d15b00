import { describe, expect, test } from 'vitest';
import type { ObservationProblem } from '../model/execution.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { readObservation } from './observation.ts';
import { each, KEY, parsed, under } from './test-rig.ts';

const GOOD = { schemaVersion: 1, llmInvoked: false, externalApiAttempted: false };
const read = (result: JsonObject) => readObservation(result, KEY);
const UNTOLD = {
  ...{ kind: 'absent', llmInvoked: null, externalApiAttempted: null },
  ...{ isError: false, problems: [] },
};
const PRESENT = { kind: 'present', isError: false } as const;
const unread = (problem: ObservationProblem) => ({
  ...UNTOLD,
  kind: 'present',
  problems: [problem],
});

describe('an observation as it should be', () => {
  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('%j, %j', (llmInvoked, externalApiAttempted) => {
    const observation = { schemaVersion: 1, llmInvoked, externalApiAttempted };
    expect(read(under(observation))).toEqual({
      ...PRESENT,
      llmInvoked,
      externalApiAttempted,
      problems: [],
    });
  });

  test('beside other members, everywhere', () => {
    const other = { ...GOOD, llmInvoked: true };
    const meta = { other, [KEY]: { ...GOOD, more: 1 } };
    expect(read({ _meta: meta, structuredContent: other, ...other })).toEqual(read(under(GOOD)));
  });

  test('of an error result, too', () => {
    expect(read({ ...under(GOOD), isError: true })).toEqual({
      ...read(under(GOOD)),
      isError: true,
    });
  });
});

test('without a result there is none to expect', () => {
  expect(readObservation(null, KEY)).toEqual({ ...UNTOLD, kind: 'no_result' });
});

describe('absent', () => {
  const ABSENT: Record<string, JsonObject> = {
    'nothing at all': {},
    'an empty _meta': { content: [], _meta: {} },
    'a null for _meta': { _meta: null },
    'other members of _meta': { _meta: { progressToken: 1, other: { schemaVersion: 1 } } },
    'as text': { content: [{ type: 'text', text: JSON.stringify(GOOD) }] },
    'content that is no list': {
      content: { 0: { _meta: { [KEY]: null } } },
      structuredContent: [],
    },
    'a list of odd blocks': { content: [null, 7, [GOOD], 'llmInvoked'] },
    'a declaration in its place': { _meta: { other: { llm: 'never', externalApi: 'never' } } },
    'deeper than anybody looks': { structuredContent: { a: { b: GOOD } } },
  };
  test.each(Object.entries(ABSENT))('%s', (_, result) => expect(read(result)).toEqual(UNTOLD));

  test('inherited members are not read', () => {
    for (const key of ['constructor', '__proto__'])
      expect(readObservation({ _meta: {} }, key)).toEqual(UNTOLD);
  });
});

describe('in the wrong place: not read, and where it is', () => {
  const only = [{ llmInvoked: true }, { externalApiAttempted: true }];
  const MISPLACED: [readonly string[], (value: JsonObject) => JsonObject][] = [
    [[], (value) => ({ ...value, content: [] })],
    [[KEY], (value) => ({ [KEY]: value })],
    [['_meta'], (_meta) => ({ _meta })],
    [['_meta', 'execution'], (execution) => ({ _meta: { execution } })],
    [['structuredContent'], (value) => ({ structuredContent: { ...value, id: 7 } })],
    [['structuredContent', KEY], (value) => ({ structuredContent: { [KEY]: value } })],
    [['structuredContent', '_meta', KEY], (value) => ({ structuredContent: under(value) })],
    [['content', '1'], (value) => ({ content: [{ type: 'text' }, { type: 'text', ...value }] })],
    [['content', '0', '_meta', KEY], (value) => ({ content: [{ type: 'text', ...under(value) }] })],
  ];
  test.each(MISPLACED)('%j', (path, result) => {
    for (const value of [GOOD, ...only])
      expect(read(result(value))).toEqual(unread({ code: 'misplaced', path, key: KEY }));
  });
});

describe('not readable at all', () => {
  const NO_OBJECTS: readonly JsonValue[] = [null, true, false, 0, '', 'false', [], [GOOD]];
  test.each(each(NO_OBJECTS))('%j under the key', (found) => {
    expect(read(under(found))).toEqual(unread({ code: 'malformed', found }));
  });

  test.each(each(NO_OBJECTS.slice(1)))('%j for _meta', (found) => {
    expect(read({ _meta: found })).toEqual(unread({ code: 'meta_malformed', found }));
  });

  test('of another version, or none', () => {
    const of = (schemaVersion: JsonValue) => read(under({ ...GOOD, schemaVersion }));
    expect(of(2)).toEqual(unread({ code: 'version_unknown', found: 2 }));
    expect(of('1')).toEqual(unread({ code: 'version_malformed', found: '1' }));
    const none = parsed(JSON.stringify({ ...GOOD, schemaVersion: undefined }));
    expect(read(under(none))).toEqual(unread({ code: 'version_missing' }));
  });
});

describe.each(['llmInvoked', 'externalApiAttempted'] as const)('a bad %s is null', (field) => {
  const other = field === 'llmInvoked' ? 'externalApiAttempted' : 'llmInvoked';

  test.each(each<JsonValue>([null, 0, 1, '', 'false', 'true', 'never', [], [false], {}]))(
    'malformed: %j; the other one counts',
    (found) => {
      for (const value of [true, false])
        expect(read(under({ ...GOOD, [field]: found, [other]: value }))).toEqual({
          ...PRESENT,
          [field]: null,
          [other]: value,
          problems: [{ code: 'field_malformed', field, found }],
        });
    },
  );

  test('missing', () => {
    expect(read(under({ schemaVersion: 1, [other]: true }))).toEqual({
      ...PRESENT,
      [field]: null,
      [other]: true,
      problems: [{ code: 'field_missing', field }],
    });
  });
});

test.each([
  ['externalApiAttemted', 'externalApiAttemted'],
  ['external_api_attempted', 'external_api_attempted'],
  ['other', undefined],
])('a flag that is missing may be the misspelt %s, which is not read', (name, near) => {
  const { externalApiAttempted, problems } = read(
    under({ schemaVersion: 1, llmInvoked: false, [name]: true }),
  );
  expect(externalApiAttempted).toBeNull();
  const more = near === undefined ? {} : { near };
  expect(problems).toEqual([{ code: 'field_missing', field: 'externalApiAttempted', ...more }]);
});

test('both problems are told, in one order', () => {
  expect(read(under({ schemaVersion: 1, externalApiAttempted: 0 }))).toEqual({
    ...UNTOLD,
    kind: 'present',
    problems: [
      { code: 'field_missing', field: 'llmInvoked' },
      { code: 'field_malformed', field: 'externalApiAttempted', found: 0 },
    ],
  });
});
