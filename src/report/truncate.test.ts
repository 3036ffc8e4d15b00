import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutMiddle, headOf, keepBytes, REPORT_LIMIT, tailOf } from './truncate.ts';

const MARK = /^\n\[… (\d+) bytes left out …\]\n$/;

describe('keepBytes', () => {
  test('a text of just the limit stays whole', () => {
    const text = 'x'.repeat(REPORT_LIMIT);
    expect(keepBytes(text)).toEqual({ text, bytes: REPORT_LIMIT, truncated: false });
  });

  test('a larger one keeps both ends and says what is missing', () => {
    const kept = keepBytes(`start${'x'.repeat(1_000_000)}end`);
    expect(kept.bytes).toBe(1_000_008);
    expect(kept.truncated).toBe(true);
    expect(kept.text).toMatch(/^start.*\[… 934472 bytes left out …\].*end$/s);
  });

  test('never splits a character, and the bytes add up', () => {
    const unit = fc.constantFrom('a', 'é', '東', '😀', '\ud83d', '\n');
    const text = fc.string({ unit, minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (whole, limit) => {
        const kept = keepBytes(whole, limit);
        fc.pre(kept.truncated);
        const at = kept.text.search(/\n\[… \d+ bytes left out …\]\n/);
        const head = kept.text.slice(0, at);
        const mark = kept.text.slice(at).replace(/(…\]\n).*/s, '$1');
        const tail = kept.text.slice(at + mark.length);
        const left = Number(MARK.exec(mark)?.[1]);
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(head)).toBeLessThanOrEqual(limit / 2);
        expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(limit / 2);
        expect(Buffer.byteLength(head) + left + Buffer.byteLength(tail)).toBe(kept.bytes);
      }),
    );
  });
});

test('cutMiddle says how much it leaves out', () => {
  expect(cutMiddle('short', 10)).toBe('short');
  expect(cutMiddle('a'.repeat(2000), 9)).toBe('aaaaaa [… 1,991 characters …] aaa');
});

test('headOf and tailOf keep a pair whole', () => {
  expect(headOf('a😀b', 2)).toBe('a😀');
  expect(tailOf('a😀b', 2)).toBe('b');
});
