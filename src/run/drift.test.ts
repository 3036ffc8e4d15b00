import { expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { driftOf } from './drift.ts';

/** Of a step that found the state like this, before and after its call; null: it found none. */
const stepOf = (tool: string, state: readonly [JsonValue, JsonValue] | null, calls = 1) => ({
  tool,
  calls,
  state: state === null ? null : { before: state[0], after: state[1] },
});
const last = (value: JsonValue) => ({ value, raw: null });
const drifts = (...args: Parameters<typeof driftOf>) => driftOf(...args).map(({ tool }) => tool);

test('a state that only calls change does not drift', () => {
  expect(drifts([], last(1))).toEqual([]);
  expect(drifts([stepOf('a', [1, 2]), stepOf('b', [2, 2])], last(2))).toEqual([]);
  expect(drifts([stepOf('a', [1, 2])], null)).toEqual([]);
});

test('a change between two calls is the earlier one’s, and behind the last its own', () => {
  expect(driftOf([stepOf('a', [1, 1]), stepOf('b', [2, 2])], last(3))).toEqual([
    { tool: 'a', code: 'changed_late', differences: [{ path: '', expected: 1, actual: 2 }] },
    { tool: 'b', code: 'changed_late', differences: [{ path: '', expected: 2, actual: 3 }] },
  ]);
});

test('one that was called and not looked at may have done it; one that was not called has not', () => {
  const seen = stepOf('a', [1, 1]);
  expect(drifts([seen, stepOf('b', null), stepOf('c', [2, 2])], last(2))).toEqual(['b']);
  expect(drifts([seen, stepOf('b', null, 0), stepOf('c', [2, 2])], last(2))).toEqual(['a']);
});

test('what the value does not say counts as well', () => {
  const raw = { before: 'json', after: 'json' };
  const step = { tool: 'a', calls: 1, state: { before: 1, after: 1, raw } };
  expect(drifts([step], { value: 1, raw: 'text' })).toEqual(['a']);
  expect(drifts([step], { value: 1, raw: 'json' })).toEqual([]);
});
