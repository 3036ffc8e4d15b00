import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { valueText } from './value-text.ts';

test.each<[JsonValue, string]>([
  [null, 'null'],
  [-1.5, '-1.5'],
  ['a"b\n', '"a\\"b\\n"'],
  [[], '[]'],
  [{}, '{}'],
  [{ a: [1, { b: 'c' }], 'd e': null }, '{"a":[1,{"b":"c"}],"d e":null}'],
  ['0123456789'.repeat(5), `"${'0123456789'.repeat(3)}012345678…`],
  [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    '[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,…',
  ],
  [[[[['0123456789'.repeat(5)]]]], '[[[["01234567890123456789012345678901234…'],
])('case %#', (value, text) => {
  expect(valueText(value, 40)).toBe(text);
});

test('what fits is the JSON itself, and all else its beginning', () => {
  const json = fc.json({ maxDepth: 6 }).map((text): JsonValue => JSON.parse(text));
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 60 }), (value, limit) => {
      const whole = JSON.stringify(value);
      const text = valueText(value, limit);
      if (whole.length <= limit) expect(text).toBe(whole);
      else expect(text.length).toBeLessThanOrEqual(limit + 1);
    }),
  );
});
