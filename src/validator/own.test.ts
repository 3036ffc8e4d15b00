import { describe, expect, it } from 'vitest';
import { compileOwn } from './own.ts';

const validate = compileOwn({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  role: 'scenario',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, role: 'name' },
    repeat: { notYet: true },
    list: { type: 'array', items: { type: ['string', 'integer'], role: 'needle' } },
    'a/b~c': { type: 'object', additionalProperties: { type: 'string' } },
    vars: { type: 'object', propertyNames: { type: 'string', pattern: '^[a-z]+$' } },
  },
});

describe('compileOwn', () => {
  it('finds nothing in a valid value', () => {
    expect(validate({ name: 'a', list: ['x', 1] })).toEqual([]);
  });

  it('gives every breach with keyword, params and the schema that holds it', () => {
    const errors = validate({ nmae: 'a', list: [true] });
    expect(errors.map(({ keyword }) => keyword)).toEqual([
      'required',
      'additionalProperties',
      'type',
    ]);
    expect(errors[0]?.params).toEqual({ missingProperty: 'name' });
    expect(errors[1]?.params).toEqual({ additionalProperty: 'nmae' });
    expect(errors[1]?.parentSchema.role).toBe('scenario');
    expect(errors[2]?.parentSchema.role).toBe('needle');
  });

  it('decodes the path, and gives numbers in arrays only', () => {
    const errors = validate({ name: 'a', list: ['x', true], 'a/b~c': { '0': 1 } });
    expect(errors.map(({ instancePath }) => instancePath)).toEqual([
      ['list', 1],
      ['a/b~c', '0'],
    ]);
  });

  it('knows keys that are not built yet', () => {
    const errors = validate({ name: 'a', repeat: { times: 5 } });
    expect(errors.map(({ keyword, instancePath }) => [keyword, instancePath])).toEqual([
      ['notYet', ['repeat']],
    ]);
  });

  it('names the property whose name is wrong', () => {
    const errors = validate({ name: 'a', vars: { B: 1 } });
    expect(errors.map(({ keyword, params }) => [keyword, params.propertyName])).toEqual([
      ['pattern', 'B'],
      ['propertyNames', 'B'],
    ]);
  });

  it('does not take what every object inherits for a given key', () => {
    const strict = compileOwn({
      type: 'object',
      required: ['toString'],
      properties: { constructor: { type: 'string' } },
    });
    expect(strict({}).map(({ keyword }) => keyword)).toEqual(['required']);
  });

  it('allows a branch that only names keys of its parent', () => {
    const either = compileOwn({
      type: 'object',
      properties: { a: {}, b: {} },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    });
    expect(either({ b: 1 })).toEqual([]);
  });

  it('throws on a mistake in the schema itself', () => {
    expect(() => compileOwn({ type: 'string', minlength: 1 })).toThrow('minlength');
  });
});
