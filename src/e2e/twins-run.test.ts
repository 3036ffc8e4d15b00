import { beforeAll, describe, expect, test } from 'vitest';
import { type CliResult, runCli, withFiles } from './drive.ts';
import {
  type Project,
  projectFiles,
  type Reported,
  readReport,
  runReported,
  statuses,
  target,
} from './reported.ts';
import { lines, SLOW_MS, scenariosOf, step, type Table, told } from './steps.ts';

const SOUND: Table = {
  echo: ['passed', step('echo', { text: 'a' }, { expect: { contains: 'a' } })],
  who: ['passed', step('env', { name: 'WHO' }, { expect: { contains: 'everybody' } })],
};
const CASES = `cases: { one: { is: every }, two: { is: body } }
tool_sequence:
  - { tool: env, args: { name: WHO }, expect: { contains: "\${case.is}" } }
`;
const CRITERION = `tool_sequence: [{ tool: env, args: { name: WHO } }]
expected_judge: Names somebody.
`;

/** A twin on which these must fail: another `WHO`, by default. */
const twin = (must_fail: readonly string[], changes: object = { env: { WHO: 'nobody' } }) => ({
  ...changes,
  must_fail,
});
const UNSET = { expect: { contains: 'unset' } };
const NO_SERVER = { command: process.execPath, args: ['-e', ''] };

function project(twins: object, scenarios: Project['scenarios'], who = 'everybody'): Project {
  const keys = lines({ twins: twins as never, clients: { other: {} } });
  return { suite: target('flow', { env: { WHO: who } }) + keys, scenarios };
}

const sound = scenariosOf(SOUND);
const PROJECTS: Readonly<Record<string, Project>> = {
  alone: { mode: 'flow', scenarios: { alone: sound.echo ?? '' } },
  good: project({ nobody: twin(['who', 'cases#one']) }, { ...sound, cases: CASES }),
  not_there: project({ none: twin(['mine'], NO_SERVER) }, { mine: sound.who ?? '' }),
  surviving: project(
    { weak: twin(['hello', 'part']), untold: twin(['criterion']) },
    { hello: sound.echo ?? '', part: CASES, criterion: CRITERION },
  ),
  // On the sound server they do not pass either.
  unsound: project(
    { nobody: twin(['wrong', 'unlisted', 'later', 'callers']) },
    {
      wrong: sound.who ?? '',
      unlisted: lines({ tool_sequence: [step('envy', {}, { expect: { contains: 'a' } })] }),
      later: `skip: not yet\n${sound.who}`,
      callers: lines({
        tool_sequence: [step('echo', {}, { client: 'other', expect: { contains: 'a' } })],
      }),
    },
    'somebody',
  ),
  // Its server states no hints of some tools, broken or not.
  unheld: {
    suite: `${target('flow')}contract: { hints: explicit }
twins: { mute: { env: { WHO: nobody }, must_fail: [contract.hints, whose] } }
`,
    scenarios: { whose: lines({ tool_sequence: [step('env', { name: 'WHO' }, UNSET)] }) },
  },
};

describe('--twins', () => {
  let all: Reported;
  let others: Readonly<Record<string, CliResult>>;

  beforeAll(async () => {
    const files = Object.entries(PROJECTS).flatMap(([folder, each]) =>
      Object.entries(projectFiles(each)).map(([path, text]) => [`${folder}/${path}`, text]),
    );
    await withFiles(Object.fromEntries(files), async (cwd) => {
      const run = (...args: readonly string[]) =>
        runCli(['run', ...args, '--twins', '--reporter', 'json'], { cwd });
      all = await runReported(cwd, ['--twins']);
      others = {
        good: await run('alone', 'good'),
        notThere: await run('not_there'),
        none: await run('alone'),
        filtered: await run('good', '-g', 'echo'),
        listed: await run('.', '--list'),
      };
    });
  }, SLOW_MS);

  test('each named scenario is run on its twin, behind the sound server', () => {
    expect(statuses(all.report)).toEqual({
      alone: 'passed',
      'cases#one': 'passed',
      'cases#two': 'passed',
      echo: 'passed',
      who: 'passed',
      'cases#one@nobody': 'passed',
      'who@nobody': 'passed',
      mine: 'passed',
      'mine@none': 'errored',
      criterion: 'skipped',
      hello: 'passed',
      'part#one': 'passed',
      'part#two': 'passed',
      'hello@weak': 'failed',
      'part#one@weak': 'passed',
      'part#two@weak': 'failed',
      'criterion@untold': 'failed',
      wrong: 'failed',
      unlisted: 'failed',
      later: 'skipped',
      callers: 'skipped',
      'wrong@nobody': 'failed',
      'unlisted@nobody': 'failed',
      'later@nobody': 'failed',
      'callers@nobody': 'failed',
      contract: 'failed',
      whose: 'passed',
      'contract@mute': 'failed',
      'whose@mute': 'passed',
    });
    expect([all.code, all.stderr]).toEqual([1, '']);
  });

  test('by what it was caught is told, and is no fault', () => {
    expect(told(all.of('who@nobody'))).toBe('passed: contains@0');
    expect(all.of('who@nobody').code).toBeUndefined();
    expect(all.of('who@nobody').caught_by).toMatchObject({
      code: 'assertion_failed',
      message: expect.stringMatching(/^the step's text does not contain/),
    });
    expect(told(all.of('wrong'))).toBe('failed: contains@0');
  });

  test('what does not pass on the sound server proves nothing on a twin', () => {
    for (const name of ['wrong', 'unlisted', 'later', 'callers', 'criterion']) {
      const twin = name === 'criterion' ? 'untold' : 'nobody';
      expect(all.of(`${name}@${twin}`)).toMatchObject({ status: 'failed', code: 'twin_unproven' });
      expect(all.of(`${name}@${twin}`).steps).toEqual([]);
    }
    expect(all.of('contract@mute').code).toBe('twin_unproven');
    expect(all.stdout).toContain('without the fault it does not pass either');
  });

  test('--list names all that is run, contracts included, in its order', () => {
    const ids = all.report.scenarios.map(({ id, name }) => `${id}  ${name}`);
    expect(others.listed?.stdout.trimEnd().split('\n')).toEqual(ids);
  });

  test('a twin that does not start is told at its place in the suite', () => {
    expect(all.of('mine@none').message).toMatch(/at not_there\/suite\.yaml:2:/);
  });

  test('a twin that survives, or of which nothing is told, is a failure', () => {
    for (const name of ['hello@weak', 'part#two@weak']) {
      expect(all.of(name)).toMatchObject({ status: 'failed', code: 'twin_survived' });
    }
    expect(all.stdout).toContain('the broken twin "weak" survived');
    expect(all.of('mine@none').code).toBe('start_failed');
  });

  test('the exit code: all are caught, one could not be told, none is there', async () => {
    expect(others.good?.code, others.good?.stderr).toBe(0);
    const report = await readReport(others.good?.stdout ?? '');
    expect(statuses(report)).toMatchObject({ alone: 'passed', 'who@nobody': 'passed' });
    expect(others.notThere?.code).toBe(3);
    for (const mistaken of [others.none, others.filtered]) {
      expect(mistaken?.code).toBe(2);
      expect(mistaken?.stderr).toContain('no selected suite has twins with a selected scenario');
    }
  });
});
