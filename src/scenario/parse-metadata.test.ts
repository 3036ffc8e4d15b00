import { describe, expect, test } from 'vitest';
import { err, ok } from '../model/result.ts';
import type { LoadContext } from './load.ts';
import { load, marked, SUITE, scenario, tell } from './test-rig.ts';

const MIB = 1024 * 1024;
const bytes = (text: string): Uint8Array => Buffer.from(text);
const FILES: Readonly<Record<string, Uint8Array>> = {
  '/project/suite/rules.md': bytes('# Rules ${env.X}\n'),
  '/project/marked.md': bytes('\ufeffcafé'),
  '/project/suite/empty.md': bytes(''),
  '/project/suite/full.md': bytes('x'.repeat(MIB)),
  '/project/suite/large.md': bytes('x'.repeat(MIB + 1)),
  '/project/suite/latin.md': Buffer.from('caf\xe9', 'latin1'),
};
const CONTEXT: Partial<LoadContext> = {
  env: { NAME: 'rules', EMPTY: '', AT: '${env.NAME}' },
  readBytes: (path) => {
    const found = FILES[path];
    return found === undefined ? err('no such file') : ok(found);
  },
};

function metadata(text: string) {
  const loaded = load([scenario()], `${SUITE}metadata: ${text}\n`, CONTEXT);
  return loaded.ok ? loaded.value.metadata : tell(loaded.error);
}

const refused = (text: string) => marked(scenario(), `${SUITE}metadata: ${text}\n`, CONTEXT);

describe('metadata', () => {
  test('is any map, kept as it is written', () => {
    const loaded = load([scenario()]);
    expect(loaded.ok && loaded.value.metadata).toBe(null);
    expect(metadata('{}')).toEqual({ values: {}, contents: {} });
    const values = { model: '${env.NAME}', n: [1, null, { deep_file: 'x' }], file: 'y' };
    expect(metadata(JSON.stringify(values))).toEqual({ values, contents: {} });
  });

  test.each([
    ['./rules.md', '# Rules ${env.X}\n'],
    ['${env.NAME}.md', '# Rules ${env.X}\n'],
    ['${env.EMPTY:-rules}.md', '# Rules ${env.X}\n'],
    ['${env.NOT_SET:-empty}.md', ''],
    ['../marked.md', 'café'],
    ['/project/suite/empty.md', ''],
    ['full.md', 'x'.repeat(MIB)],
  ])('a key that ends in "_file" names a file: %s', (path, content) => {
    const values = { rules_file: path };
    expect(metadata(JSON.stringify(values))).toEqual({ values, contents: { rules_file: content } });
  });

  test.each([
    ['{a_file: none.md}', 'file_unreadable none.md'],
    ['{a_file: large.md}', 'file_too_large large.md'],
    ['{a_file: latin.md}', 'not_utf8 latin.md'],
    // What a variable holds is not filled in again.
    ['{a_file: "${env.AT}.md"}', 'file_unreadable "${env.AT}.md"'],
    ['{a_file: "${env.NOT_SET}"}', 'unset_variable ${env.NOT_SET}'],
    ['{a_file: "${uuid}"}', 'placeholder_not_here ${uuid}'],
    ['{a_file: "${today}.md"}', 'placeholder_not_here ${today}'],
    ['{a_file: "${NAME}"}', 'placeholder_syntax ${NAME}'],
    ['{a_file: 1}', 'quote_it 1'],
    ['{a_file: ""}', 'bad_value ""'],
    ['{a_file: [a.md]}', 'wrong_type [a.md]'],
    ['{a_file: {path: a.md}}', 'wrong_type {path: a.md}'],
    ['{a: "${tmp}"}', 'placeholder_not_here ${tmp}'],
    ['{a: [{b: "${port}"}]}', 'placeholder_not_here ${port}'],
    ['{a: "${upstreams.x.url}"}', 'placeholder_not_here ${upstreams.x.url}'],
    ['{a: "${vars.x}"}', 'placeholder_not_here ${vars.x}'],
    ['{a: "${case.x}"}', 'placeholder_not_here ${case.x}'],
    ['{a: "${env.NOT_SET}"}', 'unset_variable ${env.NOT_SET}'],
    ['{"${uuid}": a}', 'placeholder_not_here "${uuid}"'],
    ['none', 'wrong_type none'],
    ['[a]', 'wrong_type [a]'],
  ])('%s is refused', (text, told) => {
    expect(refused(text)).toEqual([told]);
  });

  test('placeholders that need no server are taken', () => {
    const text = '{a: ["${run.id}", "${today-1d}", "${uuid}", "${env.NOT_SET:-x}", "$${tmp}"]}';
    expect(refused(text)).toEqual([]);
  });

  test('all of its mistakes are told at once, beside those of the suite', () => {
    const files = '{a_file: none.md, b_file: latin.md, c: "${tmp}"}';
    const suite = `metadata: ${files}\nisolation: session\ntarget: {command: node}\n`;
    expect(marked(scenario('repeat: {times: 1, min_pass: 2}'), suite, CONTEXT).sort()).toEqual([
      ...['bad_value 2', 'bad_value session', 'file_unreadable none.md', 'not_utf8 latin.md'],
      'placeholder_not_here ${tmp}',
    ]);
  });
});
