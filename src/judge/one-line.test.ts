import { expect, test } from 'vitest';
import { excerptOf, reasonOf } from './one-line.ts';

test.each([
  ['a\r\n\tb\u2028c\0d', 'a b c d'],
  ['\n a \x1b', 'a'],
  ['', ''],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(299)}…`],
  [`${' '.repeat(4096)}x`, ''],
])('%j is shown as one bounded line', (text, line) => {
  expect(excerptOf(text)).toBe(line);
});

test('the reason is at the bottom of the causes', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' });
  const both = Object.assign(new AggregateError([refused, new Error('y')]), { code: 'E' });
  const self = new Error('me');
  self.cause = self;
  const reasons = [
    new TypeError('fetch failed', { cause: refused }),
    new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: both }) }),
    new Error('outer', { cause: Object.assign(new Error(''), { code: 'ECONNRESET' }) }),
    new Error('outer', { cause: new Error('') }),
    new Error('outer', { cause: Object.assign(new Error(''), { code: 7 }) }),
    new Error('outer', { cause: 'text' }),
    self,
    'thrown text',
    new Error('no http://user:pw@host/ for fetch'),
  ].map(reasonOf);
  expect(reasons).toEqual([
    'connect ECONNREFUSED ::1:1',
    'connect ECONNREFUSED ::1:1',
    'ECONNRESET',
    'outer',
    'outer',
    'outer',
    'me',
    'thrown text',
    'no http://***@host/ for fetch',
  ]);
});
