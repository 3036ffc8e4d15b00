import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProjects, target } from './reported.ts';
import { both, give, lines, SLOW_MS, texts, told } from './steps.ts';

const saves = (result: JsonObject, save: JsonObject): JsonObject => give(result, { save });
const ID = { id: '/structuredContent/id' };
/** JSON that is deeper than any walk over it can go. */
const DEEP = `${'['.repeat(5000)}1${']'.repeat(5000)}`;

/** Scenarios, and what is told of each. */
const SCENARIOS: Readonly<Record<string, readonly [told: string, scenario: JsonObject]>> = {
  teardown_saves_another: [
    'failed: not_contains@output',
    {
      tool_sequence: [saves(both({ id: 'first' }), ID)],
      teardown: [saves(both({ id: 'second' }), ID)],
      expected_not_contains: '${vars.id}',
    },
  ],
  a_part_that_is_not_there: [
    'errored: unsaved_value',
    {
      tool_sequence: [saves(both({ id: 'x' }), { all: '/structuredContent' })],
      expected_contains: '${vars.all.name}',
    },
  ],
  a_part_of_what_it_covers: [
    'errored: unsaved_value',
    {
      vars: { all: { name: 'x' } },
      tool_sequence: [saves(both({ id: 'x' }), { all: '/structuredContent/id' })],
      expected_contains: '${vars.all.name}',
    },
  ],
  a_part_in_a_step: [
    'errored: unsaved_value@1',
    {
      tool_sequence: [
        saves(both({ id: 'x' }), { all: '/structuredContent' }),
        give(both({ id: 'x' }), { expect: { contains: '${vars.all.name}' } }),
      ],
      expected_contains: 'x',
    },
  ],
  a_number_too_large: [
    'failed: not_saved@0',
    {
      tool_sequence: [saves(texts('{"id":[9007199254740993]}'), { id: '/json/id' })],
      expected_contains: 'id',
    },
  ],
  too_deep: [
    'failed: not_saved@0',
    { tool_sequence: [saves(texts(DEEP), { id: '/json' })], expected_contains: '[' },
  ],
  nothing_and_the_empty_text: [
    'passed',
    {
      tool_sequence: [
        saves(both({ none: null, empty: '' }), {
          none: '/structuredContent/none',
          empty: '/structuredContent/empty',
        }),
        give(both({ a: '${vars.none}', b: '${vars.empty}' }), {
          expect: { structured: { a: null, b: '' } },
        }),
      ],
    },
  ],
  a_group_that_takes_no_part: [
    'failed: not_saved@0',
    {
      tool_sequence: [saves(texts('id: none'), { id: { match: 'id: (\\d+)?' } })],
      expected_contains: 'id',
    },
  ],
};

describe('what steps save', () => {
  let run: Reported;

  beforeAll(async () => {
    const scenarios = Object.entries(SCENARIOS).map(([name, [, keys]]) => [name, lines(keys)]);
    const project = { suite: target('flow'), scenarios: Object.fromEntries(scenarios) };
    await runProjects({ saved: project }, (all) => {
      run = all;
    });
  }, SLOW_MS);

  test.each(Object.entries(SCENARIOS))('%s', (name, [as]) => {
    expect(told(run.of(name)), run.stdout).toBe(as);
  });
});
