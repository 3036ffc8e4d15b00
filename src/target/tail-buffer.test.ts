import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TailBuffer } from './tail-buffer.ts';

function tailOf(chunks: readonly Buffer[], limit: number): string {
  const tail = new TailBuffer(limit);
  for (const chunk of chunks) tail.push(chunk);
  return tail.text();
}

describe('TailBuffer', () => {
  it('keeps everything below the limit', () => {
    expect(tailOf([Buffer.from('on'), Buffer.from('e\n')], 4)).toBe('one\n');
    expect(tailOf([], 4)).toBe('');
  });

  it('keeps the end above it', () => {
    expect(tailOf([Buffer.from('0123456789')], 4)).toBe('6789');
    expect(
      tailOf(
        [...'0123456789'].map((digit) => Buffer.from(digit)),
        4,
      ),
    ).toBe('6789');
  });

  it('leaves out halves of a character at the cut and at the end', () => {
    expect(tailOf([Buffer.from('€€')], 4)).toBe('€');
    expect(tailOf([Buffer.from('a€').subarray(0, 3)], 10)).toBe('a');
  });

  it('keeps continuation bytes that the stream itself began with', () => {
    expect(tailOf([Buffer.from([0x82, 0x61])], 10)).toBe('\uFFFDa');
  });

  it('gives a suffix of the text, of any length and however cut, and can be read meanwhile', () => {
    const chunks = fc.array(fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 40 }), (texts, limit) => {
        const tail = new TailBuffer(limit);
        let whole = '';
        for (const text of texts) {
          tail.push(Buffer.from(text));
          whole += text;
          const kept = tail.text();
          expect(whole.endsWith(kept)).toBe(true);
          const bytes = Buffer.byteLength(kept);
          expect(bytes).toBeGreaterThan(Math.min(limit, Buffer.byteLength(whole)) - 4);
          expect(bytes).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});
