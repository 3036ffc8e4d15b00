import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from './json.ts';
import { matchesPartly } from './partial-match.ts';

describe('matchesPartly', () => {
  it.each<[JsonValue, JsonValue | undefined]>([
    [{}, { a: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }],
    [[], []],
    [
      [1, { a: 1 }],
      [1, { a: 1, b: 2 }],
    ],
    [null, null],
    [{ a: null }, { a: null }],
    ['', ''],
    [0, -0],
  ])('%j matches %j', (expected, actual) => {
    expect(matchesPartly(expected, actual)).toBe(true);
  });

  it.each<[JsonValue, JsonValue | undefined]>([
    [{ a: 1 }, {}],
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { a: { c: 1 } }],
    [{}, []],
    [{}, null],
    [{}, 'text'],
    [{ length: 1 }, ['a']],
    [{ toString: null }, {}],
    [[1], [1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [[], null],
    [1, true],
    [null, undefined],
    ['a', 'A'],
  ])('%j does not match %j', (expected, actual) => {
    expect(matchesPartly(expected, actual)).toBe(false);
  });

  it('knows `__proto__` as a key like any other', () => {
    const parsed: JsonValue = JSON.parse('{"__proto__":{"a":1}}');
    expect(matchesPartly(parsed, parsed)).toBe(true);
    expect(matchesPartly(parsed, {})).toBe(false);
  });

  it('holds for any value and itself, and gives an answer for any two', () => {
    const json = fc.json().map((text): JsonValue => JSON.parse(text));
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(matchesPartly(one, structuredClone(one))).toBe(true);
        expect(typeof matchesPartly(one, other)).toBe('boolean');
      }),
    );
  });

  it('does not go deeper than what is expected', () => {
    const deep: JsonValue = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(matchesPartly([], deep)).toBe(false);
    expect(matchesPartly({ a: {} }, { a: { deep } })).toBe(true);
  });
});
