import { expect, test } from 'vitest';
import { shareOut } from './share-out.ts';

test.each<[string, string, string, [own: string, first: string, second: string]]>([
  ['nothing', '', '', ['', '', '']],
  ['the same', 'aab', 'aba', ['aababa', '', '']],
  ['more in the second', 'a', 'aab', ['aa', '', 'ab']],
  ['more in the first', 'aac', 'a', ['aa', 'ac', '']],
  ['nothing in common', 'a', 'b', ['', 'a', 'b']],
])('%s', (_, first, second, [own, alone, late]) => {
  expect(shareOut([...first], [...second], (letter) => letter)).toEqual({
    own: [...own],
    first: [...alone],
    second: [...late],
  });
});
