import { expect, it } from 'vitest';
import type { Outcome } from '../model/outcome.ts';
import { isBlank } from '../model/visible.ts';
import { saysNothing } from './blank.ts';

it.each(['', ' \n\t\r', '\u00a0\u3000', '\u200b\u200c\u2060\ufeff', '\0\u001b', '\u00ad\u3164'])(
  '%j is blank',
  (text) => expect(isBlank(text)).toBe(true),
);

it.each(['a', '0', '\u200ba', '😀', '\ue000', '.', '\ud800'])('%j is not', (text) => {
  expect(isBlank(text)).toBe(false);
});

it.each<[string, Outcome['textFrom'], boolean]>([
  ...['{}', '[]', '""', 'false', 'null'].map((text): [string, 'structured', boolean] => [
    text,
    'structured',
    true,
  ]),
  ['0', 'structured', false],
  ['{"a":null}', 'structured', false],
  ['{}', 'blocks', false],
  ['false', 'error', false],
  ['\u200b', 'blocks', true],
])('%j of %s says nothing: %s', (text, textFrom, nothing) => {
  expect(saysNothing({ text, textFrom })).toBe(nothing);
});
