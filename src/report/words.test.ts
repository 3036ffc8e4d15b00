import { expect, test } from 'vitest';
import { allOf, duration, grouped, oneOf, plural, someOf } from './words.ts';

test.each([
  [0.4, '0 ms'],
  [999.6, '1 s'],
  [1234, '1.2 s'],
  [30_000, '30 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('duration of %d', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('counts and lists', () => {
  expect(grouped(1_234_567)).toBe('1,234,567');
  expect([plural(1, 'error'), plural(1000, 'error')]).toEqual(['1 error', '1,000 errors']);
  expect(someOf(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  expect(oneOf(['a'])).toBe('a');
  expect(oneOf(['a', 'b', 'c'])).toBe('a, b or c');
  expect(allOf(['a', 'b'])).toBe('a and b');
});
