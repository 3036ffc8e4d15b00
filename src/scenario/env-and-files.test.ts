import { describe, expect, test } from 'vitest';
import { load, loadScenario, marked, scenario } from './test-rig.ts';

describe('env and files', () => {
  test('are read', () => {
    const text = scenario('env: {A: "1", B: "${tmp}"}', 'files: {a/b.txt: "${uuid}"}');
    expect(loadScenario(text)).toMatchObject({
      env: { A: '1', B: '${tmp}' },
      files: { kind: 'texts', texts: { 'a/b.txt': '${uuid}' } },
    });
    expect(loadScenario(scenario('files: ./fixture')).files).toEqual({
      kind: 'folder',
      absolute: '/project/suite/fixture',
    });
    expect(loadScenario(scenario())).toMatchObject({ env: {}, files: null });
  });

  test.each([
    ['env: {A: 1}', 'quote_it 1'],
    ['env: {A: no, B: }', 'wrong_type'],
    ['env: [A]', 'wrong_type [A]'],
    ['env: {A: $HOME}', 'placeholder_syntax $HOME'],
    ['env: {"${vars.x}": a}', 'placeholder_not_here "${vars.x}"'],
    ['files: ""', 'bad_value ""'],
    ['files: [a]', 'wrong_type [a]'],
    ['files: {a: 1}', 'quote_it 1'],
    ['files: "./${env.X:-a}"', 'placeholder_not_here "./${env.X:-a}"'],
    ['files: {a: x, a/b: y}', 'bad_value a/b'],
    ['files: {a/b/c: x, ./a//b: y}', 'bad_value a/b/c'],
    ['files: {a: x, ./a: y}', 'bad_value ./a'],
    ['files: {../a: x}', 'bad_value ../a'],
    ['files: {b/../../a: x}', 'bad_value b/../../a'],
    ['files: {/etc/a: x}', 'bad_value /etc/a'],
    ['files: {"": x}', 'bad_value ""'],
    ['files: {a/: x}', 'bad_value a/'],
    ['files: {a: "${vars.x}"}', 'unknown_placeholder ${vars.x}'],
  ])('%s is refused', (line, told) => {
    expect(marked(scenario(line))).toEqual([told]);
  });

  test('a variable that a scenario hands on is secret when its name says so', () => {
    const loaded = load(
      [scenario('env: {KEY: "${env.MY_TOKEN}", B: "${env.PLAIN:-x}"}')],
      undefined,
      {
        env: { MY_TOKEN: 'abcdefgh' },
      },
    );
    expect(loaded.ok && loaded.value.secretVariables).toEqual(['MY_TOKEN']);
  });
});

test('the folder of `files` must be there', () => {
  const noFolder = (path: string) => (path === '/project/suite/there' ? null : 'there is none');
  expect(marked(scenario('files: ./there'), undefined, { noFolder })).toEqual([]);
  expect(marked(scenario('files: ./gone'), undefined, { noFolder })).toEqual(['bad_value ./gone']);
  expect(marked(scenario('files: {a: x}'), undefined, { noFolder })).toEqual([]);
});
