import { describe, expect, test } from 'vitest';
import { runCli, withFiles } from './drive.ts';
import { calls, ECHO, projectFiles, runProject, runReported, target } from './reported.ts';

/** Refused before anything runs: exit 2, no stack, nothing on standard output. */
async function refused(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  says: readonly (string | RegExp)[],
): Promise<void> {
  await withFiles(files, async (folder) => {
    const run = await runCli(['run', ...args], { cwd: folder });
    expect(run.code, run.stdout + run.stderr).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain('nothing was run');
    expect(run.stderr).not.toMatch(/^ +at .*:\d+:\d+/m);
    for (const text of says) expect(run.stderr).toMatch(text);
  });
}

const GOOD = projectFiles({ scenarios: { good: ECHO } });

describe('a selection with nothing in it is not green', () => {
  test.each([
    ['a misspelt path', ['scenaros'], [/no file or folder "scenaros"/, /paths are relative to \//]],
    ['one of two paths', ['.', 'nowhere'], [/no file or folder "nowhere"/]],
    ['the default path', [], [/no file or folder "scenarios"/]],
    ['a suite as a scenario', ['suite.yaml'], [/a suite file describes the target/]],
    ['another kind of file', ['notes.txt'], [/must end in \.yaml or \.yml/]],
    [
      'a folder without scenarios',
      ['docs'],
      [/no scenario in "docs"/, /found there: docs\/suite\.yaml/],
    ],
    ['an empty text to look for', ['.', '--grep', 'gud'], [/matches --grep gud/, /--list/]],
    ['a tag nobody has', ['.', '--tag', 'slow'], [/matches --tag slow/]],
    [
      'filters that exclude each other',
      ['.', '-g', 'good', '--not-tag', 'quick'],
      [/--grep good and --not-tag quick/],
    ],
    [
      'a suite file that is not there',
      ['.', '--suite', 'no.yaml'],
      [/no\.yaml: the file cannot be read/],
    ],
  ])('%s', async (_, args, says) => {
    const tagged = { ...GOOD, 'good.yaml': `${GOOD['good.yaml']}tags: [quick]\n` };
    const files = { ...tagged, 'notes.txt': 'x', 'docs/suite.yaml': target('ok') };
    await refused(files, args, says);
  });

  test('an empty folder', async () => {
    await refused({ 'here/.keep': '' }, ['here'], [/no scenario in "here"/, /the folder is empty/]);
  });

  test('a folder without a suite', async () => {
    await refused({ 'good.yaml': GOOD['good.yaml'] ?? '' }, ['.'], [/no suite\.yaml/, /--command/]);
  });

  test('.yml and .yaml are found at any depth, under the nearest suite', async () => {
    const [good = ''] = [GOOD['good.yaml']];
    const files = {
      'suite.yml': target('ok'),
      'one.yml': good,
      'deep/er/two.YAML': good.replace('good', 'two'),
      'other/suite.yaml': target('no-such-mode'),
      'other/three.yaml': good,
    };
    await withFiles(files, async (folder) => {
      const run = await runReported(folder);
      expect(run.code).toBe(3);
      expect(run.report.scenarios.map(({ id, status }) => [id, status])).toEqual([
        ['deep/er/two.YAML', 'passed'],
        ['one.yml', 'passed'],
        ['other/three.yaml', 'errored'],
      ]);
      expect(run.of('two').status).toBe('passed');
    });
  });

  test('--allow-empty is for filters, not for paths', async () => {
    const empty = await runProject({
      scenarios: { good: ECHO },
      args: ['--allow-empty', '--grep', 'gud'],
    });
    expect(empty.code).toBe(0);
    expect(empty.report.scenarios).toEqual([]);
    expect(empty.stdout).toMatch(/^NOTHING RAN/m);
    await refused(GOOD, ['scenaros', '--allow-empty'], [/no file or folder "scenaros"/]);
  });
});

describe('what is skipped is not passed', () => {
  const SKIPPED = `skip: "the service moves"\n${ECHO}`;

  test('beside one that passes', async () => {
    const run = await runProject({ scenarios: { a: SKIPPED, b: ECHO } });
    expect(run.code).toBe(0);
    expect(run.report.summary).toMatchObject({ passed: 1, skipped: 1, tool_calls: 1 });
    expect(run.of('a').message).toBe('the service moves');
    expect(run.stdout).toContain('- a.yaml  skipped: the service moves');
    expect(run.stdout).toMatch(/^PASSED 1 passed, 1 skipped/m);
  });

  test.each([
    [[], 2],
    [['--allow-empty'], 0],
  ])('all of them %j: exit %i', async (args, code) => {
    const run = await runProject({ scenarios: { a: SKIPPED, b: SKIPPED }, args });
    expect(run.code).toBe(code);
    expect(run.report.summary).toMatchObject({ passed: 0, skipped: 2, tool_calls: 0 });
    expect(run.stdout).toMatch(/^NOTHING RAN 0 passed, 2 skipped/m);
  });
});

describe('a file that checks less than it says is refused', () => {
  const echo = (...checks: readonly string[]) => calls('echo', '{ text: x }', ...checks);
  const one = (text: string) => projectFiles({ scenarios: { one: text } });

  test.each([
    [
      'a misspelt key',
      echo('expected_contain: x'),
      [/one\.yaml:5:1: /, /did you mean "expected_contains"\?/],
    ],
    [
      'a key at the wrong depth',
      echo('    contains: x'),
      [/one\.yaml:5:5: /, /"contains" belongs in/],
    ],
    ['a misspelt check', echo('    expect: { contain: x }'), [/one\.yaml:5:15: /, /"contains"/]],
    ['no check at all', echo(), [/one\.yaml:\d+:\d+: /, /nothing to check/]],
    ['an empty map', echo('    expect: {}'), [/an empty map checks nothing/]],
    ['an empty error', echo('    expect: { error: {} }'), [/an empty map checks nothing/]],
    ['an empty list', echo('expected_contains: []'), [/an empty list checks nothing/]],
    ['an empty text', echo('expected_contains: [""]'), [/must not be empty/]],
    ['a pattern that always matches', echo("expected_matches: '.*'"), [/matches the empty text/]],
    ['a key that is not built', echo('expected_judge: [It is polite.]'), [/not supported yet/]],
    ['an empty file', '', [/is missing/]],
  ])('%s', async (_, text, says) => {
    await refused(one(text), ['.'], says);
  });

  test('all mistakes of all files are told at once, and a sound file does not run', async () => {
    const files = projectFiles({
      scenarios: {
        bad: echo('expected_contain: x'),
        good: ECHO,
        worse: echo('expected_contains: 1.10'),
      },
    });
    await refused(files, ['.'], [/bad\.yaml:5:1/, /worse\.yaml:5:20/, /2 files/]);
  });

  test("a suite's check is none of the scenario's own", async () => {
    const files = projectFiles({
      suite: 'expected_not_contains: [undefined]\n',
      scenarios: { none: echo() },
    });
    await refused(files, ['.'], [/none\.yaml/, /nothing to check/]);
  });
});
