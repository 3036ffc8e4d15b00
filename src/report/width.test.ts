import { expect, test } from 'vitest';
import { fitWidth, widthOf } from './width.ts';

test.each([
  ['abc', 3],
  ['東京', 4],
  ['cafe\u0301', 4],
  ['😀', 2],
])('%s', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test('fitWidth cuts by columns', () => {
  expect(fitWidth('short', 5)).toBe('short');
  expect(fitWidth('longer', 5)).toBe('long…');
  expect(fitWidth('東京都', 5)).toBe('東京…');
});
