import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { read, sourceFile, tell } from './test-rig.ts';
import { childOf, entryOf, nodeAt } from './tree.ts';
import { parseYaml } from './yaml.ts';

function parsed(text: string) {
  const tree = parseYaml(sourceFile(text), 'scenario');
  if (!tree.ok) throw new Error(tell(tree.error).join('\n'));
  const shown = (path: readonly (string | number)[]) => {
    const { start, end } = nodeAt(tree.value, path).span;
    return text.slice(start, end);
  };
  return { tree: tree.value, shown };
}

describe('values', () => {
  test('are those of YAML 1.2 and of JSON', () => {
    const text = [
      'a: 1\nb: 1.10\nc: 1e3\nd: 0x10\ne: 0777\nf: -0.5\ng: true\nh: ~\ni:\nj: yes\nk: "1"\n',
      "l: 'it''s'\nm: |\n  two\n  lines\nn: >\n  one\n  line\no: [1, {p: q}]\np: 2026-01-31\n",
    ].join('');
    expect(read(text)).toEqual({
      ...{ a: 1, b: 1.1, c: 1000, d: 16, e: 777, f: -0.5, g: true, h: null, i: null, j: 'yes' },
      ...{ k: '1', l: "it's", m: 'two\nlines\n', n: 'one line\n', o: [1, { p: 'q' }] },
      p: '2026-01-31',
    });
  });

  test('know how they were spelled', () => {
    const { tree } = parsed('a: 1.10\nb: "x"\nc: |\n  y\nd: z # why\ne: # none\nf: "q" # r\n');
    const written = (key: string) => {
      const node = childOf(tree, key);
      return node?.kind === 'scalar' ? [node.style, node.written, node.comment] : [];
    };
    expect(written('a')).toEqual(['plain', '1.10', null]);
    expect(written('b')).toEqual(['quoted', '"x"', null]);
    expect(written('c')[0]).toBe('block');
    expect(written('d')).toEqual(['plain', 'z', '# why']);
    expect(written('e')).toEqual(['plain', '', '# none']);
    expect(written('f')).toEqual(['quoted', '"q"', null]);
  });

  test('a comment on the next line cuts nothing', () => {
    const { tree } = parsed('a:\n# why\nb: x\n # y\n');
    expect(childOf(tree, 'a')).toMatchObject({ value: null, comment: null });
    expect(childOf(tree, 'b')).toMatchObject({ value: 'x', comment: null });
  });

  test.each([
    '9007199254740993',
    '-9007199254740992',
    '0x20000000000001',
    '.inf',
    '-.INF',
    '.nan',
    '1e999',
  ])('no number holds %s', (number) => {
    expect(read(`a: [${number}]`)).toEqual([`unsafe_number 1:5 ${number}`]);
  });

  test.each(['9007199254740991', '1e20', '0.1', '1.0e300', '-0'])('%s is a number', (number) => {
    expect(read(`a: ${number}`)).toEqual({ a: Number(number) });
  });

  test('JSON is YAML', () => {
    const json = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify({ value }, null, indent);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('a key named like a member of every object is a key', () => {
    const json = read('__proto__: 1\nconstructor: 2\n') as object;
    expect(Object.keys(json)).toEqual(['__proto__', 'constructor']);
  });
});

describe('spans', () => {
  test('mark a value and nothing else', () => {
    const { tree, shown } = parsed('a:\n  - b: "c d"\n    e: f g\n  - [1, 22]\nh: {i: jj}\n');
    expect(shown(['a', 0, 'b'])).toBe('"c d"');
    expect(shown(['a', 0, 'e'])).toBe('f g');
    expect(shown(['a', 1])).toBe('[1, 22]');
    expect(shown(['a', 1, 1])).toBe('22');
    expect(shown(['h', 'i'])).toBe('jj');
    expect(entryOf(tree, 'h')?.keySpan).toEqual({ start: 39, end: 40 });
  });

  test('do not shift by a byte order mark, CRLF or astral letters', () => {
    const { shown } = parsed('\ufeffa: 🎉 b\r\nc:\r\n  - d e\r\n');
    expect([shown(['a']), shown(['c', 0])]).toEqual(['🎉 b', 'd e']);
  });

  test('of an alias: its own, and its content where it was written', () => {
    const { tree, shown } = parsed('a: &x [1]\nb: *x\n');
    expect(shown(['b'])).toBe('*x');
    expect(shown(['b', 0])).toBe('1');
    expect(childOf(tree, 'b')?.span.start).toBe(13);
  });
});

describe('aliases', () => {
  test('stand for what was anchored last before them', () => {
    expect(read('- &a 1\n- &b [*a]\n- &a 2\n- *a\n- *b\n')).toEqual([1, [1], 2, 2, [1]]);
    expect(read('&k name: 1\nb: *k\n')).toEqual({ name: 1, b: 'name' });
  });

  test('to nothing, and to what they stand in', () => {
    expect(read('a: *x\nb: &x 1\n')).toEqual(['yaml_error 1:4 *x']);
    expect(read('&a [*a, {b: *a}]')).toEqual(['yaml_error 1:5 *a', 'yaml_error 1:13 *a']);
    expect(read('a: &a\n  b: &b\n    c: *a\n')).toEqual(['yaml_error 3:8 *a']);
  });

  test('that blow up', () => {
    const lines = Array.from({ length: 12 }, (_, n) => {
      const earlier = n === 0 ? 'x' : `*l${n - 1}`;
      return `- &l${n} [${Array(10).fill(earlier).join(', ')}]`;
    });
    expect(read(lines.join('\n'))).toEqual(['alias_bomb 4:43 *l2']);
  });

  test('that stack up', () => {
    const lines = Array.from(
      { length: 80 },
      (_, n) => `- &l${n} [${n === 0 ? 'x' : `*l${n - 1}`}]`,
    );
    expect(read(lines.join('\n'))).toEqual(['too_deep 64:9 *l62']);
  });

  test('repeat a thousand nodes without complaint', () => {
    const text = `- &a [${Array(1000).fill('x').join(', ')}]\n- *a\n- *a\n`;
    expect(read(text)).toHaveLength(3);
  });
});

describe('refused', () => {
  test('two documents, wherever the second starts', () => {
    expect(read('a: 1\n---\nb: 2\n')).toEqual(['several_documents 2:1']);
    expect(read('---\n---\nb: 2\n')).toEqual(['several_documents 2:1']);
    expect(read('a: 1\n---\n')).toEqual(['several_documents 2:1']);
    expect(read('a: 1\n...\nb: 2\n')).toEqual(['several_documents 3:1']);
    expect(read('---\na: 1\n...\n')).toEqual({ a: 1 });
  });

  test.each(['', '\n\n', '# why\n', '---\n', '--- # why\n', '\ufeff', ' \t\n'])(
    'nothing in a file: %j',
    (text) => {
      expect(read(text)).toEqual(['empty_file 1:1']);
    },
  );

  test('a written null is no empty file', () => {
    expect(read('~\n')).toBeNull();
  });

  test('duplicate keys, each with the first', () => {
    const tree = parseYaml(sourceFile('a: 1\nb: {c: 1, "c": 2}\na: 3\na: 4\n'), 'scenario');
    const error = tree.ok ? [] : tree.error;
    expect(tell(error)).toEqual([
      'duplicate_key 2:11 "c"',
      'duplicate_key 3:1 a',
      'duplicate_key 4:1 a',
    ]);
    expect(error.map((told) => 'first' in told && told.first.span.start)).toEqual([9, 0, 0]);
  });

  test('merge keys, unless quoted', () => {
    expect(read('a: &x {b: 1}\nc:\n  <<: *x\n')).toEqual(['merge_key 3:3 <<']);
    expect(read('c: {"<<": 1}\n')).toEqual({ c: { '<<': 1 } });
  });

  test('keys that are no text', () => {
    expect(read('? [a]\n: 1\n')).toEqual(['complex_key 1:3 [a]']);
    expect(read('{a: 1}: 2\n')).toEqual(['complex_key 1:1 {a: 1}']);
    expect(read('~: 1\n')).toEqual(['complex_key 1:1 ~']);
    expect(read(': 1\n')).toEqual(['complex_key 1:1']);
    expect(read('a: &x b\n*x : 1\n')).toEqual(['complex_key 2:1 *x']);
    expect(read('1.10: a\ntrue: b\n"": c\n? |\n  d\n: e\n')).toEqual({
      ...{ '1.10': 'a', true: 'b', '': 'c' },
      'd\n': 'e',
    });
  });

  test.each(['!a b', '!!binary aGk=', '!!set {a, b}', '!!omap [a: 1]', '!!timestamp 2001-12-14'])(
    'the tag of %s',
    (value) => {
      expect(read(`- ${value}`)).toEqual([expect.stringMatching(/^yaml_warning 1:3 !/)]);
    },
  );

  test('the tags of JSON are taken', () => {
    expect(read('a: !!str 1.10\nb: !!int "3"\nc: !!map {}\nd: !!str\n')).toEqual({
      ...{ a: '1.10', b: 3, c: {}, d: '' },
    });
  });

  test('directives', () => {
    expect(read('%YAML 1.1\n---\na: yes\n')).toEqual(['yaml_directive 1:1 %YAML 1.1']);
    expect(read('# c\n%YAML 1.2\n---\na: !b c\n')).toEqual([
      'yaml_directive 2:1 %YAML 1.2',
      'yaml_warning 4:4 !b',
    ]);
    expect(read('%FOO\n---\na: 1\n')).toEqual(['yaml_warning 1:1 %FOO']);
  });

  test('tabs as indentation, all of them', () => {
    expect(read('a:\n\tb: 1\nc:\n\td: 1\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching('yaml_error 2:1'),
        expect.stringMatching('yaml_error 4:1'),
      ]),
    );
    expect(read('a:\tb\n')).toEqual({ a: 'b' });
  });

  test('at most ten mistakes of syntax', () => {
    expect(read('}\n'.repeat(50))).toHaveLength(10);
  });

  test('a lot of rubbish takes no long time', () => {
    for (const piece of [
      '---\n',
      '%YAML 1.2\n---\n',
      '! ',
      '"',
      'a: &x *x\n',
      '[\n---\n',
      'a: [\n',
    ]) {
      read(piece.repeat(50_000 / piece.length));
    }
  });
});
