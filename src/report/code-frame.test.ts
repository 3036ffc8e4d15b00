import { describe, expect, test } from 'vitest';
import { codeFrame, location } from './code-frame.ts';
import { placeOf, sourceFile } from './sample-run.ts';
import { PLAIN } from './style.ts';

function frame(text: string, part: string): string {
  return codeFrame(placeOf(sourceFile('a.yaml', text), part), PLAIN).join('\n');
}

describe('codeFrame', () => {
  test('marks the part', () => {
    expect(frame('name: a\nfoo: bar\n', 'bar')).toBe('2 | foo: bar\n  |      ^^^');
  });

  test('is not moved by CRLF, tabs and wide characters', () => {
    expect(frame('name: a\r\nfoo:\tbar\r\n', 'bar')).toBe('2 | foo:  bar\n  |       ^^^');
    expect(frame('- 東京: x', 'x')).toBe('1 | - 東京: x\n  |         ^');
    expect(frame('- 東京: x', '東京')).toBe('1 | - 東京: x\n  |   ^^^^');
  });

  test('escapes what acts on a terminal, and marks the escape whole', () => {
    expect(frame('a: x\x1b[2Jy', '\x1b[2J')).toBe('1 | a: x\\x1b[2Jy\n  |     ^^^^^^^');
  });

  test('cuts a long line around the mark', () => {
    const text = `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`;
    const [line, mark] = frame(text, 'HERE').split('\n');
    expect(line).toBe(`1 | …${'a'.repeat(60)}HERE${'b'.repeat(40)}…`);
    expect(mark).toBe(`  | ${' '.repeat(61)}^^^^`);
  });

  test('a long mark is cut, one of several lines ends with its first', () => {
    expect(frame('x'.repeat(500), 'x'.repeat(500))).toMatch(/^1 \| x{80}…\n {2}\| \^{81}$/);
    expect(frame('a: |\n  one\n  two\n', '|\n  one\n  two')).toBe('1 | a: |\n  |    ^');
  });

  test('an empty place, and one behind the end, still has a mark', () => {
    const file = sourceFile('a.yaml', 'a: b\n');
    expect(codeFrame({ file, span: { start: 0, end: 0 } }, PLAIN)[1]).toBe('  | ^');
    expect(codeFrame({ file, span: { start: 99, end: 120 } }, PLAIN)).toEqual(['2 |', '  | ^']);
  });
});

test('location escapes the path', () => {
  const place = placeOf(sourceFile('a\x1b.yaml', 'x\n  y'), 'y');
  expect(location(place)).toBe('a\\x1b.yaml:2:3');
});
