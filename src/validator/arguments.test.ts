import { expect, test } from 'vitest';
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

test('with all that is required, only a slip of the fingers is', () => {
  expect(problems({ message: 'hi', colour: 'red' })).toEqual([]);
  expect(problems({ message: 'hi', cuont: 1 })).toEqual(['unknown property "cuont"']);
});
