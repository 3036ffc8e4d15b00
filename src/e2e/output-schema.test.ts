import { beforeAll, describe, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProjects, target } from './reported.ts';
import {
  both,
  data,
  expectTold,
  give,
  SLOW_MS,
  scenariosOf,
  step,
  type Table,
  texts,
} from './steps.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const PAIR: JsonObject[] = [{ type: 'string' }, { type: 'integer' }];

const owes = (tool: string, of: JsonObject | null, more: JsonObject = {}): JsonObject =>
  step(tool, of === null ? {} : { data: of }, { expect: { contains: 'see' }, ...more });

/** The tools of the server each stand on a page of their own. */
const OWING: Table = {
  tuple: ['passed', owes('tuple', { pair: ['a', 1] })],
  tuple_too_long: ['failed: output_schema@0', owes('tuple', { pair: ['a', 1, 2] })],
  tuple_of_another_type: ['failed: output_schema@0', owes('tuple', { pair: [1, 1] })],
  closed: ['passed', owes('closed', { name: 'a' })],
  closed_but_more: ['failed: output_schema@0', owes('closed', { name: 'a', more: 1 })],
  draft_07: ['passed', owes('draft07', { pair: ['a', 1] })],
  draft_07_too_long: ['failed: output_schema@0', owes('draft07', { pair: ['a', 1, 2] })],
  unknown_dialect: ['errored: output_schema@0', owes('unknown', {})],
  no_schema_at_all: ['errored: output_schema@0', owes('invalid', { a: 1 })],
  no_data_at_all: ['failed: output_schema@0', owes('tuple', null)],
  told_to_leave_it: [
    'passed',
    owes('tuple', { pair: [] }, { expect: { output_schema: false, contains: 'see' } }),
  ],
  an_error_owes_nothing: [
    'passed',
    step(
      'tuple',
      { data: { pair: 1 }, fails: true },
      {
        expect: { error: { channel: 'tool', contains: 'see the data' }, structured: { pair: 1 } },
      },
    ),
  ],
  an_error_nobody_expects: [
    'failed: error@0',
    step('tuple', { fails: true }, { expect: { contains: 'see' } }),
  ],
  raw_as_it_came: [
    'passed',
    owes('tuple', { pair: ['a', 1] }, { save: { extra: '/extra' } }),
    step(
      'closed',
      { data: { name: '${vars.extra}' } },
      { expect: { output_schema: false, structured: { name: true } } },
    ),
  ],
};

const VALUE: JsonObject = { a: 1, list: [1, { b: null }], more: 'x' };
const holds = (expect: JsonObject, result: JsonObject = both(VALUE)): JsonObject =>
  give(result, { expect });
const tupleOf = (keywords: JsonObject): JsonObject => ({ properties: { list: keywords } });

const DATA: Table = {
  structured: ['passed', holds({ structured: { a: 1, list: [1, {}] } })],
  structured_by_length: ['failed: structured@0', holds({ structured: { list: [1] } })],
  structured_by_order: ['failed: structured@0', holds({ structured: { list: [{}, 1] } })],
  structured_by_type: ['failed: structured@0', holds({ structured: { a: '1' } })],
  structured_null: ['passed', holds({ structured: { list: [1, { b: null }] } })],
  structured_null_is_no_absence: ['failed: structured@0', holds({ structured: { none: null } })],
  structured_without_any: [
    'failed: structured@0',
    holds({ structured: { a: 1 } }, texts('{"a":1}')),
  ],
  json: ['passed', holds({ json: { a: 1 } }, texts('{"a":1}', 'and words'))],
  json_of_words: ['failed: json@0', holds({ json: { a: 1 } }, texts('and words', '{"a":1}'))],
  json_without_text: ['failed: json@0', holds({ json: { a: 1 } }, data({ a: 1 }))],
  json_scalar: ['passed', holds({ json: 7 }, texts('7'))],
  schema: [
    'passed',
    holds({ schema: tupleOf({ prefixItems: [{ const: 1 }, true], items: false }) }),
  ],
  schema_broken: [
    'failed: schema@0',
    holds({ schema: tupleOf({ prefixItems: [{ const: 1 }], items: false }) }),
  ],
  schema_of_draft_07: [
    'failed: schema@0',
    holds({ schema: { $schema: DRAFT_07, ...tupleOf({ items: PAIR }) } }),
  ],
  schema_unevaluated: [
    'failed: schema@0',
    holds({ schema: { allOf: [{ properties: { a: true } }], unevaluatedProperties: false } }),
  ],
  schema_without_data: [
    'failed: schema@0',
    holds({ schema: { type: 'object' } }, texts('{"a":1}')),
  ],
  json_schema: ['passed', holds({ json_schema: { required: ['a'] } }, texts('{"a":1}'))],
  json_schema_broken: [
    'failed: json_schema@0',
    holds({ json_schema: { required: ['b'] } }, texts('{"a":1}')),
  ],
  in_time: ['passed', step('late', { ms: 1, text: 'a' }, { expect: { within_ms: 20_000 } })],
  not_in_time: [
    'failed: within_ms@0',
    step('late', { ms: 60, text: 'a' }, { expect: { within_ms: 30 } }),
  ],
  each_in_time: [
    'passed',
    step('late', { ms: 50, text: 'a' }, { times: 12, expect: { within_ms: 590 } }),
  ],
};

describe('the data of a reply', () => {
  let run: Reported;

  beforeAll(async () => {
    const shared = (mode: string): string => `${target(mode)}isolation: suite\n`;
    const projects = {
      owing: { suite: shared('owing'), scenarios: scenariosOf(OWING) },
      data: { suite: shared('flow'), scenarios: scenariosOf(DATA) },
    };
    await runProjects(projects, (all) => {
      run = all;
    });
  }, SLOW_MS);

  test("is held against the tool's own schema", () => expectTold(run, OWING));
  test('is held against what its author says', () => expectTold(run, DATA));
});
