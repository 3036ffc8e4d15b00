import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { bothReadings, readingOf } from './reading.ts';

const whole = { by: 'resource', at: '', ignore: [] } as const;

function read(value: JsonValue, probe: Partial<Parameters<typeof readingOf>[1]> = {}) {
  const reading = readingOf({ value, raw: { kind: 'json' } }, { ...whole, ...probe });
  if (!reading.ok) throw new Error(reading.error.detail);
  return reading.value;
}

describe('a reading', () => {
  test('is of the whole, with what its value does not say, or of a part', () => {
    expect(read({ a: 1 })).toMatchObject({ value: { a: 1 }, raw: { kind: 'json' } });
    expect(read({ a: 1 }, { at: '/a' })).toMatchObject({ value: 1, raw: null });
    expect(read({ a: 1 }, { at: '/b' })).toMatchObject({ value: undefined });
  });

  test('cannot hold a number that stands for several, unless it does not count', () => {
    const value = JSON.parse('{"id":9007199254740993,"a":1}');
    expect(readingOf({ value, raw: null }, whole).ok).toBe(false);
    expect(read(value, { ignore: ['/id'] }).value).toEqual({ a: 1 });
    expect(read(value, { at: '/a' }).value).toBe(1);
  });
});

describe('both readings', () => {
  const both = (before: JsonValue, after: JsonValue, probe: Parameters<typeof read>[1] = {}) =>
    bothReadings(read(before, probe), read(after, probe), { ...whole, ...probe });

  test('tell what neither has of what is ignored', () => {
    const ignore = ['/now', '/once', '/nwo'];
    const told = both({ a: 1, now: 1, once: 1 }, { a: 1, now: 2 }, { ignore });
    expect(told).toMatchObject({ ok: true, value: { idle: ['/nwo'] } });
  });

  test('tell nothing where all is ignored, but in a folder', () => {
    const ignore = ['/now'];
    expect(both({ now: 1 }, { now: 2 }, { ignore }).ok).toBe(false);
    expect(both({ now: 1 }, { now: 2, a: 1 }, { ignore }).ok).toBe(true);
    expect(both({}, {}, { ignore }).ok).toBe(true);
    expect(both({ now: '' }, { now: '' }, { ignore, by: 'dir' }).ok).toBe(true);
  });

  test('may lack the part, but not both', () => {
    const at = '/a';
    expect(both({ a: 1 }, {}, { at })).toEqual({
      ok: true,
      value: { before: 1, after: undefined },
    });
    expect(both({}, { a: 1 }, { at })).toEqual({
      ok: true,
      value: { before: undefined, after: 1 },
    });
    expect(both({}, {}, { at }).ok).toBe(false);
  });
});
