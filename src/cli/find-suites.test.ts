import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSuites } from './find-suites.ts';

let cwd = '';
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-eval-test-')));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(...paths: readonly string[]): void {
  for (const path of paths) writeBytes(path, `name: ${path}\n`);
}

function writeBytes(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), content);
}

/** Each suite as `path (file): scenarios`, then what was told. */
function found(paths: readonly string[], suite: string | null = null) {
  const { sources, diagnostics } = findSuites(paths, suite, cwd);
  const lines = sources.map(({ path, file, scenarios }) => {
    const shown = file === null || file === 'unreadable' ? file : file.path;
    return `${path} (${shown}): ${scenarios.map((scenario) => scenario.path).join(' ')}`;
  });
  const told = diagnostics.map((diagnostic) => {
    const { place, ...rest } = { cwd: null, ...diagnostic };
    expect(place).toBeNull();
    return { ...rest, cwd: undefined };
  });
  return { lines, told };
}

const only = (code: string, args: object) => ({
  lines: [],
  told: [{ code, ...args, cwd: undefined }],
});

describe('scenarios', () => {
  test('in folders at any depth, by name; hidden ones and packages left out', () => {
    write('s/suite.yaml', 's/b.yml', 's/a.yaml', 's/c/d/e.YAML', 's/B.yaml', 's/notes.md');
    write('s/.git/x.yaml', 's/.x.yaml', 's/node_modules/p/x.yaml', 's/x.yaml.bak');
    expect(found(['s'])).toEqual({
      lines: ['s (s/suite.yaml): s/B.yaml s/a.yaml s/b.yml s/c/d/e.YAML'],
      told: [],
    });
    expect(found(['.'])).toEqual(found(['s']));
    expect(found(['s/c/../', join(cwd, 's/a.yaml')])).toEqual(found(['s']));
  });

  test('once each, in the order of the paths', () => {
    write('s/suite.yaml', 's/a.yaml', 's/b.yaml');
    expect(found(['s/b.yaml', 's', './s/a.yaml']).lines).toEqual([
      's (s/suite.yaml): s/b.yaml s/a.yaml',
    ]);
  });

  test('each under the nearest suite at or above it', () => {
    write('suite.yml', 'a.yaml', 'in/suite.yaml', 'in/suite.yml', 'in/b.yaml', 'in/er/c.yaml');
    expect(found(['.']).lines).toEqual([
      '. (suite.yml): a.yaml',
      'in (in/suite.yaml): in/b.yaml in/er/c.yaml',
    ]);
    expect(found(['in/er']).lines).toEqual(['in (in/suite.yaml): in/er/c.yaml']);
  });

  test('under no suite: named by their folder', () => {
    write('x/y/a.yaml', 'x/b.yaml');
    expect(found(['x']).lines).toEqual(['x (null): x/b.yaml x/y/a.yaml']);
  });

  test('under the suite that is named, whatever lies beside them', () => {
    write('one/suite.yaml', 'one/a.yaml', 'b.yaml', 'other.yaml');
    expect(found(['one', 'b.yaml'], 'other.yaml').lines).toEqual([
      'other.yaml (other.yaml): one/a.yaml b.yaml',
    ]);
    expect(found(['one'], 'gone.yaml')).toEqual({
      lines: ['gone.yaml (unreadable): one/a.yaml'],
      told: [{ code: 'file_unreadable', path: 'gone.yaml', reason: 'no such file' }],
    });
    expect(found(['one'], 'one').told).toMatchObject([{ reason: 'it is a folder' }]);
  });

  test('outside the working directory', () => {
    write('in/x', 'out/suite.yaml', 'out/a.yaml');
    const { sources } = findSuites(['../out'], null, join(cwd, 'in'));
    expect(sources.map(({ path, scenarios }) => [path, scenarios[0]?.path])).toEqual([
      ['../out', '../out/a.yaml'],
    ]);
  });
});

describe('what is no scenario', () => {
  test('a path that leads nowhere, with the others read', () => {
    write('s/suite.yaml', 's/a.yaml');
    const { lines, told } = found(['gone', 's', 's/gone.yaml']);
    expect(lines).toHaveLength(1);
    expect(told).toMatchObject([
      { code: 'path_not_found', path: 'gone' },
      { code: 'path_not_found', path: 's/gone.yaml' },
    ]);
    expect(findSuites(['gone'], null, cwd).diagnostics).toMatchObject([{ cwd }]);
  });

  test('a path through a file, and one of endless length', () => {
    write('a.yaml');
    const reason = 'a part of the path is no folder';
    expect(found(['a.yaml/b.yaml'])).toEqual(
      only('file_unreadable', { path: 'a.yaml/b.yaml', reason }),
    );
    expect(found(['x'.repeat(300)]).told).toMatchObject([{ reason: 'the name is too long' }]);
  });

  test('a folder without one: what it has instead', () => {
    write('s/suite.yaml', 's/notes.md', 's/sub/a.json');
    const listed = ['s/notes.md', 's/sub/a.json', 's/suite.yaml'];
    expect(found(['s'])).toEqual(only('no_scenarios', { path: 's', found: listed }));
    mkdirSync(join(cwd, 'empty'));
    expect(found(['empty'])).toEqual(only('no_scenarios', { path: 'empty', found: [] }));
  });

  test('another file', () => {
    write('a.json', 'suite.yaml', 'suite.yml');
    expect(found(['a.json'])).toEqual(only('not_yaml_file', { path: 'a.json' }));
    expect(found(['suite.yaml'])).toEqual(only('suite_as_scenario', { path: 'suite.yaml' }));
    expect(found(['suite.yml'])).toEqual(only('suite_as_scenario', { path: 'suite.yml' }));
  });
});

describe('what can’t be read', () => {
  const told = (name: string) => {
    write('s/suite.yaml', 's/zz.yaml');
    const { lines, told: all } = found(['s']);
    expect(lines).toEqual(['s (s/suite.yaml): s/zz.yaml']);
    expect(all).toHaveLength(1);
    return all[0] ?? name;
  };

  test('a broken link, a link to itself, a pipe', () => {
    mkdirSync(join(cwd, 's'));
    symlinkSync('gone', join(cwd, 's/a.yaml'));
    expect(told('a')).toMatchObject({ path: 's/a.yaml', reason: 'no such file' });
    rmSync(join(cwd, 's/a.yaml'));
    symlinkSync('b.yaml', join(cwd, 's/b.yaml'));
    expect(told('b')).toMatchObject({ path: 's/b.yaml', reason: 'too many links' });
    rmSync(join(cwd, 's/b.yaml'));
    execFileSync('mkfifo', [join(cwd, 's/c.yaml')]);
    expect(told('c')).toMatchObject({ path: 's/c.yaml', reason: 'it is no regular file' });
  });

  test('more than a megabyte', () => {
    writeBytes('s/a.yaml', '#'.repeat(1024 * 1024 + 1));
    expect(told('a')).toMatchObject({ code: 'file_too_large', bytes: 1_048_577, limit: 1_048_576 });
    writeBytes('s/a.yaml', '#'.repeat(1024 * 1024));
    expect(found(['s']).told).toEqual([]);
  });

  test.each([
    ['a byte that starts nothing', [0x61, 0xff, 0x62], 1],
    ['a letter cut short', [0x61, 0x62, 0xc3], 2],
    ['Latin-1', [...Buffer.from('name: caf\xe9 x\n', 'latin1')], 10],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00], 0],
  ])('%s', (_, bytes, offset) => {
    writeBytes('s/a.yaml', new Uint8Array(bytes));
    expect(told('a')).toMatchObject({ code: 'not_utf8', path: 's/a.yaml', offset });
  });

  test('a suite file: its scenarios are read all the same', () => {
    write('s/a.yaml');
    symlinkSync('suite.yaml', join(cwd, 's/suite.yaml'));
    expect(found(['s'])).toMatchObject({
      lines: ['s (unreadable): s/a.yaml'],
      told: [{ code: 'file_unreadable', path: 's/suite.yaml' }],
    });
  });
});

describe('links to folders', () => {
  test('are followed once, and never in circles', () => {
    write('s/suite.yaml', 's/a/x.yaml');
    symlinkSync('..', join(cwd, 's/a/up'));
    symlinkSync('a', join(cwd, 's/b'));
    expect(found(['s']).lines).toEqual(['s (s/suite.yaml): s/a/x.yaml']);
  });
});

test('a byte order mark is dropped', () => {
  writeBytes('a.yaml', '\ufeffname: a\n');
  const { sources } = findSuites(['a.yaml'], null, cwd);
  expect(sources[0]?.scenarios[0]?.text).toBe('name: a\n');
});

test('the scenarios of a suite that the paths leave out', () => {
  write('s/suite.yaml', 's/a.yaml', 's/b.yaml', 's/in/c.yaml', 's/own/suite.yaml', 's/own/d.yaml');
  const left = (paths: readonly string[], suite: string | null = null) =>
    findSuites(paths, suite, cwd).sources.map((source) =>
      source.unselected().map(({ path }) => path),
    );
  expect(left(['s/a.yaml'])).toEqual([['s/b.yaml', 's/in/c.yaml']]);
  expect(left(['s'])).toEqual([[], []]);
  expect(left(['s/in/c.yaml'], 's/suite.yaml')).toEqual(left(['s/in/c.yaml']));
  expect(left(['s/a.yaml'], 's/suite.yaml')[0]).toHaveLength(3);
  expect(left(['s/own/d.yaml'], 's/suite.yaml')[0]).toHaveLength(3);
  write('s/named.yaml');
  expect(left(['s/in/c.yaml'], 's/named.yaml')).toEqual([[]]);
});

describe('which suite governs', () => {
  test('of two in one folder nobody can say', () => {
    write('s/suite.yaml', 's/suite.yml', 's/a.yaml');
    expect(found(['s']).told).toMatchObject([{ code: 'file_unreadable', path: 's/suite.yml' }]);
  });

  test('a link that leads nowhere does not hand over to the folder above', () => {
    write('suite.yaml', 's/a.yaml');
    symlinkSync('/nowhere/suite.yaml', join(cwd, 's/suite.yaml'));
    expect(found(['s']).told).toMatchObject([{ code: 'file_unreadable', path: 's/suite.yaml' }]);
  });

  test('the one where a scenario really lies, whatever links lead there', () => {
    write('s/suite.yaml', 's/b/x.yaml', 's/a/suite.yaml', 's/a/y.yaml');
    symlinkSync('../b', join(cwd, 's/a/link'));
    symlinkSync('../..', join(cwd, 's/a/up'));
    expect(found(['s'])).toEqual({
      lines: ['s/a (s/a/suite.yaml): s/a/y.yaml', 's (s/suite.yaml): s/b/x.yaml'],
      told: [],
    });
  });

  test('a suite among its scenarios, as a shell names them, is no mistake', () => {
    write('s/suite.yaml', 's/a.yaml');
    expect(found(['s/a.yaml', 's/suite.yaml'])).toEqual({
      lines: ['s (s/suite.yaml): s/a.yaml'],
      told: [],
    });
    expect(found(['s/suite.yaml']).told).toMatchObject([{ code: 'suite_as_scenario' }]);
  });
});
