import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMask, redact } from './redact.ts';

const SECRET = 'tok/en+42"ü z';
const mask = createMask([SECRET]);

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('a secret', () => {
  test.each([
    ['as it stands', `a ${SECRET} b`, 'a *** b'],
    ['twice', `${SECRET}${SECRET}`, '******'],
    ['in a URL', `?t=${encodeURIComponent(SECRET)}&x`, '?t=***&x'],
    ['in a URL, small letters', `?t=${encodeURIComponent(SECRET).toLowerCase()}&x`, '?t=***&x'],
    ['in a form', `t=${encodeURIComponent(SECRET).replaceAll('%20', '+')}&x`, 't=***&x'],
    ['in JSON', `${JSON.stringify({ t: SECRET })} `, '{"t":"***"} '],
    ['in JSON within JSON', JSON.stringify(JSON.stringify([SECRET])), '"[\\"***\\"]"'],
  ])('%s', (_, text, expected) => {
    expect(mask(text)).toBe(expected);
  });

  test('in base64, whatever stands before and behind it', () => {
    const around = fc.tuple(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }));
    const stable = Buffer.from(SECRET).toString('base64').slice(4, 12);
    fc.assert(
      fc.property(around, ([before, after]) => {
        const masked = mask(`<${base64(before + SECRET + after)}>`);
        expect(masked).toContain('***');
        expect(masked).not.toContain(stable);
      }),
    );
  });

  test('in the URL form of base64', () => {
    const bytes = Buffer.from(`u:${SECRET}`);
    expect(mask(` ${bytes.toString('base64url')} `)).toContain('***');
  });

  test('cut at either edge', () => {
    for (let cut = 4; cut < SECRET.length; cut += 1) {
      expect(mask(`text ${SECRET.slice(0, cut)}`)).toBe('text ***');
      expect(mask(`text ${SECRET.slice(0, cut)}…`)).toBe('text ***…');
      expect(mask(`${SECRET.slice(-cut)} text`)).toBe('*** text');
    }
  });
});

test('nothing else is touched', () => {
  expect(mask('the token is elsewhere')).toBe('the token is elsewhere');
  expect(createMask([])('abc')).toBe('abc');
  expect(createMask(['short'])('short words')).toBe('short words');
});

test('the longer of two secrets goes first', () => {
  expect(createMask(['abcdefgh', 'abcdefghijkl'])('x abcdefghijkl y')).toBe('x *** y');
});

describe('in a value', () => {
  const file = { path: 'a.yaml', absolute: '/a.yaml', text: `x: ${SECRET}` };

  test('texts, keys and numbers at any depth; an author’s file stays', () => {
    const value = { list: [{ [SECRET]: SECRET, count: 3 }], place: { file } };
    expect(redact(value, mask)).toEqual({ list: [{ '***': '***', count: 3 }], place: { file } });
    expect(redact(value, mask).place.file).toBe(file);
    expect(redact({ pin: 12345678 }, createMask(['12345678']))).toEqual({ pin: '***' });
  });

  test('across the parts of an excerpt', () => {
    const excerpt = {
      before: `is ${SECRET.slice(0, 5)}`,
      focus: SECRET.slice(5, 8),
      after: SECRET.slice(8),
    };
    expect(redact(excerpt, mask)).toEqual({ before: '', focus: 'is ***', after: '' });
    const clean = { before: 'a', focus: 'b', after: 'c' };
    expect(redact(clean, mask)).toEqual(clean);
  });
});
