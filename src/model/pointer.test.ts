import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from './json.ts';
import { partingOf, valueAt, without } from './pointer.ts';

const PLANS: JsonValue = {
  plans: [{ id: 'a', at: 1 }, { id: 'b' }, 'c'],
  'a/b': 1,
  'm~n': 2,
  '~1': 3,
  '': 4,
  now: null,
};

describe('valueAt', () => {
  it.each<[string, JsonValue | undefined]>([
    ['', PLANS],
    ['/plans/0/id', 'a'],
    ['/plans/2', 'c'],
    ['/a~1b', 1],
    ['/m~0n', 2],
    ['/~01', 3],
    ['/', 4],
    ['/now', null],
    ['/plan', undefined],
    ['/plans/3', undefined],
    ['/plans/-', undefined],
    ['/plans/00', undefined],
    ['/plans/ 1', undefined],
    ['/plans/length', undefined],
    ['/plans/2/0', undefined],
    ['/now/x', undefined],
    ['/toString', undefined],
    ['/__proto__', undefined],
    ['plans', undefined],
    ['#/plans', undefined],
  ])('%j', (pointer, found) => {
    expect(valueAt(PLANS, pointer)).toEqual(found);
  });
});

describe('without', () => {
  it.each<[JsonValue, readonly string[], JsonValue]>([
    [{ a: 1, b: 2 }, ['/a'], { b: 2 }],
    [{ a: { b: 1, c: 2 } }, ['/a/b'], { a: { c: 2 } }],
    [{ a: { b: 1, c: 2 } }, ['/a/b', '/a'], {}],
    [{ a: { b: 1, c: 2 } }, ['/a/b', '/a/c'], { a: {} }],
    [['a', 'b', 'c'], ['/1'], ['a', 'c']],
    // Each says where it stands in the whole.
    [['a', 'b', 'c'], ['/0', '/1'], ['c']],
    [['a', 'b', 'c'], ['/1', '/0'], ['c']],
    [[{ a: 1, b: 2 }], ['/0/a'], [{ b: 2 }]],
    [{ 'a/b': 1, 'm~n': 2 }, ['/a~1b', '/m~0n'], {}],
    [{ a: 1 }, ['/b', '/a/c', '/a/0'], { a: 1 }],
    [['a'], ['/00', '/-', '/length', '/1'], ['a']],
    [{ a: null }, ['/a/b'], { a: null }],
    [{ a: 1 }, [], { a: 1 }],
    [{ a: 1 }, ['', 'a'], { a: 1 }],
    ['text', ['/0'], 'text'],
    [null, ['/a'], null],
    // `*`: whatever stands there.
    [{ rows: [{ id: 1, at: 2 }, { at: 3 }] }, ['/rows/*/at'], { rows: [{ id: 1 }, {}] }],
    [{ x: { at: 1, b: 2 }, y: { at: 3 } }, ['/*/at'], { x: { b: 2 }, y: {} }],
    [{ a: [1, 2], b: 3 }, ['/*'], {}],
    [{ a: [[1, 2], [3]] }, ['/a/*/0', '/a/1'], { a: [[2]] }],
    [{ 'a*': 1 }, ['/a*', '/**'], {}],
  ])('%j without %j', (value, pointers, rest) => {
    const before = structuredClone(value);
    expect(without(value, pointers)).toEqual(rest);
    expect(value).toEqual(before);
  });

  it('knows `__proto__` as a key like any other', () => {
    const value: JsonValue = JSON.parse('{"__proto__":{"a":1,"b":2}}');
    expect(JSON.stringify(without(value, ['/__proto__/a']))).toBe('{"__proto__":{"b":2}}');
  });

  it('leaves nothing at a pointer to a key, and all else as it was', () => {
    const key = fc.constantFrom('a', 'b', '/', '~');
    const { value: values } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.dictionary(key, tie('value'))),
    }));
    fc.assert(
      fc.property(values, fc.array(key, { minLength: 1, maxLength: 3 }), (any, path) => {
        const value = any as JsonValue;
        const pointer = path
          .map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`)
          .join('');
        const rest = without(value, [pointer]);
        expect(valueAt(rest, pointer)).toBeUndefined();
        if (valueAt(value, pointer) === undefined) expect(rest).toEqual(value);
      }),
    );
  });
});

describe('where a pointer that finds nothing parts from the value', () => {
  const value = { rows: [{ 'a/b': 1 }], none: null };
  it.each([
    ['/row', '', 'row', ['rows', 'none'], ''],
    ['/rows/1', '/rows', '1', ['0'], ''],
    ['/rows/0/ab/c', '/rows/0', 'ab', ['a/b'], '/c'],
    ['/row/0/a~1b', '', 'row', ['rows', 'none'], '/0/a~1b'],
    ['/rows/0/a~1b/c', '/rows/0/a~1b', 'c', [], ''],
    ['/none/x', '/none', 'x', [], ''],
    ['/toString', '', 'toString', ['rows', 'none'], ''],
  ])('%s', (pointer, found, wanted, keys, rest) => {
    expect(partingOf(value, pointer)).toEqual({ found, wanted, keys, rest });
  });

  it.each(['', '/rows', '/none', 'rows'])('is nowhere: %j', (pointer) => {
    expect(partingOf(value, pointer)).toBeNull();
  });
});
