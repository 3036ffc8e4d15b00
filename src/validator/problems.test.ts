import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { compileSchema } from './schema.ts';

function problemsOf(schema: JsonValue, value: JsonValue) {
  const compiled = compileSchema(schema);
  const checked = compiled.ok ? compiled.value(value) : compiled;
  if (!checked.ok) throw new Error(checked.error.detail);
  return checked.value;
}

const messages = (schema: JsonValue, value: JsonValue) =>
  problemsOf(schema, value).map(({ path, message }) => `${path} ${message}`.trim());

describe('wording', () => {
  it.each([
    [{ type: 'integer' }, 1.5, 'must be integer'],
    [{ type: ['integer', 'null'] }, 'a', 'must be integer or null'],
    [{ enum: ['a', 'b'] }, 'c', 'must be one of "a", "b"'],
    [{ enum: [1] }, 'c', 'must be 1'],
    [{ const: { a: 1 } }, 'c', 'must be {"a":1}'],
    [
      { enum: [...'abcdefghij'] },
      'z',
      'must be one of "a", "b", "c", "d", "e", "f", "g", "h", … (10 in all)',
    ],
    [{ const: 'x'.repeat(500) }, 'c', `must be "${'x'.repeat(79)}…`],
    [{ required: ['season'] }, {}, 'missing property "season"'],
    [{ additionalProperties: false }, { a: 1 }, 'unknown property "a"'],
    [{ unevaluatedProperties: false }, { a: 1 }, 'unknown property "a"'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'missing property "b", which "a" needs'],
    [
      { propertyNames: { pattern: '^a' } },
      { b: 1 },
      'property name "b" must match the pattern "^a"',
    ],
    [{ propertyNames: false }, { b: 1 }, 'property name "b" is not allowed'],
    [{ minLength: 2 }, 'a', 'must not have fewer than 2 characters'],
    [{ maximum: 2 }, 3, 'must be <= 2'],
    [{ pattern: '^a$' }, 'b', 'must match the pattern "^a$"'],
    [{ format: 'date' }, 'b', 'must be in the format "date"'],
    [{ not: { type: 'string' } }, 'b', 'is not allowed'],
    [{ oneOf: [true, true] }, 'b', 'matches more than one of the allowed schemas'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, 'must be string or null'],
    [{ oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, 1, 'must be one of "a", "b", "c"'],
  ] as [JsonValue, JsonValue, string][])('%j of %j', (schema, value, message) => {
    expect(messages(schema, value)).toEqual([message]);
  });

  it('says what came, where that is what is wrong', () => {
    const came = (schema: JsonValue, value: JsonValue) =>
      problemsOf(schema, value).map((problem) => problem.came);
    const qty = { properties: { qty: { type: 'integer' } } };
    expect(came(qty, { qty: '3' })).toEqual(['3']);
    expect(came(qty, { qty: null })).toEqual([null]);
    expect(came({ enum: ['a', 'b'] }, [1])).toEqual([[1]]);
    expect(came({ oneOf: [{ const: 'a' }, { enum: ['b'] }] }, 1)).toEqual([1]);
    // A name is wrong, or missing.
    expect(came({ required: ['a'], additionalProperties: false }, { b: 1 })).toEqual([
      undefined,
      undefined,
    ]);
    expect(came({ propertyNames: { pattern: '^a' } }, { b: 1 })).toEqual([undefined]);
    expect(came({ dependentRequired: { b: ['a'] } }, { b: 1 })).toEqual([undefined]);
  });

  it('names each place by its pointer, and all of them', () => {
    const schema = {
      properties: { 'a/b': { type: 'string' }, list: { items: { type: 'integer' } } },
      required: ['x'],
    };
    expect(messages(schema, { 'a/b': 1, list: [1, 'a', 'b'] })).toEqual([
      'missing property "x"',
      '/a~1b must be string',
      '/list/1 must be integer',
      '/list/2 must be integer',
    ]);
  });

  it('tells the causes of a union, not that no branch holds', () => {
    const shape = (kind: string, size: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, [size]: { type: 'number' } },
      required: ['kind', size],
    });
    const schema = { oneOf: [shape('circle', 'radius'), shape('square', 'side')] };
    expect(messages(schema, { kind: 'circl', radius: 1 })).toEqual([
      '/kind must be one of "circle", "square"',
      'missing property "side"',
    ]);
    expect(messages({ anyOf: [{ not: {} }, false] }, 1)).toEqual(['is not allowed']);
    expect(messages({ if: false, else: { type: 'string' } }, 1)).toEqual(['must be string']);
  });
});

describe('repetition', () => {
  it('says each thing once', () => {
    const needs = { required: ['x'] };
    expect(messages({ allOf: [needs, needs], ...needs }, {})).toEqual(['missing property "x"']);
  });

  it('does not drop that several schemas match because something else is wrong too', () => {
    expect(messages({ required: ['x'], oneOf: [true, true] }, {})).toEqual([
      'matches more than one of the allowed schemas',
      'missing property "x"',
    ]);
  });
});

describe('nearest', () => {
  const schema = {
    type: 'object',
    properties: { conference: {}, season: { enum: ['2024-25', '2025-26'] }, seasons: {} },
    additionalProperties: false,
  };

  it('is the valid name, or the valid value, that was most likely meant', () => {
    expect(problemsOf(schema, { confrence: 1 })[0]?.nearest).toBe('conference');
    expect(problemsOf(schema, { season: '2025–26' })[0]?.nearest).toBe('2025-26');
    expect(problemsOf(schema, { zzz: 1 })[0]?.nearest).toBeNull();
  });

  it('is no name that is given as well', () => {
    expect(problemsOf(schema, { seasn: 1, seasons: 1 })[0]?.nearest).toBe('season');
    expect(problemsOf(schema, { conferenc: 1, conference: 1 })[0]?.nearest).toBeNull();
  });
});

it('takes time in proportion to what is wrong', () => {
  const wrong = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { type: 'foo' }]),
  );
  const start = performance.now();
  const compiled = compileSchema({ properties: wrong });
  expect(performance.now() - start).toBeLessThan(2500);
  expect(compiled).toMatchObject({
    ok: false,
    error: { detail: expect.stringContaining('no valid schema') },
  });
});
