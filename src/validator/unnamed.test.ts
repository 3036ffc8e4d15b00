import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { checkArguments } from './arguments.ts';
import { unnamedArguments } from './unnamed.ts';

const properties = { conference: { type: 'string' }, max_results: { type: 'integer' }, id: {} };
const found = (schema: JsonValue, args: JsonObject) =>
  unnamedArguments(schema, args).map(({ path, message, nearest }) => [path, message, nearest]);

describe('unnamedArguments', () => {
  it.each([
    ['confrence', 'conference'],
    ['confernece', 'conference'],
    ['Conference', 'conference'],
    ['maxResults', 'max_results'],
    ['max-result', 'max_results'],
    ['ids', 'id'],
  ])('takes %s for a slip', (name, nearest) => {
    expect(found({ properties }, { [name]: 1 })).toEqual([
      ['', `unknown property "${name}"`, nearest],
    ]);
  });

  it('is quiet for names that are declared', () => {
    expect(found({ properties }, { conference: 'a', max_results: 1 })).toEqual([]);
  });

  it.each([
    ['count', null],
    ['max', null],
    ['results', 'max_results'],
    ['Maximum_results', 'max_results'],
  ])('takes no name that the schema does not have: %s', (name, nearest) => {
    expect(unnamedArguments({ properties }, { [name]: 1 })).toEqual([
      {
        ...{ path: '', message: `unknown property "${name}"`, nearest },
        known: ['conference', 'max_results', 'id'],
      },
    ]);
  });

  it('does not offer what is given as well', () => {
    expect(found({ properties }, { conference: 'a', conference2: 'b' })).toEqual([
      ['', 'unknown property "conference2"', null],
    ]);
  });

  it('takes nothing for a tool whose schema names no argument', () => {
    const none = { type: 'object', properties: {} };
    expect(found(none, { count: 3 })).toEqual([['', 'unknown property "count"', null]]);
    expect(found(none, {})).toEqual([]);
  });

  it('takes an inner object that names no member for one of any members', () => {
    const inner = { properties: { any: { type: 'object', properties: {} } } };
    expect(found(inner, { any: { count: 3 } })).toEqual([]);
  });

  it.each([
    { additionalProperties: true },
    { additionalProperties: {} },
    { additionalProperties: { type: 'string' } },
    { unevaluatedProperties: true },
    { patternProperties: { '^x-': {} } },
    { anyOf: [{ additionalProperties: true }] },
    { $ref: 'https://x.test/elsewhere' },
    { $dynamicRef: '#somewhere' },
    { $ref: '#anchor' },
    { allOf: [{ additionalProperties: true }] },
    { oneOf: [{ $ref: '#/$defs/open' }], $defs: { open: { patternProperties: { '^x-': {} } } } },
    { anyOf: [{ const: { confrence: 'a', count: 3 } }, {}] },
    { enum: [{ confrence: 'a', count: 3 }] },
    { propertyNames: { pattern: '^[a-z]+$' } },
  ])('is quiet where other names are welcome or unknown: %j', (open) => {
    expect(found({ properties, ...open }, { confrence: 'a', count: 3 })).toEqual([]);
  });

  it.each([
    { anyOf: [{ properties }, { type: 'object' }] },
    { oneOf: [{ properties }, {}] },
    { anyOf: [{ properties }, true] },
    { anyOf: [{ properties }, { $ref: '#/$defs/any' }], $defs: { any: { type: 'object' } } },
    { if: { required: ['id'] }, else: { properties } },
    { anyOf: [{ properties }, { type: ['object', 'null'] }] },
    { anyOf: [{ allOf: [{ minProperties: 1 }] }, { properties }] },
  ])('takes slips alone where an alternative takes any object: %j', (schema) => {
    expect(found(schema, { count: 3 })).toEqual([]);
    expect(found(schema, { confrence: 'a' })).toHaveLength(1);
  });

  it.each([
    { properties, anyOf: [{ required: ['id'] }, { required: ['conference'] }] },
    { properties, anyOf: [{ type: 'object' }, {}] },
    { anyOf: [{ properties }, { type: 'null' }, false] },
    { oneOf: [{ properties }, { properties: { name: {} } }] },
    { allOf: [{ properties }, { type: 'object' }] },
    { $ref: '#/$defs/it', $defs: { it: { properties } } },
    { properties, not: { required: ['id', 'conference'] } },
  ])('takes no name that no part of the schema has: %j', (schema) => {
    expect(found(schema, { count: 3 })).toEqual([['', 'unknown property "count"', null]]);
  });

  it('takes slips alone where branches differ on an inner object', () => {
    const schema = (filter: JsonValue) => ({
      oneOf: [{ properties: { filter: { properties } } }, { properties: { filter } }],
    });
    expect(found(schema({ type: 'object' }), { filter: { count: 3 } })).toEqual([]);
    expect(found(schema({ type: 'string' }), { filter: { count: 3 } })).toHaveLength(1);
    const list = { anyOf: [{ items: { properties } }, { type: 'array' }] };
    expect(found({ properties: { list } }, { list: [{ count: 3 }] })).toEqual([]);
  });

  it('is quiet without declared names, and for what is no object', () => {
    expect(found({}, { confrence: 'a' })).toEqual([]);
    expect(found({ type: 'object', required: ['id'] }, { count: 3 })).toEqual([]);
    expect(unnamedArguments(true, 'a')).toEqual([]);
  });

  it('does not take "additionalProperties: false" of one branch for all', () => {
    const schema = { properties, anyOf: [{ additionalProperties: false }, {}] };
    expect(found(schema, { confrence: 'a' })).toHaveLength(1);
  });

  it.each([
    { properties, allOf: [{ properties: { conferences: {} } }] },
    { properties, anyOf: [{ properties: { conferences: {} } }, {}] },
    { properties, if: false, else: { properties: { conferences: {} } } },
    { properties, dependentSchemas: { id: { properties: { conferences: {} } } } },
    { properties, required: ['conferences'] },
    { properties, dependentRequired: { conferences: ['id'] } },
    { properties, dependencies: { id: ['conferences'] } },
    { properties, $ref: '#/$defs/more', $defs: { more: { properties: { conferences: {} } } } },
  ])('knows the names that other parts of the schema declare: %j', (schema) => {
    expect(found(schema, { conferences: 1 })).toEqual([]);
    expect(found(schema, { conferncs: 1 })).toHaveLength(1);
  });

  it('looks into nested objects and lists, through references', () => {
    const filter = { type: 'object', properties: { season: {} } };
    const schema = {
      properties: {
        'a/b': { $ref: '#/$defs/Fil~1ter' },
        list: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/Fil~1ter' }, { type: 'null' }] } },
        pair: { prefixItems: [{}, filter] },
      },
      $defs: { 'Fil/ter': filter },
    };
    const slip = { seasn: 1 };
    expect(found(schema, { 'a/b': slip, list: [{ season: 1 }, slip], pair: [slip, slip] })).toEqual(
      [
        ['/a~1b', 'unknown property "seasn"', 'season'],
        ['/list/1', 'unknown property "seasn"', 'season'],
        ['/pair/1', 'unknown property "seasn"', 'season'],
      ],
    );
  });

  it('leaves alone what is referred to from a document within the document', () => {
    const G = { type: 'object', properties: { q: {} } };
    const inner = { $id: 'in.json', properties: { a: { $ref: '#/$defs/G' } }, $defs: { G } };
    const schema = { properties: { f: inner }, $defs: { G: { properties: { z: {} } } } };
    expect(found(schema, { f: { a: { q: 1 } } })).toEqual([]);
  });

  it('ends on a schema that contains itself', () => {
    const schema = { properties: { child: { $ref: '#' }, name: {} }, allOf: [{ $ref: '#' }] };
    expect(found(schema, { child: { child: { nmae: 1 } } })).toEqual([
      ['/child/child', 'unknown property "nmae"', 'name'],
    ]);
  });

  it('never complains about arguments that hold declared names only', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(names, fc.boolean(), (declared, all) => {
        const object = Object.fromEntries(declared.map((name) => [name, {}]));
        const given = all ? object : Object.fromEntries(Object.entries(object).slice(0, 1));
        expect(unnamedArguments({ properties: object }, given)).toEqual([]);
      }),
    );
  });
});

describe('checkArguments', () => {
  it('gives what the schema refuses and the slips that it lets pass', () => {
    expect(checkArguments({ properties }, { confrence: 'a', max_results: 'b' })).toEqual({
      ok: true,
      value: [
        { path: '/max_results', message: 'must be integer', came: 'b', nearest: null },
        {
          ...{ path: '', message: 'unknown property "confrence"', nearest: 'conference' },
          known: ['conference', 'max_results', 'id'],
        },
      ],
    });
  });

  it('says once what both find', () => {
    const checked = checkArguments({ properties, additionalProperties: false }, { confrence: 'a' });
    expect(checked.ok && checked.value).toHaveLength(1);
  });

  it('passes a fault of the schema on', () => {
    expect(checkArguments({ $async: true }, {}).ok).toBe(false);
    expect(checkArguments({ pattern: '(' }, {}).ok).toBe(false);
  });
});
