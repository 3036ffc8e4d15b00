import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Excerpt } from '../model/excerpt.ts';
import { excerptAround, excerptHead } from './excerpt.ts';

const anyText = fc.oneof(
  fc.string({ maxLength: 600 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.constantFrom('\ud83d', '\ude00', '😀', 'a', '\n'), { maxLength: 600 })
    .map((a) => a.join('')),
);

function expectRealPart(
  { before, focus, after, offset, cutBefore, cutAfter }: Excerpt,
  text: string,
) {
  const start = offset - before.length;
  const end = offset + focus.length + after.length;
  expect(text.slice(start, end)).toBe(before + focus + after);
  expect(text.slice(offset, offset + focus.length)).toBe(focus);
  expect([cutBefore, cutAfter]).toEqual([start > 0, end < text.length]);
  for (const at of [start, offset, offset + focus.length, end]) {
    expect(
      /[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at)),
    ).toBe(false);
  }
  expect(before.length + focus.length + after.length).toBeLessThanOrEqual(2 * 70 + 240 + 4);
}

describe('excerptAround', () => {
  it('shows the part and what surrounds it', () => {
    expect(excerptAround('one two three', 4, 7)).toEqual({
      before: 'one ',
      focus: 'two',
      after: ' three',
      offset: 4,
      cutBefore: false,
      cutAfter: false,
    });
  });

  it('is bounded, and says so', () => {
    const long = excerptAround(`${'a'.repeat(500)}X${'b'.repeat(500)}`, 500, 501);
    expect(long).toMatchObject({ before: 'a'.repeat(70), focus: 'X', after: 'b'.repeat(70) });
    expect([long.cutBefore, long.cutAfter]).toEqual([true, true]);
    const wide = excerptAround('x'.repeat(1000), 0, 1000);
    expect(wide).toMatchObject({ focus: 'x'.repeat(240), after: '', cutAfter: true });
  });

  it('parts no surrogate pair', () => {
    expect(excerptAround('a😀b', 2, 2).focus).toBe('😀');
    const text = '😀'.repeat(200);
    expectRealPart(excerptAround(text, 201, 203), text);
  });

  it('is a real part of the text, wherever it is asked for', () => {
    fc.assert(
      fc.property(anyText, fc.integer(), fc.integer(), (text, start, end) => {
        expectRealPart(excerptAround(text, start % 700, end % 700), text);
        expectRealPart(excerptHead(text), text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('excerptHead', () => {
  it('is the beginning', () => {
    expect(excerptHead('')).toMatchObject({ focus: '', cutAfter: false });
    expect(excerptHead('a'.repeat(161))).toMatchObject({ focus: 'a'.repeat(160), cutAfter: true });
    expect(excerptHead(`${'a'.repeat(159)}😀`).focus).toBe('a'.repeat(159));
  });
});
