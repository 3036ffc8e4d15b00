import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProjects, target } from './reported.ts';
import {
  both,
  data,
  expectTold,
  give,
  lines,
  SLOW_MS,
  scenariosOf,
  step,
  type Table,
  texts,
  told,
} from './steps.ts';

const DATA: JsonObject = { id: 7, on: true, none: null, list: [1, { deep: 'x' }], 'a/b': 'slash' };
const GIVEN = give(both(DATA), {
  save: {
    id: '/structuredContent/id',
    all: '/structuredContent',
    deep: '/structuredContent/list/1/deep',
    none: '/structuredContent/none',
    slash: '/structuredContent/a~1b',
    on: '/json/on',
    whole: '/json',
    word: { match: '"deep":"(\\w)"' },
    unparted: { match: '"id":7' },
  },
});
const FAILURE: JsonObject = { ...texts('{"code":"gone","id":3}'), isError: true };

/** A step that saves from a result, and holds but for that. */
const saving = (from: string | JsonObject, result: JsonObject = both({ a: 1 })): JsonObject =>
  give(result, { save: { b: from }, expect: { matches: 'a' } });

const SAVED: Table = {
  types_are_kept: [
    'passed',
    GIVEN,
    give(data({ id: '${vars.id}', all: '${vars.all}', none: '${vars.none}', on: '${vars.on}' }), {
      expect: { structured: { id: 7, all: DATA, none: null, on: true } },
    }),
  ],
  in_every_way: [
    'passed',
    GIVEN,
    give(data({ x: ['${vars.deep}', '${vars.slash}', '${vars.word}', '${vars.unparted}'] }), {
      expect: { structured: { x: ['x', 'slash', 'x', '"id":7'] } },
    }),
    step('echo', { text: 'part ${vars.whole.list}' }, { expect: { contains: '[1,{"deep":"x"}]' } }),
  ],
  with_a_type_that_does_not_fit: [
    'failed: bad_arguments@1',
    GIVEN,
    step('echo', { text: '${vars.id}' }, { expect: { contains: '7' } }),
  ],
  in_what_is_expected: [
    'passed',
    GIVEN,
    give(both(DATA), {
      expect: {
        structured: { id: '${vars.id}' },
        contains: '"id":${vars.id}',
        json: '${vars.all}',
      },
    }),
    give(FAILURE, { save: { code: '/json/code' }, expect: { error: true } }),
    give(FAILURE, { expect: { error: { contains: '"code":"${vars.code}"' } } }),
  ],
  not_as_expected: [
    'failed: structured@1',
    GIVEN,
    give(both({ id: '7' }), { expect: { structured: { id: '${vars.id}' } } }),
  ],
  not_there: [
    'failed: not_saved@0',
    saving('/structuredContent/b'),
    step('echo', { text: '${vars.b}' }),
  ],
  several_not_there: [
    'failed: not_saved@0',
    give(both({ planId: 1, n: 2 }), {
      save: { a: '/structuredContent/planid', n: '/structuredContent/n', b: '/json/plan_id' },
      expect: { contains: 'planId' },
    }),
  ],
  not_a_json_text: ['failed: not_saved@0', saving('/json/a', texts('a'))],
  not_in_the_text: ['failed: not_saved@0', saving({ match: '\\d' }, texts('a'))],
  only_inherited: ['failed: not_saved@0', saving('/structuredContent/toString')],
  of_an_error_with_two_codes: [
    'passed',
    ...['gone', 'plan_gone'].map((code) =>
      give(
        { ...FAILURE, structuredContent: { code: 'plan_gone' } },
        { expect: { error: { code } } },
      ),
    ),
  ],
  out_of_an_error: [
    'passed',
    give(FAILURE, { save: { id: '/json/id', flag: '/isError' }, expect: { error: true } }),
    give(data({ x: ['${vars.id}', '${vars.flag}'] }), { expect: { structured: { x: [3, true] } } }),
  ],
  of_a_step_that_fails: [
    'failed: contains@0',
    give(both({ a: 1 }), { save: { b: '/structuredContent/none' }, expect: { contains: 'b' } }),
  ],
};

const REFUSED: Table = {
  unlisted: [
    'passed',
    step('gone', {}, { unlisted: true, expect: { error: { channel: 'tool', contains: 'gone' } } }),
  ],
  unlisted_without_an_error: [
    'failed: error@0',
    step('gone', {}, { unlisted: true, expect: { contains: 'not found' } }),
  ],
  unlisted_but_listed: [
    'failed: tool_is_listed@0',
    step('echo', { text: 'a' }, { unlisted: true, expect: { error: true } }),
  ],
  listed_but_gone: ['failed: unknown_tool@0', step('gone', {}, { expect: { error: true } })],
  invalid: [
    'passed',
    step(
      'late',
      { ms: '1', text: 'all the same' },
      { invalid_args: true, expect: { contains: 'same' } },
    ),
  ],
  invalid_but_valid: [
    'failed: arguments_fit@0',
    step('echo', { text: 'a' }, { invalid_args: true, expect: { error: true } }),
  ],
  valid_but_invalid: [
    'failed: bad_arguments@0',
    step('echo', { txt: 'a' }, { expect: { error: true } }),
  ],
};

const OWN = { vars: { x: 'first' } };
const SEES_ITS_OWN = step('echo', { text: '${vars.x}' }, { expect: { matches: '^first$' } });
const SAVES = step('echo', { text: 'second' }, { save: { x: { match: '.+' } } });
const SEES_SAVED = step('echo', { text: '${vars.x}' }, { expect: { matches: '^second$' } });

/** On one connection, in file order. */
const APART: Readonly<Record<string, JsonObject>> = {
  saved_by_one: { ...OWN, tool_sequence: [SEES_ITS_OWN, SAVES, SEES_SAVED] },
  unsaved_for_another: { ...OWN, tool_sequence: [SEES_ITS_OWN] },
  unsaved_for_each_case: {
    ...OWN,
    cases: { a: { y: 1 }, b: { y: 2 } },
    setup: [SEES_ITS_OWN, SAVES],
    tool_sequence: [SEES_SAVED],
    expected_contains: ['${vars.x}'],
  },
};

const isolation = 'isolation: suite\n';

describe('steps', () => {
  let run: Reported;

  beforeAll(async () => {
    const suite = `${target('flow')}${isolation}`;
    const projects = {
      saved: { suite, scenarios: scenariosOf(SAVED) },
      apart: {
        suite,
        scenarios: Object.fromEntries(
          Object.entries(APART).map(([name, keys]) => [name, lines(keys)]),
        ),
      },
      refused: { suite, scenarios: scenariosOf(REFUSED) },
    };
    await runProjects(projects, (all) => {
      run = all;
    });
  }, SLOW_MS);

  test('save values, which keep their types', () => expectTold(run, SAVED));
  test('tell all that could not be saved, and what may be meant', () => {
    const { message } = run.of('several_not_there');
    expect(message).toContain('there is no value to save as "a" and "b"');
    expect(message).toContain('did you mean "/structuredContent/planId"?');
    expect(message).toContain('did you mean "/json/planId"?');
  });

  test('deliberately break what the server lists', () => expectTold(run, REFUSED));

  test('save nothing for other scenarios, nor for the next case', () => {
    const apart = run.report.scenarios.filter(({ id }) => id.startsWith('apart/'));
    expect(apart.map(told)).toEqual(['passed', 'passed', 'passed', 'passed']);
  });
});
