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
    for (const text of says) expect(`\n${run.stderr}`).toMatch(text);
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

test('a suite without a target is skipped, and that alone is not green', async () => {
  const run = await runProject({
    scenarios: { tested: ECHO },
    files: {
      'later/suite.yaml': 'timeout_ms: 1000\n',
      'later/untested.yaml': `name: untested\n${ECHO}`,
    },
  });
  expect(run.code).toBe(0);
  expect(run.of('untested')).toMatchObject({
    status: 'skipped',
    message: 'its suite has no target',
  });
  expect(run.stdout).toMatch(/^PASSED 1 passed, 1 skipped/m);
  const alone = await runProject({
    mode: null,
    suite: 'timeout_ms: 1000\n',
    scenarios: { a: ECHO },
  });
  expect(alone.code).toBe(2);
});

describe('a file that checks less than it says is refused', () => {
  const echo = (...checks: readonly string[]) => calls('echo', '{ text: x }', ...checks);

  test('all mistakes of all files are told at once, and a sound file does not run', async () => {
    const mistakes: Readonly<Record<string, readonly [text: string, says: string]>> = {
      key: [echo('expected_contain: x'), '5:1: unknown key "expected_contain"'],
      depth: [echo('    contains: x'), '5:5: unknown key "contains" in a step'],
      check: [echo('    expect: { contain: x }'), '5:15: unknown key "contain"'],
      nothing: [echo(), '1:7: this scenario has nothing to check'],
      empty_map: [echo('    expect: {}'), '5:13: an empty map checks nothing'],
      empty_error: [echo('    expect: { error: {} }'), '5:22: an empty map checks nothing'],
      empty_list: [echo('expected_contains: []'), '5:20: an empty list checks nothing'],
      empty_text: [echo('expected_contains: [""]'), '5:21: an expected value must not be empty'],
      number: [echo('expected_contains: 1.10'), '5:20: this must be a string, but 1.10 is read'],
      pattern: [echo("expected_matches: '.*'"), '5:19: this regular expression matches the empty'],
      not_built: [
        echo('known_failure: { reason: It is being mended. }'),
        '5:1: "known_failure" is not supported',
      ],
      no_steps: ['', '1:1: the key "tool_sequence" is missing'],
    };
    const texts = Object.entries(mistakes).map(([name, [text]]) => [name, text]);
    const files = projectFiles({ scenarios: { ...Object.fromEntries(texts), good: ECHO } });
    const said = Object.entries(mistakes).map(([name, [, says]]) => `\n${name}.yaml:${says}`);
    await refused(files, ['.'], [...said, 'did you mean "expected_contains"?', '12 files']);
  });

  test.each([
    ['misspelt', echo('expected_contain: x'), ''],
    ['unchecked', echo(), ''],
    ["checked by its suite's list alone", echo(), 'expected_not_contains: [undefined]\n'],
  ])('one %s scenario is enough', async (_, one, suite) => {
    await refused(projectFiles({ suite, scenarios: { one, good: ECHO } }), ['.'], [/one\.yaml:/]);
  });
});
