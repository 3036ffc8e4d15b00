import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disarm, escapeAscii, escapeBlock, escapeJson, escapeLine } from './escape.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const ACTIVE = /[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

describe('escapeLine', () => {
  test.each([
    ['a\x1b[31mred', 'a\\x1b[31mred'],
    ['one\ntwo\r\n\tthree', 'one\\ntwo\\r\\n\\tthree'],
    ['\x00\x7f\x85\x9b', '\\x00\\x7f\\x85\\x9b'],
    ['abc\u202edcba\u2066', 'abc\\u202edcba\\u2066'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['a\u200bb\u00adc\ufeff', 'a\\u200bb\\xadc\\ufeff'],
    ['\ud800 and \udc00', '\\ud800 and \\udc00'],
    ['tag \u{e0041}', 'tag \\u{e0041}'],
    ['9:00\u202fAM\u00a0', '9:00\\u202fAM\\xa0'],
    ['Zoë 東京 👩‍👩‍👧 ❤️ 1️⃣', 'Zoë 東京 👩‍👩‍👧 ❤️ 1️⃣'],
    ['a\u200d\u200db', 'a\\u200d\\u200db'],
  ])('%j', (text, escaped) => {
    expect(escapeLine(text)).toBe(escaped);
  });

  test('lets nothing through that acts on a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(escapeLine(text).replaceAll('\u200d', '')).not.toMatch(ACTIVE);
      }),
    );
  });
});

test('escapeBlock keeps line feeds and tabs only', () => {
  expect(escapeBlock('a\tb\r\nc\x1b\x9b')).toBe('a\tb\\r\nc\\x1b\\x9b');
});

test('escapeAscii tells look-alikes apart', () => {
  expect(escapeAscii('café cafe\u0301 😀')).toBe('caf\\xe9 cafe\\u0301 \\u{1f600}');
});

test('disarm leaves no workflow command', () => {
  expect(disarm('::error::a\n  ::set-output\nfoo::bar ##[error]b\n| ::x')).toBe(
    '\\x3a:error::a\n  \\x3a:set-output\nfoo::bar ##\\x5berror]b\n| ::x',
  );
});

describe('escapeJson', () => {
  test('keeps the value, lone surrogates aside', () => {
    const text = 'a\n\x7f\x9b\u202e \\ud800 \\\\ "q" 😀 \u{e0041}\u2028';
    const json = escapeJson(JSON.stringify({ text }, null, 2));
    expect(JSON.parse(json)).toEqual({ text });
    expect(json.replaceAll('\n', '')).not.toMatch(ACTIVE);
    expect(JSON.parse(escapeJson('"##[error]"'))).toBe('##[error]');
    expect(escapeJson('"##[error]"')).not.toContain('##[');
    expect(JSON.parse(escapeJson(JSON.stringify('a\ud800b\udfff')))).toBe('a\ufffdb\ufffd');
  });

  test('any well-formed text comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(escapeJson(JSON.stringify(text)))).toBe(text);
      }),
    );
  });
});
