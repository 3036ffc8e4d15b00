import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { checkArguments } from './arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: { message: { type: 'string' }, count: { type: 'integer' } },
  required: ['message'],
};

function problems(args: JsonObject): string[] {
  const checked = checkArguments(SCHEMA, args);
  if (!checked.ok) throw new Error(checked.error.detail);
  return checked.value.map(({ message }) => message);
}

test('an argument that nobody declared is named when a required one is missing', () => {
  expect(problems({ msg: 'hi' })).toEqual(['missing property "message"', 'unknown property "msg"']);
  expect(problems({ mesage: 'hi' })).toEqual([
    'missing property "message"',
    'unknown property "mesage"',
  ]);
});

test('and with all that is required as well', () => {
  expect(problems({ message: 'hi', colour: 'red' })).toEqual(['unknown property "colour"']);
  expect(problems({ message: 'hi', cuont: 1 })).toEqual(['unknown property "cuont"']);
});

describe('a hostile schema', () => {
  test('of many definitions and references costs no product of the two', () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `d${index}`);
    const checked = checkArguments(
      {
        $defs: Object.fromEntries(names.map((name) => [name, true])),
        allOf: names.slice(-300).map((name) => ({ $ref: `#/$defs/${name}` })),
      },
      { a: 1 },
    );
    expect(checked).toEqual({ ok: true, value: [] });
  }, 20_000);

  test('that takes too long to look through is at fault', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`${'abcdefgh'.repeat(20)}${index}`, true]),
    );
    const args = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`${'abcdefgi'.repeat(20)}${index}`, 1]),
    );
    const checked = checkArguments({ properties }, args, 300);
    expect(checked).toEqual({ ok: false, error: { detail: 'not checked within 300 ms' } });
  }, 20_000);

  test('with a great many branches overflows no stack', () => {
    const checked = checkArguments({ anyOf: [true, ...Array(200_000).fill(7)] }, { a: 1 });
    expect(checked.ok).toBe(false);
  }, 20_000);
});
