import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProject, target } from './reported.ts';
import { lines, SLOW_MS, step, told } from './steps.ts';

const says = (tool: string, args: JsonObject, matches: string): JsonObject =>
  step(tool, args, { expect: { matches } });
/** How many scenarios the process has had, this one included. */
const isNth = (count: number): JsonObject => says('count', { of: 'scenarios' }, `:${count}\\}$`);
const who = (name: string): JsonObject => says('env', { name: 'WHO' }, `^${name}$`);
const holds = (path: string, text: string): JsonObject =>
  says('file', { what: 'read', path }, `^${text}$`);
const leaves = step('file', { what: 'write', path: 'left', text: 'behind' });

/** In file order: which process each of them gets, and what it finds there. */
const OWN: Readonly<Record<string, JsonObject>> = {
  a_plain: { tool_sequence: [isNth(1), who('everybody'), leaves] },
  b_plain: { tool_sequence: [isNth(2), holds('left', 'behind')] },
  c_env: { env: { WHO: 'one' }, tool_sequence: [isNth(1), who('one')] },
  d_env_of_another: { env: { WHO: 'two' }, tool_sequence: [isNth(1), who('two')] },
  e_env_again: { env: { WHO: 'one' }, tool_sequence: [isNth(2), who('one')] },
  f_env_of_a_case: {
    cases: { x: { is: 'x' }, y: { is: 'y' } },
    env: { WHO: 'case ${case.is}' },
    tool_sequence: [isNth(1), who('case ${case.is}'.replace('${case.is}', '[xy]'))],
  },
  g_env_of_a_value: {
    vars: { is: 'g' },
    env: { WHO: '${vars.is}' },
    tool_sequence: [isNth(1), who('g')],
  },
  h_env_of_a_value: {
    vars: { is: 'h' },
    env: { WHO: '${vars.is}' },
    tool_sequence: [isNth(1), who('h')],
  },
  i_files: {
    vars: { word: 'hello' },
    files: { 'a.txt': '${vars.word}', 'deep/er.txt': 'there' },
    tool_sequence: [isNth(1), holds('a.txt', 'hello'), holds('deep/er.txt', 'there'), leaves],
  },
  j_files_of_a_folder: {
    files: './data',
    tool_sequence: [isNth(1), holds('sub/b.txt', 'from a folder')],
  },
  k_plain: { tool_sequence: [isNth(3), who('everybody')] },
  m_asks: { tool_sequence: [{ ...isNth(1), elicitation: [] }] },
  n_has_roots: { roots: [{ uri: 'file:///r' }], tool_sequence: [isNth(1)] },
  o_asks_too: { tool_sequence: [{ ...isNth(2), elicitation: [] }] },
};

const TROUBLE: Readonly<Record<string, JsonObject>> = {
  // No system takes such a name.
  l_a_name_that_is_too_long: { files: { ['a'.repeat(300)]: 'x' }, tool_sequence: [isNth(1)] },
};

describe('isolation: suite', () => {
  let run: Reported;

  beforeAll(async () => {
    const named = Object.entries({ ...OWN, ...TROUBLE });
    const env = { FOLDER: '${tmp}', WHO: 'everybody' };
    run = await runProject({
      suite: `${target('flow', { env })}isolation: suite\n`,
      scenarios: Object.fromEntries(named.map(([name, keys]) => [name, lines(keys)])),
      files: { 'data/sub/b.txt': 'from a folder' },
    });
    expect(run.stderr).toBe('');
  }, SLOW_MS);

  test('a scenario with env or files of its own shares its process only with its likes', () => {
    const came = run.report.scenarios.filter(({ name }) => !Object.hasOwn(TROUBLE, name));
    expect(came.map((each) => `${each.name} ${told(each)}`)).toEqual(
      Object.keys(OWN).flatMap((name) =>
        name === 'f_env_of_a_case' ? [`${name}#x passed`, `${name}#y passed`] : [`${name} passed`],
      ),
    );
    expect(came.filter(({ id }) => id.includes('#')).map(({ id }) => id)).toEqual([
      'f_env_of_a_case.yaml#x',
      'f_env_of_a_case.yaml#y',
    ]);
  });

  test('one that is given a process of its own says so', () => {
    const own = run.report.scenarios
      .filter(({ own_process }) => own_process)
      .map(({ name }) => name);
    const first = Object.entries(OWN).filter(
      ([name, { tool_sequence: steps }]) =>
        name !== 'a_plain' && JSON.stringify(steps).includes(':1'),
    );
    expect(own).toEqual(
      first.flatMap(([name]) => (name === 'f_env_of_a_case' ? [`${name}#x`, `${name}#y`] : [name])),
    );
  });

  test('files that cannot be laid out are trouble, and the server is not started', () => {
    for (const name of Object.keys(TROUBLE)) {
      expect(told(run.of(name))).toBe('errored: files_failed');
    }
  });
});
