import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.ts';
import { wordDiagnostic } from './diagnostic-text.ts';
import { renderDiagnostics } from './diagnostics.ts';
import { DIAGNOSED_FILE, sampleDiagnostics } from './sample-diagnostics.ts';
import { ACTS_ON_TERMINAL, placeOf, sourceFile } from './sample-run.ts';
import { createStyle, PLAIN } from './style.ts';

const FILE = DIAGNOSED_FILE;
const HERE = placeOf(FILE, 'bad');

describe('wording', () => {
  test('of every code', async () => {
    const text = sampleDiagnostics(HERE).map((diagnostic) => {
      const { title, help } = wordDiagnostic(diagnostic);
      return `${diagnostic.code}\n${[title, ...help.map((line) => `  ${line}`)].join('\n')}\n`;
    });
    await expect(text.join('\n')).toMatchFileSnapshot('golden/wording.txt');
  });

  test.each(sampleDiagnostics(HERE))('$code: one form of sentence', (diagnostic) => {
    const { title, help } = wordDiagnostic(diagnostic);
    for (const line of [title, ...help]) {
      expect(line).not.toMatch(/^[A-Z]|[.!]$|undefined|null|\n/);
    }
  });

  test('the rarer cases', () => {
    const say = (diagnostic: Diagnostic) => wordDiagnostic(diagnostic);
    const unknown = { code: 'unknown_key', key: 'tol', owner: 'a step', place: HERE } as const;
    const valid = ['tool', 'args'];
    expect(say({ ...unknown, nearest: null, belongsIn: 'a scenario', valid }).help).toEqual([
      '"tol" belongs in a scenario',
    ]);
    expect(say({ ...unknown, nearest: null, belongsIn: null, valid }).help).toEqual([
      'valid keys: tool, args',
    ]);
    expect(say({ ...unknown, nearest: 'tool', belongsIn: 'a scenario', valid }).help).toEqual([
      'did you mean "tool"?',
      '"tol" belongs in a scenario',
    ]);
    expect(say({ code: 'quote_it', written: "it's \\d", becomes: 'x', place: HERE }).help).toEqual([
      "quote it: 'it''s \\d'",
    ]);
    const cut = say({ code: 'cut_by_comment', kept: '', cut: '#4711', place: HERE });
    expect(cut.title).toBe('" #" starts a comment, so nothing would be read');
    expect(cut.help[0]).toBe('if it belongs to the text, quote the whole: "#4711"');
    expect(say({ code: 'empty_expected', written: '', place: HERE }).title).toBe(
      'an expected value is missing here',
    );
    expect(say({ code: 'no_match', filters: [], total: 0, place: null }).title).toBe(
      'there is no scenario to run',
    );
    for (const reason of ['empty_list', 'empty_object', 'matches_everything'] as const) {
      const { title, help } = say({ code: 'nothing_to_check', reason, place: HERE });
      expect(title).toMatch(/checks nothing|hold without any output/);
      expect(help).toHaveLength(1);
    }
  });
});

describe('renderDiagnostics', () => {
  const other = sourceFile('scenarios/b.yaml', 'x: 1.10\r\n');
  const list: Diagnostic[] = [
    { code: 'quote_it', written: '1.10', becomes: 'the number 1.1', place: placeOf(other, '1.10') },
    { code: 'duplicate_key', key: 'name', first: placeOf(FILE, 'name'), place: third() },
    { code: 'not_supported_yet', what: 'policy', place: HERE },
    { code: 'path_not_found', path: 'nowhere', cwd: '/project', place: null },
    { code: 'not_utf8', path: 'scenarios/c.yaml', offset: 3, place: null },
    { code: 'not_supported_yet', what: 'policy', place: HERE },
  ];

  function third() {
    const start = FILE.text.lastIndexOf('name');
    return { file: FILE, span: { start, end: start + 4 } };
  }

  test('all of all files, in order, each once', () => {
    expect(renderDiagnostics(list, PLAIN)).toMatchInlineSnapshot(`
      "error: no file or folder "nowhere"
        paths are relative to /project

      scenarios/a.yaml:2:1: "policy" is not supported yet
        2 | bad: here
          | ^^^

      scenarios/a.yaml:3:1: the key "name" is written twice in one map
        3 | name: b
          | ^^^^
        first written here: scenarios/a.yaml:1:1
        1 | name: a
          | ^^^^
        keep one of the two

      scenarios/b.yaml:1:4: this must be a string, but 1.10 is read as the number 1.1
        1 | x: 1.10
          |    ^^^^
        quote it: "1.10"

      scenarios/c.yaml: the file is not UTF-8: the byte at offset 3 is invalid
        save it as UTF-8

      5 errors in 3 files, nothing was run
      "
    `);
    expect(renderDiagnostics(list.toReversed(), PLAIN)).toBe(renderDiagnostics(list, PLAIN));
  });

  test('nothing for none', () => {
    expect(renderDiagnostics([], PLAIN)).toBe('');
  });

  test('hostile text does not reach the terminal', () => {
    const evil = sourceFile('::error::\x1b]0;x\x07.yaml', 'a: \x1b[2J\u202e\n');
    const text = renderDiagnostics(
      [
        { code: 'file_unreadable', path: 'b\x9b\n', reason: '\r\x1b[A', place: null },
        { code: 'yaml_error', detail: 'x\n\x1b[1A', hint: null, place: placeOf(evil, '\x1b[2J') },
      ],
      PLAIN,
    );
    expect(text).not.toMatch(ACTS_ON_TERMINAL);
    expect(text).toMatch(/^\\x3a:error::/m);
  });

  test('a huge argument is cut', () => {
    const detail = 'x'.repeat(1_000_000);
    const text = renderDiagnostics(
      [{ code: 'yaml_error', detail, hint: null, place: HERE }],
      PLAIN,
    );
    expect(text.length).toBeLessThan(3000);
  });

  test('colour adds nothing but colour', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour is made of them
    const bare = renderDiagnostics(list, createStyle(true)).replace(/\x1b\[\d+m/g, '');
    expect(bare).toBe(renderDiagnostics(list, PLAIN));
  });
});
