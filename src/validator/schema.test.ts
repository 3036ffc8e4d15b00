import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { compileSchema } from './schema.ts';

const D7 = 'http://json-schema.org/draft-07/schema';
const D2019 = 'https://json-schema.org/draft/2019-09/schema';
const D2020 = 'https://json-schema.org/draft/2020-12/schema';

function problemsOf(schema: JsonValue, value: JsonValue): string[] {
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new Error(compiled.error.detail);
  const checked = compiled.value(value);
  if (!checked.ok) throw new Error(checked.error.detail);
  return checked.value.map(({ path, message }) => `${path} ${message}`.trim());
}

function faultOf(schema: JsonValue, value: JsonValue = {}): string {
  const compiled = compileSchema(schema);
  if (!compiled.ok) return compiled.error.detail;
  const checked = compiled.value(value);
  return checked.ok ? 'no fault' : checked.error.detail;
}

describe('dialects', () => {
  const pair = [{ type: 'string' }];
  const broken = ['/0 must be string'];

  it('takes 2020-12 when the schema names none', () => {
    expect(problemsOf({ prefixItems: pair }, [1])).toEqual(broken);
    expect(
      problemsOf({ properties: { a: {} }, unevaluatedProperties: false }, { a: 1, b: 2 }),
    ).toEqual(['unknown property "b"']);
  });

  it.each([D2020, `${D2020}#`])('%s knows prefixItems', ($schema) => {
    expect(problemsOf({ $schema, prefixItems: pair }, [1])).toEqual(broken);
  });

  it.each([D7, `${D7}#`, D7.replace('http:', 'https:')])(
    '%s knows items as a list, and no prefixItems',
    ($schema) => {
      expect(problemsOf({ $schema, items: pair }, [1])).toEqual(broken);
      expect(problemsOf({ $schema, prefixItems: pair }, [1])).toEqual([]);
    },
  );

  it('knows 2019-09', () => {
    expect(
      problemsOf({ $schema: D2019, properties: {}, unevaluatedProperties: false }, { b: 2 }),
    ).toEqual(['unknown property "b"']);
    expect(problemsOf({ $schema: D2019, prefixItems: pair }, [1])).toEqual([]);
  });

  it.each(['http://json-schema.org/draft-04/schema#', 'https://example.com/mine', '', 7])(
    'refuses %s',
    ($schema) => {
      expect(faultOf({ $schema })).toBe(`unknown dialect: $schema is ${JSON.stringify($schema)}`);
    },
  );
});

describe('hostile and broken schemas', () => {
  it.each([
    { $async: true, type: 'object', required: ['a'] },
    { type: 'object', $ref: '#/$defs/a', $defs: { a: { $async: true, required: ['a'] } } },
    { anyOf: [{ $async: 1 }] },
  ])('refuses $async, at the top or below', (schema) => {
    expect(faultOf(schema)).toBe('"$async" is not allowed');
  });

  it.each([
    [null, 'a schema must be an object or a boolean'],
    [[], 'a schema must be an object or a boolean'],
    ['x', 'a schema must be an object or a boolean'],
    [{ type: 'strin' }, 'no valid schema: /type must be one of'],
    [
      { properties: { a: { required: true } } },
      'no valid schema: /properties/a/required must be array',
    ],
    [{ pattern: '(' }, 'Invalid regular expression: /(/: Unterminated group'],
    [{ $ref: 'http://127.0.0.1:1/x.json' }, "can't resolve reference http://127.0.0.1:1/x.json"],
    [{ $ref: '#/$defs/none' }, "can't resolve reference #/$defs/none"],
  ] as [JsonValue, string][])('says what is wrong with %j', (schema, detail) => {
    expect(faultOf(schema)).toContain(detail);
  });

  it('ends a pattern that backtracks for ever, and calls the value undecided', () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' } } };
    const before = performance.now();
    expect(faultOf(schema, { a: `${'a'.repeat(60)}!` })).toContain('within 1000 ms');
    expect(performance.now() - before).toBeLessThan(5000);
    expect(problemsOf(schema, { a: 'b' })).toHaveLength(1);
  });

  it('survives a schema and a value that are nested too deeply', () => {
    let schema: JsonValue = {};
    for (let depth = 0; depth < 20_000; depth += 1) schema = { not: schema };
    expect(faultOf(schema)).toBe('nested too deeply');
    let value: JsonValue = [];
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(faultOf({ items: { $ref: '#' } }, value)).toBe('nested too deeply');
  });

  it('keeps schemas apart: an $id of one is unknown to the other, and may come twice', () => {
    const mine = { $id: 'https://x.test/a', type: 'object', properties: { a: { type: 'string' } } };
    expect(problemsOf(mine, { a: 1 })).toHaveLength(1);
    expect(problemsOf({ ...mine, required: ['b'] }, {})).toHaveLength(1);
    expect(faultOf({ $ref: 'https://x.test/a' })).toContain("can't resolve reference");
  });

  it('compiles equal schemas once, whatever the verdict', () => {
    const make = () => ({ type: 'object', title: 'cached' });
    expect(compileSchema(make())).toBe(compileSchema(make()));
    expect(compileSchema({ $async: true })).toBe(compileSchema({ $async: true }));
  });
});

describe('lenience', () => {
  const printed = vi.fn();

  beforeEach(() => {
    printed.mockReset();
    for (const method of ['log', 'info', 'warn', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation(printed);
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('knows the usual formats and passes over the others in silence', () => {
    expect(problemsOf({ format: 'date' }, '2026-13-01')).toEqual(['must be in the format "date"']);
    expect(problemsOf({ format: 'colour' }, 'x')).toEqual([]);
    expect(printed).not.toHaveBeenCalled();
  });

  it('passes over unknown keywords in silence', () => {
    expect(
      problemsOf({ 'x-order': 1, id: 'urn:old', example: 'a', minItems: 2 }, [1]),
    ).toHaveLength(1);
    expect(printed).not.toHaveBeenCalled();
  });

  it('reads a pattern that is valid without the unicode flag only', () => {
    expect(problemsOf({ pattern: '^[\\w-.]+$' }, 'a-b.c')).toEqual([]);
    expect(problemsOf({ pattern: '^[\\w-.]+$' }, 'a b')).toHaveLength(1);
    expect(problemsOf({ pattern: '^.$' }, '😀')).toEqual([]);
  });

  it('takes true and false for schemas', () => {
    expect(problemsOf(true, 1)).toEqual([]);
    expect(problemsOf(false, 1)).toEqual(['is not allowed']);
  });

  it('does not take what every object inherits for a given property', () => {
    expect(problemsOf({ required: ['toString'] }, {})).toEqual(['missing property "toString"']);
    expect(problemsOf({ properties: { constructor: { type: 'string' } } }, {})).toEqual([]);
  });
});
