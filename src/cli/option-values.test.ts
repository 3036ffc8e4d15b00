import { describe, expect, test } from 'vitest';
import {
  collectReporter,
  collectText,
  notEmpty,
  once,
  readCommand,
  readFilter,
  readHeaders,
  readMs,
  readSeconds,
} from './option-values.ts';

describe('--header', () => {
  test.each<[string, string, string]>([
    ['X-Tenant: ecnl', 'x-tenant', 'ecnl'],
    ['X-Tenant:ecnl', 'x-tenant', 'ecnl'],
    ['X-Url: https://a.org:1/', 'x-url', 'https://a.org:1/'],
    ['Authorization: Bearer ${env.A B}', 'authorization', 'Bearer ${env.A B}'],
  ])('%s', (text, name, value) => {
    expect(readHeaders([text])).toEqual({ ok: true, value: { [name]: value } });
  });

  test.each([
    '',
    'X-Tenant',
    ': hunter22',
    'X-Tenant:',
    'X-Tenant: ',
    'X Tenant: hunter22',
    'hunter22',
  ])('"%s" is none, and is not shown', (text) => {
    const read = readHeaders(['a: b', text]);
    expect(read).toMatchObject({ ok: false });
    expect(JSON.stringify(read)).not.toContain('hunter22');
  });

  test('each name comes once, whatever the case', () => {
    expect(readHeaders(['A: b', 'B: c'])).toEqual({ ok: true, value: { a: 'b', b: 'c' } });
    const twice = readHeaders(['Authorization: hunter22', 'AUTHORIZATION: hunter23']);
    expect(twice).toEqual({ ok: false, error: '--header gives AUTHORIZATION twice' });
    expect(readHeaders([])).toEqual({ ok: true, value: {} });
  });

  test('a name that every object has is one like others', () => {
    for (const name of ['__proto__', 'constructor', 'tostring']) {
      const read = readHeaders([`${name}: b`]);
      expect(read.ok ? Object.entries(read.value) : []).toEqual([[name, 'b']]);
    }
  });
});

describe('numbers', () => {
  test('of ms are whole, and no longer than a timer', () => {
    expect([readMs('1'), readMs('2147483647')]).toEqual([1, 2_147_483_647]);
    for (const text of ['0', '-1', '1.5', '1e3', '2147483648', '', ' ', '5s', '0x5']) {
      expect(() => readMs(text)).toThrow('whole number');
    }
  });

  test('of seconds may have a part', () => {
    expect([readSeconds('2'), readSeconds('0.5'), readSeconds('0.0001')]).toEqual([2000, 500, 1]);
    for (const text of ['0', '-1', '.5', '1e3', '2147484', '', 'NaN', 'Infinity']) {
      expect(() => readSeconds(text)).toThrow('seconds');
    }
  });
});

describe('texts', () => {
  test('that are empty are refused', () => {
    for (const text of ['', ' ', '\n']) {
      expect(() => notEmpty(text)).toThrow('empty');
      expect(() => readFilter(text)).toThrow('empty');
      expect(() => readCommand(text)).toThrow('empty');
    }
    expect([notEmpty(' a'), readFilter(' a')]).toEqual([' a', ' a']);
  });

  test('of which one is given are not overridden without a word', () => {
    const read = once(notEmpty);
    expect(read('a', undefined)).toBe('a');
    expect(() => read('b', 'a')).toThrow('once');
  });

  test('of which several are given are kept in their order', () => {
    expect(collectText('b', collectText('a'))).toEqual(['a', 'b']);
    expect(collectReporter('json=a=b', collectReporter('pretty'))).toEqual([
      { name: 'pretty', file: null },
      { name: 'json', file: 'a=b' },
    ]);
    expect(() => collectReporter('json=')).toThrow('file');
  });

  test('of a command are words, whose quotes are closed', () => {
    expect(readCommand(`node "a b.js" --c='d e' $HOME`)).toEqual({
      command: 'node',
      args: ['a b.js', '--c=d e', '$HOME'],
    });
    expect(() => readCommand('node "a')).toThrow('quote');
    expect(() => readCommand(`node "it's`)).toThrow('quote');
    expect(readCommand(`node "it's"`).args).toEqual(["it's"]);
  });
});
