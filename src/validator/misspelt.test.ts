import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { checkArguments } from './arguments.ts';
import { misspeltArguments } from './misspelt.ts';

const properties = { conference: { type: 'string' }, max_results: { type: 'integer' }, id: {} };
const found = (schema: JsonValue, args: JsonObject) =>
  misspeltArguments(schema, args).map(({ path, message, nearest }) => [path, message, nearest]);

describe('misspeltArguments', () => {
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

  it.each([
    ['declared', { conference: 'a', max_results: 1 }],
    ['like no declared name', { trace: 1, q: 1, max: 1, timezone: 1 }],
    ['like one that is given as well', { conference: 'a', conference2: 'b' }],
  ])('is quiet for names that are %s', (_, args) => {
    expect(found({ properties }, args)).toEqual([]);
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
  ])('is quiet where other names are welcome or unknown: %j', (open) => {
    expect(found({ properties, ...open }, { confrence: 'a' })).toEqual([]);
  });

  it('is quiet without declared names, and for what is no object', () => {
    expect(found({}, { confrence: 'a' })).toEqual([]);
    expect(found({ type: 'object', properties: {} }, { confrence: 'a' })).toEqual([]);
    expect(misspeltArguments(true, 'a')).toEqual([]);
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
        expect(misspeltArguments({ properties: object }, given)).toEqual([]);
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
        { path: '', message: 'unknown property "confrence"', nearest: 'conference' },
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
