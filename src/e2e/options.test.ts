import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { compileOwn } from '../validator/own.ts';
import { type CliResult, runCli, withFiles } from './drive.ts';
import {
  calls,
  ECHO,
  projectFiles,
  runProject,
  runReported,
  server,
  statuses,
  target,
} from './reported.ts';

const TAGGED = {
  slow: `tags: [slow, network]\n${ECHO}`,
  quick: `tags: [quick]\n${ECHO}`,
  plain: ECHO,
};

/** A run of these scenarios as people start it: without the report for machines. */
function plainRun(
  scenarios: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  return withFiles(projectFiles({ scenarios }), (folder) =>
    runCli(['run', '.', ...args], { cwd: folder, env }),
  );
}

describe('which scenarios run', () => {
  test.each([
    [['--grep', 'QUI'], ['quick']],
    [['-g', 'plain.yaml'], ['plain']],
    [['--tag', 'slow'], ['slow']],
    [
      ['--tag', 'slow', '--tag', 'quick'],
      ['quick', 'slow'],
    ],
    [
      ['--not-tag', 'network'],
      ['plain', 'quick'],
    ],
    [['--tag', 'slow', '--tag', 'quick', '--not-tag', 'network'], ['quick']],
  ])('%j', async (args, expected) => {
    const listed = await plainRun(TAGGED, [...args, '--list']);
    expect([listed.code, listed.stderr]).toEqual([0, '']);
    const named = listed.stdout.split('\n').map((line) => line.split('  ').slice(0, 2).join('  '));
    expect(named).toEqual([...expected.map((name) => `${name}.yaml  ${name}`), '']);
  });

  test('and no other', async () => {
    const run = await runProject({ scenarios: TAGGED, args: ['--not-tag', 'slow'] });
    expect(statuses(run.report)).toEqual({ plain: 'passed', quick: 'passed' });
  });

  test('--list starts nothing', async () => {
    const suite = target('ok', { cwd: './nowhere' });
    await withFiles(projectFiles({ suite, scenarios: { a: ECHO } }), async (folder) => {
      const listed = await runCli(['run', '.', '--list'], { cwd: folder });
      expect(listed).toMatchObject({ code: 0, stdout: 'a.yaml  a\n', stderr: '' });
      expect((await runCli(['run', '.'], { cwd: folder })).code).toBe(3);
    });
  });
});

describe('how much is told', () => {
  const MIXED = { bad: calls('echo', '{ text: a }', 'expected_contains: b'), good: ECHO };

  test('--quiet: failures and the summary', async () => {
    const run = await plainRun(MIXED, ['--quiet']);
    expect(run.code).toBe(1);
    expect(run.stdout).not.toContain('✓');
    expect(run.stdout).toMatch(/^✗ bad\.yaml {2}failed/m);
    expect(run.stdout).toMatch(/^FAILED 1 failed, 1 passed/m);
    const good = await plainRun({ good: ECHO }, ['--quiet']);
    expect(good.stdout).toMatch(/^PASSED 1 passed .*\n$/);
  });

  test('--verbose: the steps of those that pass too', async () => {
    const run = await plainRun(MIXED, ['--verbose']);
    expect(run.stdout).toMatch(
      /^✓ good\.yaml .*\n {2}step 1 {2}echo {"text":"hello"} .*\n {4}\| hello$/m,
    );
  });

  test('colours only where they are wanted', async () => {
    const coloured = async (args: readonly string[], env: Readonly<Record<string, string>>) =>
      (await plainRun({ good: ECHO }, args, env)).stdout.includes('\u001b[');
    expect(await coloured([], {})).toBe(false);
    expect(await coloured([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await coloured(['--no-color'], { FORCE_COLOR: '1' })).toBe(false);
    expect(await coloured([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
  });
});

describe('the folder of a connection', () => {
  const scenarios = {
    bad: calls('echo', '{ text: "${tmp}" }', 'expected_contains: nowhere'),
    good: calls('echo', '{ text: "${tmp}" }', 'expected_contains: "${tmp}"'),
  };

  test('is removed, whatever the verdict', async () => {
    await withFiles({}, async (TMPDIR) => {
      const run = await runProject({ scenarios, cli: { env: { TMPDIR } } });
      expect(run.code).toBe(1);
      expect(run.of('good').output).toMatch(`${TMPDIR}/`);
      expect(await readdir(TMPDIR)).toEqual([]);
      expect(run.stdout).not.toContain('kept:');
    });
  });

  test('is kept and named upon --keep-tmp, even when the server did not start', async () => {
    await withFiles({}, async (TMPDIR) => {
      const cli = { env: { TMPDIR } };
      const args = ['--keep-tmp'];
      const runs = [
        await runProject({ scenarios, args, cli }),
        await runProject({ mode: 'fatal-env', scenarios: { c: ECHO }, args, cli }),
        await runProject({
          scenarios: { d: ECHO.replace('hello\n', '"${env.NONE:-}"\n') },
          args,
          cli,
        }),
      ];
      expect(runs.map(({ code }) => code)).toEqual([1, 3, 3]);
      const kept = runs.flatMap(({ report }) => report.scenarios.map(({ tmp = '' }) => tmp));
      expect(kept.sort()).toEqual((await readdir(TMPDIR)).map((name) => join(TMPDIR, name)).sort());
      expect(kept).toHaveLength(4);
      for (const folder of kept) {
        await access(folder);
        expect(runs.map(({ stdout }) => stdout).join('')).toContain(`kept: ${folder}`);
      }
    });
  });

  test('that cannot be made is told, and is no bug of ours', async () => {
    const env = { TMPDIR: '/nowhere/at/all' };
    const run = await withFiles(projectFiles({ scenarios: { a: ECHO } }), (folder) =>
      runReported(folder, [], { env }),
    );
    expect(run.code).toBe(3);
    expect(run.of('a')).toMatchObject({ status: 'errored', code: 'tmp_failed' });
    expect(run.stdout).toContain('no temporary folder could be made');
  });
});

describe('which server is tested', () => {
  const scenarios = { only_elsewhere: calls('count', '{}', 'expected_contains: "1"') };

  test('--suite takes the place of the nearest suite', async () => {
    const files = { 'other/suite.yaml': target('counter') };
    const plain = await runProject({ scenarios, files });
    expect([plain.code, plain.of('only_elsewhere').code]).toEqual([1, 'unknown_tool']);
    const other = await runProject({ scenarios, files, args: ['--suite', 'other/suite.yaml'] });
    expect(other.code, other.stdout).toBe(0);
  });

  test('--command takes the place of its command, and needs no suite', async () => {
    const { command, args } = server('counter');
    const option = ['--command', `'${command}' "${args[0]}" ${args[1]}`];
    expect((await runProject({ scenarios, args: option })).code).toBe(0);
    const { 'suite.yaml': _, ...bare } = projectFiles({ scenarios });
    await withFiles(bare, async (folder) => {
      expect((await runReported(folder, option)).code).toBe(0);
    });
  });

  test('--command is for one suite', async () => {
    const files = { 'other/suite.yaml': target('ok'), 'other/b.yaml': `name: b\n${ECHO}` };
    await withFiles(projectFiles({ scenarios, files }), async (folder) => {
      const run = await runCli(['run', '.', '--command', 'node x.js'], { cwd: folder });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('--command is for one suite, but 2 are selected');
    });
  });

  test.each([
    ['http://127.0.0.1:1/mcp', 'no scenario of "." takes part in a live run'],
    ['', 'MCP_EVAL_REMOTE_URL is set but empty'],
  ])(
    'a live run that is asked for by a variable (%j) is refused, not run as another',
    async (MCP_EVAL_REMOTE_URL, says) => {
      const run = await plainRun({ good: ECHO }, [], { MCP_EVAL_REMOTE_URL });
      expect(run.code).toBe(2);
      expect(run.stdout).toBe('');
      expect(run.stderr).toContain(says);
    },
  );
});

describe('the command line', () => {
  test.each([
    [[], /Usage: mcp-eval/],
    [['rnu'], /unknown command 'rnu'/],
    [['run', '--bogus'], /unknown option '--bogus'/],
    [['run', '--tag'], /argument missing/],
    [['run', '--grep', ' '], /would select everything/],
    [['run', '--command', ''], /It is empty/],
    [['run', '--quiet', '--verbose'], /cannot be used with/],
    [['run', '--fail-on-flaky'], /--fail-on-flaky is not supported yet/],
    [['run', '--judge', 'maybe'], /auto, required, off/],
    [['check'], /mcp-eval check is not supported yet/],
    [['schema'], /missing required argument/],
    [['schema', 'reports'], /scenario, suite, report/],
  ])('%j: exit 2 and no stack', async (args, says) => {
    const run = await runCli(args);
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toMatch(says);
    expect(run.stderr).not.toMatch(/^ +at .*:\d+/m);
  });

  test.each([
    [['--help'], /^Usage: mcp-eval/],
    [['run', '--help'], /--keep-tmp/],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
  ])('%j: exit 0', async (args, says) => {
    const run = await runCli(args);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(says);
  });

  test.each([['scenario'], ['suite'], ['report']])('schema %s is a JSON Schema', async (kind) => {
    const run = await runCli(['schema', kind]);
    expect([run.code, run.stderr]).toEqual([0, '']);
    const schema = JSON.parse(run.stdout) as JsonObject;
    expect(schema.$schema).toMatch('2020-12');
    expect(compileOwn(schema)('no file of ours')).not.toEqual([]);
  });
});
