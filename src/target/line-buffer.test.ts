import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineBuffer } from './line-buffer.ts';

function linesOf(chunks: readonly Buffer[], limit = 1_000_000) {
  const buffer = new LineBuffer(limit);
  const lines = chunks.flatMap((chunk) => buffer.push(chunk).lines);
  return { lines, rest: buffer.rest() };
}

/** Cuts `bytes` at the given places, in any order and with repeats. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const marks = [0, ...places.map((at) => at % (bytes.length + 1)), bytes.length];
  marks.sort((a, b) => a - b);
  return marks.slice(1).map((end, at) => bytes.subarray(marks[at], end));
}

describe('LineBuffer', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, ''));
    const end = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, end)),
        line,
        fc.array(fc.nat()),
        (written, rest, places) => {
          const bytes = Buffer.from(written.map(([text, ending]) => text + ending).join('') + rest);
          expect(linesOf(cut(bytes, places))).toEqual({
            lines: written.map(([text]) => text),
            rest,
          });
        },
      ),
    );
  });

  it('keeps a carriage return that ends no line', () => {
    expect(linesOf([Buffer.from('a\rb\r\r\n\n')]).lines).toEqual(['a\rb\r', '']);
  });

  it('takes a line of just the limit and refuses a longer one, whole or in pieces', () => {
    expect(new LineBuffer(3).push(Buffer.from('abc\nde'))).toEqual({
      lines: ['abc'],
      tooLarge: false,
    });
    expect(new LineBuffer(3).push(Buffer.from('ab\nabcd'))).toEqual({
      lines: ['ab'],
      tooLarge: true,
    });
    const pieces = new LineBuffer(3);
    expect(pieces.push(Buffer.from('ab')).tooLarge).toBe(false);
    expect(pieces.push(Buffer.from('cd')).tooLarge).toBe(true);
    expect(pieces.push(Buffer.from('\nx\n'))).toEqual({ lines: [], tooLarge: true });
    expect(pieces.rest()).toBe('');
  });

  it('joins a long line without joining it anew for each chunk', () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const buffer = new LineBuffer(Number.MAX_SAFE_INTEGER);
    const start = performance.now();
    for (let at = 0; at < 1000; at += 1) buffer.push(chunk);
    expect(buffer.rest()).toHaveLength(1000 * chunk.length);
    // Some 50 ms; anew for each it would be 32 GB of copies, some 20 s.
    expect(performance.now() - start).toBeLessThan(4000);
  });
});
