import { describe, expect, it } from 'vitest';
import { checkPattern, matchesEmpty, testPattern } from './pattern.ts';

const BACKTRACKS = '^(a+)+$';

describe('checkPattern', () => {
  it('accepts a regular expression', () => {
    expect(checkPattern('^\\d{4}-\\p{L}+/x$')).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['(', 'Unterminated group'],
    ['[b-a]', 'Range out of order in character class'],
    ['/: (', 'Unterminated group'],
    ['a\n(', 'Unterminated group'],
    ['\\-', 'Invalid escape'],
  ])('says what is wrong with %s and nothing else', (source, detail) => {
    expect(checkPattern(source)).toEqual({ ok: false, error: detail });
  });

  it('finds a fault that shows only in use', () => {
    const checked = checkPattern('('.repeat(20_000) + ')'.repeat(20_000));
    expect(checked.ok).toBe(false);
  });
});

describe('matchesEmpty', () => {
  it.each(['a*', '', '^', '$', 'a|', '(?!x)', '^\\s*$'])(
    '%s matches the empty string',
    (source) => {
      expect(matchesEmpty(source)).toBe(true);
    },
  );

  it.each(['a+', '\\b', '.', '[^]'])('%s does not', (source) => {
    expect(matchesEmpty(source)).toBe(false);
  });
});

describe('testPattern', () => {
  it('searches the whole text, with the unicode flag', () => {
    expect(testPattern('b.d$', 'a b😀d', 500)).toEqual({ ok: true, value: true });
    expect(testPattern('B', 'b', 500)).toEqual({ ok: true, value: false });
    expect(testPattern('^b', 'a\nb', 500)).toEqual({ ok: true, value: false });
  });

  it('gives up on a pattern that backtracks for ever', () => {
    expect(testPattern(BACKTRACKS, `${'a'.repeat(60)}!`, 50)).toEqual({
      ok: false,
      error: 'too_slow',
    });
  });

  it('calls it undecided when the engine runs out of room', () => {
    const tried = testPattern('^(?:(a)|(b))*$', `${'ab'.repeat(10_000_000)}!`, 20_000);
    expect(tried).toEqual({ ok: false, error: 'too_slow' });
  });
});

it('flags may lead, as in other dialects', () => {
  expect(testPattern('(?i)echo', 'ECHO', 100)).toEqual({ ok: true, value: true });
  expect(testPattern('echo', 'ECHO', 100)).toEqual({ ok: true, value: false });
  expect(testPattern('(?ms)^b.c$', 'a\nb\nc', 100)).toEqual({ ok: true, value: true });
  expect(matchesEmpty('(?i)')).toBe(true);
  expect(checkPattern('(?x)a').ok).toBe(false);
  expect(checkPattern('(?ii)a').ok).toBe(false);
});
