import { expect, test } from 'vitest';
import { shareOut } from './share-out.ts';

test.each([
  ['', '', '', ''],
  ['a', '', '', 'a'],
  ['', 'a', '', ''],
  ['a', 'a', 'a', ''],
  ['aab', 'abb', 'ab', 'a'],
  ['abba', 'c', '', 'abba'],
])('%j beside %j', (items, others, common, rest) => {
  expect(shareOut([...items], [...others], (item) => item)).toEqual({
    common: [...common],
    rest: [...rest],
  });
});
