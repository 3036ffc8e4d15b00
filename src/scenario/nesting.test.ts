import { describe, expect, test } from 'vitest';
import { read } from './test-rig.ts';

describe('depth', () => {
  const at = (depth: number, open: string, close: string, middle = 'x') =>
    open.repeat(depth) + middle + close.repeat(depth);
  const indented = (depth: number) =>
    Array.from({ length: depth }, (_, n) => `${' '.repeat(n)}a:\n`).join('');

  test.each([
    ['lists', at(64, '[', ']')],
    ['maps', at(64, '{a: ', '}')],
    ['items on a line', `${'- '.repeat(64)}x`],
    ['keys below keys', indented(64)],
    ['maps in lists', Array.from({ length: 32 }, (_, n) => `${'  '.repeat(n)}- a:\n`).join('')],
  ])('64 %s are read', (_, text) => {
    expect(read(text)).not.toEqual([expect.stringMatching(/^too_deep/)]);
    expect(JSON.stringify(read(text)).match(/[[{]/g)).toHaveLength(64);
  });

  test.each([
    ['lists', at(65, '[', ']'), '1:66 x'],
    ['items on a line', `${'- '.repeat(65)}x`, '1:131 x'],
    ['keys below keys', indented(65), '65:67'],
  ])('65 %s are not', (_, text, where) => {
    expect(read(text)).toEqual([`too_deep ${where}`]);
  });

  test.each([
    ...['[', '{a: ', '- ', '? ', '- [', '[{a: ', 'a: ', ': ', '- ? ', '? - : ', '- [\n', '[\n'],
    ...['- &a ', '- !a '],
  ])('a million of %j neither ends the process nor takes long', (piece) => {
    const told = read(piece.repeat(1_000_000 / piece.length));
    expect(told).toEqual([expect.stringMatching(/^too_deep 1:\d|^too_deep \d+:\d+/)]);
  });

  test('brackets in texts and comments open nothing', () => {
    const open = '['.repeat(200);
    const text = [`a: "${open}"`, `b: '${open}'`, `c: x${open}`, `d: |\n  ${open}\n# ${open}`];
    expect(read(`${text.join('\n')}\n`)).toEqual({
      a: open,
      b: open,
      c: `x${open}`,
      d: `${open}\n`,
    });
  });

  test('what closes does not count, nor what is beside', () => {
    expect(read('- [[[]]]\n'.repeat(500))).toHaveLength(500);
    expect(read('- a: 1\n  b: [2]\n'.repeat(500))).toHaveLength(500);
    expect(read(`${']'.repeat(200)}\n`)).toHaveLength(10);
  });
});
