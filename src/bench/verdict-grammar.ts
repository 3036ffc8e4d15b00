import fc from 'fast-check';
import type { Verdict } from '../model/verdict.ts';

// A second reading of the verdict grammar, character by character, and texts on which the parser is held against it.

const ENDS = [0x09, 0x0a, 0x0d, 0x20];
const CASE_BIT = 0x20;

/** What a reply of this text means; it shares nothing with the parser. */
export function readSlowly(text: string): Verdict {
  return accept(text) ?? { verdict: 'FAIL', reason: text, parsed: false };
}

function accept(text: string): Verdict | null {
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  let start = 0;
  let end = codes.length;
  while (start < end && ENDS.includes(codes[start] ?? -1)) start += 1;
  while (end > start && ENDS.includes(codes[end - 1] ?? -1)) end -= 1;

  let at = start;
  const word = (expected: string): boolean => {
    for (const char of expected) {
      const code = at < end ? (codes[at] ?? -1) : -1;
      const wanted = char.charCodeAt(0);
      const isLetter = wanted >= 0x41 && wanted <= 0x5a;
      if (code !== wanted && !(isLetter && code === wanted + CASE_BIT)) return false;
      at += 1;
    }
    return true;
  };
  if (!word('VERDICT: ')) return null;
  const there = at;
  let verdict: 'PASS' | 'FAIL' = 'PASS';
  if (!word('PASS')) {
    at = there;
    verdict = 'FAIL';
    if (!word('FAIL')) return null;
  }
  if (codes[at] === 0x0d) at += 1;
  if (!word('\nREASON: ') || at >= end || !codes.slice(at, end).every(mayStand)) return null;
  const reason = text.slice(at, end);
  return [...reason].some(isSeen) ? { verdict, reason, parsed: true } : null;
}

function mayStand(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return false;
  return code !== 0x2028 && code !== 0x2029;
}

function isSeen(char: string): boolean {
  return char.trim() !== '' && !/\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(char);
}

/** What decides in the grammar, and what looks like it. */
const TOKEN = fc.constantFrom(
  ...['VERDICT: ', 'verdict: ', 'VERDICT:', 'REASON: ', 'Reason: ', 'REASON:', 'PASS', 'FAIL'],
  ...['pass', 'PASSED', 'NOT PASS', 'PASS/FAIL', 'PA\u017fS', 'VERD\u0131CT: ', '\uff1a', '**'],
  ...['\n', '\r\n', '\r', '\n\n', ' ', '  ', '\t', '\v', '\f', '\0', '\x1b[2J', '\x7f', '\x85'],
  ...['\u2028', '\u2029', '\xa0', '\u3000', '\ufeff', '\u200b', '\ud800', '🎉', 'x', '.', '```'],
);

const GOOD = fc
  .tuple(
    fc.constantFrom('', ' ', '\n', '\r\n\t'),
    fc.constantFrom('VERDICT: ', 'Verdict: ', 'vERDICT: '),
    fc.constantFrom('PASS', 'FAIL', 'Pass', 'fail'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('REASON: ', 'reason: '),
    fc.oneof(fc.constantFrom('It says so.', 'ſo', 'a: b'), fc.string({ unit: 'grapheme' })),
    fc.constantFrom('', ' ', '\n', '\r\n'),
  )
  .map((parts) => parts.join(''));

const EDIT = fc.noBias(fc.tuple(fc.nat(1000), fc.nat(3), fc.oneof(TOKEN, fc.constant(''))));

const MUTANT = fc.tuple(GOOD, fc.array(EDIT, { minLength: 1, maxLength: 3 })).map(([text, edits]) =>
  edits.reduce((old, [where, cut, token]) => {
    const at = where % (old.length + 1);
    return old.slice(0, at) + token + old.slice(at + cut);
  }, text),
);

const SOUP = fc.array(TOKEN, { maxLength: 8 }).map((tokens) => tokens.join(''));

/** Good replies, spoilt ones, their parts in any order, and any string. */
export const REPLY_TEXT = fc.oneof(GOOD, MUTANT, SOUP, fc.string({ unit: 'binary' }));
