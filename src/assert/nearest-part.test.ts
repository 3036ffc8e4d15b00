import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestPart } from './nearest-part.ts';

const LIST = '{"events":[{"conference":"North Atlantic","season":"2024-25","city":"Zürich"}]}';

describe('nearestPart', () => {
  it.each([
    ['north atlantic', 'case', 'North Atlantic'],
    ['North  Atlantic', 'white_space', 'North Atlantic'],
    ['North\nAtlantic', 'white_space', 'North Atlantic'],
    ['NorthAtlantic', 'white_space', 'North Atlantic'],
    ['"conference": "North', 'white_space', '"conference":"North'],
    ['Zürich'.normalize('NFD'), 'unicode', 'Zürich'],
    ['Nort Atlantik', 'letters', 'North Atlantic'.slice(0, 13)],
    ['2025-26', 'letters', '2024-25'],
    ['Zurich', 'letters', 'Zürich'],
  ])('%j differs by %s from %j', (needle, differs, focus) => {
    const nearest = nearestPart(LIST, needle);
    expect(nearest?.differs).toBe(differs);
    expect(nearest?.excerpt.focus).toBe(focus);
  });

  it('finds the composed form of a decomposed text, and nothing that only begins alike', () => {
    const text = `x${'é'.repeat(5000)} café`.normalize('NFD');
    expect(nearestPart(text, 'x' + 'é')?.differs).toBe('unicode');
    const late = nearestPart(text, 'café');
    expect(late).toMatchObject({ differs: 'unicode', excerpt: { focus: 'café'.normalize('NFD') } });
    expect(late?.excerpt.offset).toBe(text.length - 5);
    expect(nearestPart('a café', 'cafe')?.differs).not.toBe('unicode');
    expect(nearestPart('Operation failed', 'nope')).toBeNull();
    expect(nearestPart('un éléphanté', 'éléphante')?.differs).toBe('letters');
  });

  it.each([
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς', 'case'],
    ['istanbul', 'İSTANBUL', 'case'],
    ['passport', 'pass\u00ADport', 'white_space'],
    ['a b', 'a\u200B\u00A0b', 'white_space'],
  ])('%j differs from %j by %3$s', (needle, text, differs) => {
    expect(nearestPart(text, needle)).toMatchObject({ differs, excerpt: { focus: text } });
  });

  it.each(['Ohio Valley', 'order 4711 shipped', '42', 'x', '', ' '])(
    '%j is like nothing there',
    (needle) => {
      expect(nearestPart('{"events":[{"conference":"NorthAtlantic"}]}', needle)).toBeNull();
    },
  );

  it('finds nothing in nothing', () => {
    expect(nearestPart('', 'North Atlantic')).toBeNull();
  });

  it('finds the one likeness in a long text', () => {
    const filler = 'the quick brown fox jumps over the lazy dog. ';
    const text = `${filler.repeat(15_000)}Nroth Atlantyc${filler.repeat(3000)}`;
    expect(nearestPart(text, 'North Atlantic')?.excerpt.offset).toBe(filler.length * 15_000);
  });

  it('is total, and shows a real part of the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary' }), fc.string(), (a, b, c) => {
        for (const needle of [b, c, a.slice(1, 9).toUpperCase()]) {
          const excerpt = nearestPart(a, needle)?.excerpt;
          if (excerpt === undefined) continue;
          expect(a.slice(excerpt.offset, excerpt.offset + excerpt.focus.length)).toBe(
            excerpt.focus,
          );
          expect(excerpt.focus).not.toBe('');
        }
      }),
    );
  });

  it('names case and white space for what differs in just that', () => {
    const word = fc.stringMatching(/^[a-z]{4,12}$/);
    fc.assert(
      fc.property(word, word, fc.string(), (a, b, around) => {
        const text = `${around}${a} ${b}${around}`;
        expect(nearestPart(text, `${a} ${b}`.toUpperCase())?.differs).toBe('case');
        fc.pre(!text.toLowerCase().includes(`${a}\t${b}`));
        expect(nearestPart(text, `${a}\t${b}`)?.differs).toBe('white_space');
      }),
    );
  });

  it.each([
    ['one letter', 'a'],
    ['blanks', ' '],
    ['letters and blanks', 'a '],
    ['emoji', '😀'],
    ['composed', '한'],
    ['decomposed', 'e\u0301'],
    ['lone surrogates', '\ud800'],
    ['special lower case', 'İ'],
  ])('is quick on 1 MB of %s', (_, unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    const before = performance.now();
    for (const needle of [
      `b${'a'.repeat(500)}`,
      `${'a'.repeat(500)}b`,
      '한국x',
      'North Atlantic',
    ]) {
      nearestPart(text, needle);
    }
    // Measured: at most 70 ms each. The slack is for a busy machine: only a search without end is meant.
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});
