import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { runCli, withFiles } from './drive.ts';
import { calls, projectFiles, runProject, statuses, target } from './reported.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A step that sends these arguments to the tool that gives them back. */
const args = (value: unknown): string =>
  `  - tool: args\n    args: ${JSON.stringify(value)}\n    expect: { contains: "{" }\n`;

/** What the server was sent by each step of a scenario. */
async function sent(
  head: string,
  steps: readonly unknown[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly runId: string; readonly got: readonly Record<string, JsonValue>[] }> {
  const scenario = `${head}tool_sequence:\n${steps.map(args).join('')}`;
  const run = await runProject({ mode: 'args', scenarios: { one: scenario }, cli: { env } });
  expect(run.code, run.stdout).toBe(0);
  const got = run.of('one').steps.map(({ text }) => JSON.parse(text) as Record<string, JsonValue>);
  return { runId: run.report.run_id, got };
}

describe('values reach the server', () => {
  test('with the types they have in the file', async () => {
    const value = {
      n: 2,
      f: 0.5,
      big: 9007199254740991,
      yes: true,
      none: null,
      s: '2',
      l: [1, 'x'],
    };
    expect((await sent('', [value])).got).toEqual([value]);
  });

  test('a placeholder alone keeps the type, one within a text becomes text, a key is never expanded', async () => {
    const head =
      'vars: { n: 2, on: true, none: null, list: [1, 2], deep: { er: { x: "y" } }, again: "$${env.HOME}" }\n';
    const { got } = await sent(head, [
      {
        n: '${vars.n}',
        on: '${vars.on}',
        none: '${vars.none}',
        list: '${vars.list}',
        deep: '${vars.deep}',
        x: '${vars.deep.er.x}',
        within: 'n=${vars.n} list=${vars.list}',
        again: '${vars.again}',
        literal: '$${vars.n}',
        '$${vars.n}': 1,
      },
    ]);
    expect(got).toEqual([
      {
        n: 2,
        on: true,
        none: null,
        list: [1, 2],
        deep: { er: { x: 'y' } },
        x: 'y',
        within: 'n=2 list=[1,2]',
        again: '${env.HOME}',
        literal: '${vars.n}',
        '$${vars.n}': 1,
      },
    ]);
  });

  test('the environment, with defaults; what comes from it is not expanded again', async () => {
    const { got } = await sent(
      '',
      [{ a: '${env.GIVEN}', b: '${env.GIVEN:-c}', c: '${env.EMPTY:-d}', d: '${env.UNSET:-e}' }],
      { GIVEN: '${run.id}', EMPTY: '' },
    );
    expect(got).toEqual([{ a: '${run.id}', b: '${run.id}', c: 'd', d: 'e' }]);
  });

  test('a UUID is new at each place, and the same where it is named', async () => {
    const step = { one: '${uuid}', two: '${uuid}', same: '${vars.id}' };
    const { got } = await sent('vars: { id: "${uuid}" }\n', [step, step]);
    const all = got.flatMap(({ one, two, same }) => [one, two, same]);
    for (const id of all) expect(id).toMatch(UUID);
    expect(new Set(all).size).toBe(5);
    expect(got[0]?.same).toBe(got[1]?.same);
  });

  test('the id of the run, as reported, and days in UTC', async () => {
    const day = (offset: number) =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const before = day(0);
    const { runId, got } = await sent('', [
      { id: '${run.id}', today: '${today}', later: '${today+7d}', long: 'on ${today+400d}' },
    ]);
    // Midnight may pass meanwhile.
    const at = before === day(0) || got[0]?.today === day(0) ? 0 : -1;
    expect(got).toEqual([
      { id: runId, today: day(at), later: day(at + 7), long: `on ${day(at + 400)}` },
    ]);
  });
});

describe('values in the other places', () => {
  test('expected texts, routes, the environment and the arguments of the target', async () => {
    const env = { FOLDER: '${tmp}', API: '${upstreams.api.url}/v1', RUN: '${run.id}' };
    const suite = `${target('env', { env })}upstreams: { api: {} }\n`;
    const run = await runProject({
      suite,
      scenarios: {
        same: calls(
          'env',
          '{}',
          'expected_contains:',
          ...['"FOLDER":"${tmp}"', '"API":"${upstreams.api.url}/v1"', '"RUN":"${run.id}"'].map(
            (text) => `  - '${text}'`,
          ),
        ),
        other: calls('env', '{}', 'expected_contains: "FOLDER:${tmp}/"'),
      },
    });
    expect(statuses(run.report)).toEqual({ same: 'passed', other: 'failed' });
    const { FOLDER, API } = JSON.parse(run.of('same').output) as Record<string, string>;
    expect(API).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(JSON.parse(run.of('other').output).FOLDER).not.toBe(FOLDER);
    // What was looked for is shown as it was looked for.
    const [{ expected } = { expected: '' }] = run.of('other').assertions;
    expect(expected).toBe(`FOLDER:${JSON.parse(run.of('other').output).FOLDER}/`);
  });

  test('arguments that do not fit are shown with the values that do not', async () => {
    const run = await runProject({
      scenarios: {
        number: `vars: { n: 5 }\n${calls('echo', '{ text: "${vars.n}" }', 'expected_contains: "5"')}`,
      },
    });
    expect(run.of('number')).toMatchObject({
      code: 'bad_arguments',
      steps: [{ args: { text: 5 } }],
    });
    expect(run.stdout).toContain('echo {"text":5}');
  });

  test('unknown names, other syntaxes and unset variables are refused, each with its place', async () => {
    const mistakes: readonly (readonly [text: string, says: RegExp])[] = [
      ['${vars.nam}', /\bnam\b/],
      ['${env.NOT_SET_ANYWHERE}', /NOT_SET_ANYWHERE is not set/],
      ['${HOME}', /\$\{env\.HOME}/],
      ['$HOME', /\$\{env\.HOME}/],
      ['${env:HOME}', /\$\{env\.HOME}/],
      ['${upstreams.api.url}', /"api"/],
      ['${todai}', /did you mean \S*today\b/],
    ];
    const scenarios = mistakes.map(([text], index) => [
      `s${index}`,
      `vars: { name: x }\n${calls('echo', `{ text: "${text}" }`, 'expected_contains: x')}`,
    ]);
    const files = projectFiles({ scenarios: Object.fromEntries(scenarios) });
    await withFiles(files, async (folder) => {
      const run = await runCli(['run', '.'], { cwd: folder });
      expect([run.code, run.stdout]).toEqual([2, '']);
      const told = run.stderr.split(/^(?=s\d\.yaml:)/m);
      for (const [index, [, says]] of mistakes.entries()) {
        const own = told.filter(
          (part) =>
            part.startsWith(`s${index}.yaml:5:19: `) || part.startsWith(`s${index}.yaml:5:20: `),
        );
        expect(own.join('')).toMatch(says);
      }
    });
  });
});
