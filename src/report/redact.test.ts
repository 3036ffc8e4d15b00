import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMask, createRedactor, type Mask } from './redact.ts';

const redact = <T>(told: T, by: Mask): T => createRedactor(by)(told);

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
  test('texts, keys and numbers at any depth, whatever shape they have', () => {
    const file = { path: 'a', absolute: 'b', text: SECRET };
    const value = { args: [{ [SECRET]: SECRET, count: 3 }], place: { file } };
    expect(redact(value, mask)).toEqual({
      args: [{ '***': '***', count: 3 }],
      place: { file: { path: 'a', absolute: 'b', text: '***' } },
    });
    const pins = { a: 12345678, b: -12345678, c: 12345678.5, d: 1234567 };
    const masked = { a: '***', b: '***', c: '***', d: 1234567 };
    expect(redact(pins, createMask(['12345678']))).toEqual(masked);
  });

  test('but not our own words, like which a secret may end', () => {
    const told = {
      status: 'passed',
      scenarios: [{ assertions: [{ check: { kind: 'contains', expected: 'assertions' } }] }],
      summary: { judge: { state: 'on' } },
    };
    const secrets = ['token-passed', 'the-judge', 'key-on-contains', 'of-summary', 'assertions'];
    expect(redact(told, createMask(secrets))).toEqual({
      ...told,
      scenarios: [{ assertions: [{ check: { kind: 'contains', expected: '***' } }] }],
    });
  });

  test('nor the words of a check, which a map of another check may hold too', () => {
    const words = createMask(['the-none', 'the-unchanged', 'matching', 'the-tool']);
    const own = [
      { kind: 'error', expected: { want: 'none' } },
      { kind: 'error', expected: { want: 'error', channel: 'tool', code: null, contains: [] } },
      { kind: 'state', expected: { want: 'unchanged' } },
    ];
    expect(redact(own, words)).toEqual(own);
    const foreign = { kind: 'structured', expected: { want: 'is unchanged', kind: 'none-at-all' } };
    const masked = { kind: 'structured', expected: { want: 'is ***', kind: '***' } };
    expect(redact(foreign, createMask(['unchanged', 'none-at-all']))).toEqual(masked);
    const value = { state: SECRET, [SECRET]: { kind: SECRET } };
    expect(redact({ kind: 'state', expected: { want: 'match', value } }, mask)).toEqual({
      kind: 'state',
      expected: { want: 'match', value: { state: '***', '***': { kind: '***' } } },
    });
  });

  test('in what was read of a state, and where it differs', () => {
    const value = { status: SECRET, kind: [SECRET], [SECRET]: 1 };
    const masked = { status: '***', kind: ['***'], '***': 1 };
    const told = {
      state: { before: value, after: [{ state: SECRET }] },
      differences: [{ path: `/${SECRET}`, expected: value, actual: value }],
    };
    expect(redact(told, mask)).toEqual({
      state: { before: masked, after: [{ state: '***' }] },
      differences: [{ path: '/***', expected: masked, actual: masked }],
    });
  });

  test('in the metadata of a suite, whatever its keys are called', () => {
    const metadata = (text: string) => ({ mode: text, [text]: { status: text, content: text } });
    expect(redact({ mode: SECRET, metadata: metadata(SECRET) }, mask)).toEqual({
      mode: SECRET,
      metadata: metadata('***'),
    });
  });

  test('a key of foreign data is masked as a whole only', () => {
    const told = { args: { season: 1, [`a ${SECRET}`]: 2 } };
    const masked = { args: { season: 1, 'a ***': 2 } };
    expect(redact(told, createMask([SECRET, 'the-season']))).toEqual(masked);
  });

  test('what an author wrote is no rest of one, and is masked where it holds a whole one', () => {
    const told = {
      args: { query: ['the sea', SECRET] },
      check: { kind: 'contains', expected: 'ends with the sea' },
    };
    const by = createMask(['the season', 'the seafarer', SECRET]);
    expect(redact(told, by)).toEqual({ ...told, args: { query: ['the sea', '***'] } });
    expect(redact({ text: 'ends with the sea' }, by)).toEqual({ text: 'ends with ***' });
  });

  test('one object told twice stays one object', () => {
    const place = { at: 'x' };
    const { a, b } = createRedactor(mask)({ a: place, b: { place } });
    expect(a).toBe(b.place);
  });

  test('across the parts of an excerpt', () => {
    const excerpt = {
      before: `is ${SECRET.slice(0, 5)}`,
      focus: SECRET.slice(5, 8),
      after: SECRET.slice(8),
      offset: 1,
    };
    expect(redact(excerpt, mask)).toMatchObject({ before: '', focus: 'is ***', after: '' });
    const odd = { before: { toString: 1, valueOf: 1 }, focus: '', after: '' };
    expect(redact(odd, mask)).toEqual(odd);
  });
});

describe('a secret that is spelled letter by letter', () => {
  const odd = 'Ab8Q~x+y/z!quote*(par)Zz9';
  test.each([
    ['by URLSearchParams', 'Ab8Q%7Ex%2By%2Fz%21quote*%28par%29Zz9'],
    ['by Python', 'Ab8Q~x%2By%2Fz%21quote%2A%28par%29Zz9'],
    ['by .NET', 'Ab8Q~x\\u002By/z!quote*(par)Zz9'],
    ['twice by URL', 'Ab8Q~x%252By%252Fz%2521quote*(par)Zz9'],
    ['thrice by JSON', 'Ab8Q~x+y\\\\\\\\/z!quote*(par)Zz9'],
    ['in a JSON Pointer', 'Ab8Q~0x+y~1z!quote*(par)Zz9'],
    ['in HTML', 'Ab8Q&#126;x&#x2B;y/z!quote*(par)Zz9'],
  ])('%s', (_, spelled) => {
    expect(createMask([odd])(`is ${spelled} !`)).toBe('is *** !');
  });

  test('is told from one that is not', () => {
    const other = 'is Ab8Q~x-y/z!quote*(par)Zz9 !';
    expect(createMask([odd])(other)).toBe(other);
  });

  test.each([
    ['as it stands', '\n'],
    ['of JSON', '\\n'],
    ['of Windows', '\r\n'],
  ])('in base64 of lines, with the line breaks %s', (_, end) => {
    const token = 'ghp_'.padEnd(64, 'k7');
    const base64 = Buffer.from(`user:${token}`).toString('base64');
    const lines = (base64.match(/.{1,60}/g) ?? []).join(end);
    expect(createMask([token])(`is ${lines} !`)).not.toContain(base64.slice(20, 40));
  });
});

describe('a secret as others spell it', () => {
  test.each([
    ['with a line end that is left out', 'abcXdefGHI\n', 'abcXdefGHI'],
    ['line by line', 'first-line-1\nsecond-line-2', 'second-line-2'],
    ['with other line ends', 'first-1\nsecond-2', 'first-1\r\nsecond-2'],
    ['a path-like one in a URL', 'abC+dEf/gHiJ==', 'abC%2BdEf/gHiJ%3D%3D'],
    ['in a whole URL', 'abc def"ghi', 'abc%20def%22ghi'],
    ['with an escaped slash', 'abc/defghi', 'abc\\/defghi'],
    ['with escaped brackets', 'abc<def>&ghi', 'abc\\u003cdef\\u003e\\u0026ghi'],
    ['in a JSON Pointer', 'a~b/c~1d-9', 'a~0b~1c~01d-9'],
    ['in plain ASCII', 'pässwörd-1', 'p\\u00e4ssw\\u00f6rd-1'],
  ])('%s', (_, secret, spelled) => {
    expect(createMask([secret])(`is ${spelled} !`)).toBe('is *** !');
  });

  test('of any length', () => {
    const long = 'aB+/'.repeat(30_000);
    expect(createMask([long])(`is ${long} !`)).toBe('is *** !');
  });
});
