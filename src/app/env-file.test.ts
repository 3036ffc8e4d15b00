import { describe, expect, test } from 'vitest';
import { err, ok } from '../model/result.ts';
import { withEnvFile } from './env-file.ts';

function read(text: string | Uint8Array, env: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const readBytes = (path: string) => {
    asked.push(path);
    return ok(Buffer.from(text));
  };
  const result = withEnvFile({ envFile: '../.env' }, { env, readBytes, cwd: '/project/a' });
  expect(asked).toEqual(['/project/.env']);
  return result.ok ? result.value.env : result.error;
}

describe('--env-file', () => {
  test.each([
    ['A=b', 'b'],
    ['\ufeffA=b', 'b'],
    ['# a comment\r\n\r\nA=b\r\n', 'b'],
    ['\n\n# a comment\n   \n\tA = b \n# B=c', 'b'],
    ['A=b\rB=c', 'b'],
    ['A="b c"\r\nB=d', 'b c'],
    ['A="b c" # d', 'b c'],
    ["A='b # c'", 'b # c'],
    ["A='b\\nc'", 'b\\nc'],
    ['A=`b "c"`', 'b "c"'],
    ['A=b c # d', 'b c'],
    ['A=b#c', 'b#c'],
    ['A=b # c=d', 'b'],
    ['A=b=c==', 'b=c=='],
    ['A="b\nc"\nB=d', 'b\nc'],
    ['A="b\\nc"', 'b\nc'],
    ['A=b"c', 'b"c'],
    ['export A=b', 'b'],
    ['B.c-d=e\nA=b', 'b'],
    ['A=', ''],
    ['A=\nB=c', ''],
    ['A= # b', ''],
    ['A=""', ''],
    ['A=b\nA=c', 'c'],
    ['A=${env.HOME}', '${env.HOME}'],
  ])('%j', (text, value) => {
    expect(read(text)).toMatchObject({ A: value });
  });

  test.each([
    ['B: c\nA=b', 1],
    ['A=b\n\nB: c\n', 3],
    ['A=b\nB', 2],
    ['=b\nA=b', 1],
    ['A="b\nB=c', 1],
    ["A='b'c\nB=c", 1],
    ['A="b" c', 1],
    ['A B=c', 1],
    ['5=c', 1],
    ['https://a.org', 1],
  ])('%j: a line that is none is told by its number', (text, line) => {
    const told = { code: 'bad_option', option: '--env-file', place: null };
    expect(read(text)).toEqual({
      ...{ ...told, problem: `../.env:${line}: this line is not NAME=VALUE` },
    });
  });

  test('comes under what is set, though that be empty', () => {
    expect(read('A=file\nB=file\nC=file', { A: 'real', B: '' })).toEqual({
      ...{ A: 'real', B: '', C: 'file' },
    });
  });

  test.each(['', '\n\n', '# A=b', ' '])('%j names no variable: CI was to fill it', (text) => {
    expect(read(text)).toMatchObject({ code: 'bad_option', option: '--env-file' });
  });

  test('that is not there is told with the reason, and none is in order', () => {
    const deps = { env: { A: 'b' }, readBytes: () => err('no such file'), cwd: '/' };
    expect(withEnvFile({ envFile: 'x' }, deps)).toEqual(
      err({
        ...{ code: 'bad_option', option: '--env-file', place: null },
        problem: 'x cannot be read: no such file',
      }),
    );
    expect(withEnvFile({ envFile: null }, deps)).toEqual(ok(deps));
  });

  test('of a long line takes no long time', () => {
    const blanks = ' '.repeat(20_000);
    expect(read(`A=b${blanks}c${'#'.repeat(20_000)}`)).toHaveProperty('A');
    expect(read(`A=${'a '.repeat(20_000)}\n"${blanks}`)).toMatchObject({ code: 'bad_option' });
  });
});
