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
  not_a_json_text: ['failed: not_saved@0', saving('/json/a', texts('a'))],
  not_in_the_text: ['failed: not_saved@0', saving({ match: '\\d' }, texts('a'))],
  only_inherited: ['failed: not_saved@0', saving('/structuredContent/toString')],
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

const counts = (of: string, more: JsonObject): JsonObject => step('count', { of }, more);
const SOON = { every_ms: 5, timeout_ms: 20_000 };

const REPEATED: Table = {
  times: [
    'passed',
    counts('a', { times: 3, save: { n: '/json/count' }, expect: { contains: 'count' } }),
    give(data({ n: '${vars.n}' }), { expect: { structured: { n: 3 } } }),
  ],
  times_each_of_which_is_held: [
    'failed: structured@0',
    counts('b', { times: 3, expect: { structured: { count: 3 } } }),
  ],
  poll: [
    'passed',
    counts('c', { poll: SOON, save: { n: '/json/count' }, expect: { structured: { count: 4 } } }),
    give(data({ n: '${vars.n}' }), { expect: { structured: { n: 4 } } }),
  ],
  poll_in_vain: [
    'failed: contains@0',
    counts('d', { poll: { every_ms: 5, timeout_ms: 50 }, expect: { contains: 'x' } }),
  ],
  poll_of_what_writes: [
    'errored: poll_not_read_only@0',
    step('count_up', { of: 'e' }, { poll: SOON, expect: { contains: '3' } }),
  ],
  poll_that_wrote_nothing: ['passed', counts('e', { expect: { structured: { count: 1 } } })],
  poll_that_loses_the_server: [
    'errored: connection_lost@0',
    step('crash', {}, { poll: SOON, expect: { contains: 'x' } }),
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
      repeated: { suite, scenarios: scenariosOf(REPEATED) },
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
  test('are repeated', () => expectTold(run, REPEATED));
  test('deliberately break what the server lists', () => expectTold(run, REFUSED));

  test('save nothing for other scenarios, nor for the next case', () => {
    const apart = run.report.scenarios.filter(({ id }) => id.startsWith('apart/'));
    expect(apart.map(told)).toEqual(['passed', 'passed', 'passed', 'passed']);
  });

  test('the output has the texts of all calls, of a poll that of the last', () => {
    const all = [1, 2, 3].map((count) => JSON.stringify({ count }));
    expect(run.of('times').steps[0]?.text).toBe(all.join('\n'));
    expect(run.of('times').output).toBe([...all, '{"n":3}'].join('\n'));
    expect(run.of('poll').output).toBe('{"count":4}\n{"n":4}');
  });
});
