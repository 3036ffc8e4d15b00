import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { compileSchema } from './schema.ts';
import { admitsAll } from './vacuous.ts';

const VACUOUS: readonly JsonValue[] = [
  ...[true, {}, { $comment: 'a', title: 'b', default: 1 }],
  ...[{ required: [] }, { dependentRequired: { a: [] } }, { dependentSchemas: { a: {} } }],
  ...[{ properties: {} }, { properties: { a: {}, b: true } }, { patternProperties: { a: {} } }],
  ...[{ additionalProperties: true }, { unevaluatedProperties: {} }, { propertyNames: {} }],
  ...[{ items: {} }, { prefixItems: [true, {}] }, { unevaluatedItems: true }],
  ...[{ allOf: [{}, true] }, { anyOf: [{ type: 'string' }, {}] }, { oneOf: [{}] }],
  ...[{ not: false }, { not: { not: {} } }, { if: { type: 'string' }, else: {} }],
  ...[{ minProperties: 0, minItems: 0, minLength: 0 }, { uniqueItems: false }],
  ...[{ contains: { type: 'string' }, minContains: 0 }],
  { type: ['null', 'boolean', 'object', 'array', 'number', 'string'] },
  { $ref: '#/$defs/a', $defs: { a: { properties: { b: { $ref: '#/$defs/a' } } } } },
  { properties: { a: { $ref: '#' } } },
];

const ASKING: readonly JsonValue[] = [
  ...[false, { type: 'object' }, { type: ['object', 'array', 'string', 'number', 'null'] }],
  ...[{ required: ['a'] }, { dependentRequired: { a: ['b'] } }, { properties: { a: false } }],
  ...[{ properties: { a: {}, b: { items: { type: 'string' } } } }, { additionalProperties: false }],
  ...[{ allOf: [{}, { const: 1 }] }, { anyOf: [{ const: 1 }] }, { oneOf: [{}, {}] }],
  ...[{ not: {} }, { not: { const: 1 } }, { if: {}, else: false }],
  ...[{ minProperties: 1 }, { maxItems: 9 }, { uniqueItems: true }, { contains: {} }],
  ...[{ contains: {}, minContains: 0, maxContains: 1 }, { enum: [1] }, { pattern: 'a' }],
  { $ref: '#/$defs/a', $defs: { a: { const: 1 } } },
];

test.each(VACUOUS)('asks nothing: %j', (schema) => expect(admitsAll(schema)).toBe(true));
test.each(ASKING)('asks something: %j', (schema) => expect(admitsAll(schema)).toBe(false));

test('what asks nothing takes any value', () => {
  const any = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
  const plain = VACUOUS.filter((schema) => !JSON.stringify(schema).includes('$ref'));
  const one = fc.constantFrom(...plain);
  const nested = fc.tuple(one, one).map(([a, b]): JsonObject => ({ properties: { a, b } }));
  fc.assert(
    fc.property(fc.oneof(one, nested), any, (schema, value) => {
      const compiled = compileSchema(schema);
      expect(compiled.ok && compiled.value(value)).toEqual({ ok: true, value: [] });
    }),
  );
});
