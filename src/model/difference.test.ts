import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, MAX_DIFFERENCES } from './difference.ts';
import type { JsonValue } from './json.ts';
import { matchesPartly } from './partial-match.ts';
import { valueAt } from './pointer.ts';

type Told = readonly [path: string, expected: JsonValue | undefined, actual: JsonValue | undefined];

function told(expected: JsonValue, actual: JsonValue, partial: boolean): Told[] {
  return differences(expected, actual, partial).map(
    ({ path, expected: one, actual: other }): Told => [path, one, other],
  );
}

const json = fc.json().map((text): JsonValue => JSON.parse(text));

describe('differences', () => {
  it.each<[JsonValue, JsonValue, Told[]]>([
    [{ a: 1 }, { a: 1, b: 2 }, []],
    [
      { a: 1, b: 2 },
      { b: 3 },
      [
        ['/a', 1, undefined],
        ['/b', 2, 3],
      ],
    ],
    [{ a: null }, {}, [['/a', null, undefined]]],
    [[1, { a: 1 }], [1, { a: 1, b: 2 }], []],
    [[1], [1, 2], [['/1', undefined, 2]]],
    [[1, 2], [1], [['/1', 2, undefined]]],
    [[], {}, [['', [], {}]]],
    [{}, null, [['', {}, null]]],
    [{ a: {} }, { a: [] }, [['/a', {}, []]]],
    [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, [['/a~1b/~0', 1, 2]]],
    ['3', 3, [['', '3', 3]]],
    [{ toString: null }, {}, [['/toString', null, undefined]]],
  ])('partly, %j and %j', (expected, actual, found) => {
    expect(told(expected, actual, true)).toEqual(found);
  });

  it.each<[JsonValue, JsonValue, Told[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: 1 }, { a: 1, b: null }, [['/b', undefined, null]]],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, [['/a/0/c', undefined, 2]]],
    [
      { a: 1, b: 2 },
      { b: 3, c: 4 },
      [
        ['/a', 1, undefined],
        ['/b', 2, 3],
        ['/c', undefined, 4],
      ],
    ],
    [[], [0], [['/0', undefined, 0]]],
  ])('wholly, %j and %j', (expected, actual, found) => {
    expect(told(expected, actual, false)).toEqual(found);
  });

  it('knows `__proto__` as a key like any other', () => {
    const one: JsonValue = JSON.parse('{"__proto__":{"a":1}}');
    expect(told(one, {}, true)).toEqual([['/__proto__', { a: 1 }, undefined]]);
    expect(told({}, one, false)).toEqual([['/__proto__', undefined, { a: 1 }]]);
    expect(told(one, one, false)).toEqual([]);
  });

  it('tells the first of many', () => {
    const many = Array.from({ length: 1000 }, (_, at) => at);
    const found = told(many, [], true);
    expect(found).toHaveLength(MAX_DIFFERENCES);
    expect(found.at(-1)).toEqual([`/${MAX_DIFFERENCES - 1}`, MAX_DIFFERENCES - 1, undefined]);
  });

  it('finds none exactly where a partial match holds', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(differences(one, other, true).length === 0).toBe(matchesPartly(one, other));
        expect(differences(one, structuredClone(one), false)).toEqual([]);
      }),
    );
  });

  it('finds none between two values exactly when they are equal, whichever comes first', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const there = differences(one, other, false);
        expect(there.length).toBe(differences(other, one, false).length);
        expect(there.length === 0).toBe(matchesPartly(one, other) && matchesPartly(other, one));
      }),
    );
  });

  it('says what stands at each of its pointers', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        for (const { path, expected, actual } of differences(one, other, false)) {
          expect(valueAt(one, path)).toEqual(expected);
          expect(valueAt(other, path)).toEqual(actual);
          expect(expected).not.toEqual(actual);
        }
      }),
    );
  });
});
