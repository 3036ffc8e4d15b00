import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProject, target } from './reported.ts';
import { data, expectTold, give, lines, SLOW_MS, step, type Table } from './steps.ts';

const OK = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };

const form = (message: string, requestedSchema: JsonObject = OK): JsonObject => ({
  method: 'elicitation/create',
  params: { message, requestedSchema },
});
const url = (message: string): JsonObject => ({
  method: 'elicitation/create',
  params: { mode: 'url', message, url: 'https://example.com/', elicitationId: 'e1' },
});
const words = (text: string): JsonObject => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 9 },
});
const roots: JsonObject = { method: 'roots/list', params: {} };

const YES = { action: 'accept', content: { ok: true } };
const NO = { action: 'decline' };

/** A step that asks, is answered by the script, and gives back what it heard. */
function asks(
  requests: readonly JsonObject[],
  elicitation: readonly JsonObject[],
  expect: JsonObject = {},
): JsonObject {
  return step('ask', { requests }, { elicitation, expect: { matches: 'answers', ...expect } });
}
/** The same with further arguments of the tool, and without a script. */
const unscripted = (requests: readonly JsonObject[], args: JsonObject = {}): JsonObject =>
  step('ask', { requests, ...args }, { expect: { matches: 'answers|later' } });
const heard = (...answers: readonly JsonObject[]): JsonObject => ({ structured: { answers } });
const result = (of: JsonObject): JsonObject => ({ result: of });
const SAID = (text: string): JsonObject =>
  result({ role: 'assistant', content: { type: 'text', text } });

const ELICITATION: Table = {
  all_actions: [
    'passed',
    asks([form('1'), form('2'), form('3')], [YES, NO, { action: 'cancel' }], {
      ...heard(result(YES), result(NO), result({ action: 'cancel' })),
      not_contains: ['"decline","', '"cancel","'],
      elicitations: 3,
    }),
  ],
  content_with_values: [
    'passed',
    give(data({ yes: true }), { save: { yes: '/structuredContent/yes' } }),
    asks([form('1')], [{ action: 'accept', content: { ok: '${vars.yes}' } }], heard(result(YES))),
  ],
  malformed: [
    'failed: prompts@0',
    asks([{ method: 'elicitation/create', params: { message: 'bare', mode: 'modal' } }], [YES]),
  ],
  message: ['passed', asks([form('Delete 3 rows?')], [{ ...YES, message_contains: '3 rows' }])],
  message_of_a_value: [
    'failed: prompts@1',
    give(data({ n: 4 }), { save: { n: '/structuredContent/n' } }),
    asks([form('Delete 3 rows?')], [{ ...YES, message_contains: '${vars.n} rows' }]),
  ],
  mode: [
    'passed',
    asks(
      [url('1'), form('2')],
      [
        { ...NO, mode: 'url' },
        { ...YES, mode: 'form' },
      ],
    ),
  ],
  url_is_accepted_without_content: [
    'passed',
    asks([url('1')], [{ action: 'accept', mode: 'url' }], { not_contains: 'content":' }),
  ],
  form_for_url: ['failed: prompts@0', asks([form('1')], [{ ...YES, mode: 'url' }])],
  url_for_form: ['failed: prompts@0', asks([url('1')], [{ ...YES, mode: 'form' }])],
  url_where_none_is_scripted: ['failed: prompts@0', asks([url('1')], [NO])],
  content_of_another_type: [
    'failed: prompts@0',
    asks([form('1')], [{ action: 'accept', content: { ok: 'true' } }]),
  ],
  content_is_missing: ['failed: prompts@0', asks([form('1')], [{ action: 'accept' }])],
  declined_needs_no_content: ['passed', asks([form('1')], [NO])],
  nothing_is_asked_for: ['passed', asks([form('1', {})], [{ action: 'accept' }])],
  schema_is_none: ['failed: prompts@0', asks([form('1', { type: 'nonsense' })], [YES])],
  two_scripted_one_asked: ['failed: prompts@0', asks([form('1')], [YES, NO])],
  one_scripted_none_asked: ['failed: prompts@0', asks([], [YES])],
  one_scripted_two_asked: ['failed: prompts@0', asks([form('1'), form('2')], [YES])],
  none_scripted_one_asked: ['failed: prompts@0', asks([form('1')], [])],
  none_scripted_none_asked: ['passed', asks([], [], { elicitations: 0 })],
  asked_in_another_step: ['failed: prompts@1', asks([form('1')], [YES]), unscripted([form('2')])],
  counted: ['failed: elicitations@0', asks([form('1'), form('2')], [YES, NO], { elicitations: 1 })],
  all_at_once: [
    'passed',
    step(
      'ask',
      { requests: [form('1'), form('2')], at_once: true },
      {
        elicitation: [{ ...YES, message_contains: '1' }, NO],
        expect: { ...heard(result(YES), result(NO)), elicitations: 2 },
      },
    ),
  ],
  in_each_of_the_times: [
    'passed',
    { ...asks([form('1')], [NO, NO], { elicitations: 2 }), times: 2 },
  ],
  in_one_of_the_times: ['failed: prompts@0', { ...asks([form('1')], [NO]), times: 2 }],
  // The server asks once the next call has come.
  after_the_reply: [
    'failed: prompts@1',
    { ...unscripted([form('1')], { after: true }), elicitation: [] },
    step('late', { ms: 5, text: 'b' }, { expect: { contains: 'b' } }),
  ],
  before_the_time_is_up: [
    'errored: timeout@0',
    step(
      'ask',
      { requests: [form('first'), form('second')], hang: true },
      {
        timeout_ms: 800,
        elicitation: [YES, NO, NO],
        expect: { contains: 'x' },
      },
    ),
  ],
};

const told = (text: string): JsonObject => ({ expect: { contains: text } });
const capabilities = (matches: string): JsonObject => step('client', {}, { expect: { matches } });
const speaks = (
  requests: readonly JsonObject[],
  sampling: readonly JsonObject[],
  expect: JsonObject = {},
): JsonObject => step('ask', { requests }, { sampling, expect: { matches: 'answers', ...expect } });

const OTHERS: Table = {
  sampling: [
    'passed',
    speaks([words('1'), words('2')], [{ text: 'one' }, { text: '${run.id}' }], {
      ...heard(SAID('one'), SAID('${run.id}')),
      elicitations: 0,
    }),
  ],
  sampling_unused: ['failed: prompts@0', speaks([], [{ text: 'one' }])],
  sampling_unexpected: ['failed: prompts@0', speaks([words('1')], [])],
  nothing_declared: ['passed', capabilities('^\\{\\}$')],
  forms_declared: [
    'passed',
    { ...capabilities('^\\{"elicitation":\\{"form":\\{\\}\\}\\}$'), elicitation: [] },
  ],
  urls_declared: [
    'passed',
    capabilities('^\\{"elicitation":\\{"form":\\{\\},"url":\\{\\}\\}\\}$'),
    asks([url('1')], [{ ...NO, mode: 'url' }]),
  ],
  sampling_declared: ['passed', { ...capabilities('^\\{"sampling":\\{\\}\\}$'), sampling: [] }],
  asked_without_being_able: [
    'failed: prompts@0',
    { ...unscripted([form('1')]), ...told('-32601') },
  ],
  words_without_being_able: [
    'failed: prompts@0',
    { ...unscripted([words('1')]), ...told('-32601') },
  ],
  roots_without_any: ['passed', { ...unscripted([roots]), ...told('-32601') }],
};

const WITH_ROOTS = {
  roots: [{ uri: 'file://${tmp}', name: 'work' }, { uri: 'file:///b' }],
  tool_sequence: [
    capabilities('^\\{"roots":\\{"listChanged":false\\}\\}$'),
    step(
      'ask',
      { requests: [roots] },
      {
        expect: heard(
          result({ roots: [{ uri: 'file://${tmp}', name: 'work' }, { uri: 'file:///b' }] }),
        ),
      },
    ),
  ],
};

describe('what the server asks of the client', () => {
  let run: Reported;

  beforeAll(async () => {
    const all = Object.entries({ ...ELICITATION, ...OTHERS });
    const scenarios = all.map(([name, [, ...steps]]) => [name, lines({ tool_sequence: steps })]);
    run = await runProject({
      suite: `${target('flow')}isolation: suite\n`,
      scenarios: { ...Object.fromEntries(scenarios), with_roots: lines(WITH_ROOTS) },
    });
  }, SLOW_MS);

  test('prompts are answered by the script, and by nothing else', () =>
    expectTold(run, ELICITATION));
  test('words, roots, and what a client can do', () => {
    expectTold(run, OTHERS);
    expect(run.of('with_roots').status).toBe('passed');
  });

  test('each prompt is told with its answer, or why it had none', () => {
    expect(run.of('all_actions').steps[0]).toMatchObject({
      elicitations: 3,
      prompts: [
        { kind: 'elicitation', mode: 'form', message: '1', answer: 'accept' },
        { message: '2', answer: 'decline' },
        { message: '3', answer: 'cancel' },
      ],
    });
    const trouble = (name: string) => run.of(name).steps.at(-1)?.prompts?.at(-1)?.trouble;
    expect(trouble('message_of_a_value')).toMatchObject({ code: 'other_message' });
    expect(trouble('url_where_none_is_scripted')).toMatchObject({ code: 'other_mode' });
    expect(trouble('content_of_another_type')).toMatchObject({ code: 'content_misfit' });
    expect(trouble('schema_is_none')).toMatchObject({ code: 'schema_unusable' });
    expect(trouble('one_scripted_two_asked')).toMatchObject({ code: 'no_answer_left' });
    expect(trouble('asked_without_being_able')).toMatchObject({ code: 'no_answer_left' });
    expect(run.of('sampling').steps[0]).toMatchObject({
      elicitations: 0,
      prompts: [{ kind: 'sampling', message: '1', answer: 'one' }, { message: '2' }],
    });
  });

  test('when the time is up it is told which prompt was the last', () => {
    expect(run.of('before_the_time_is_up').steps[0]).toMatchObject({ elicitations: 2 });
    expect(run.stdout).toMatch(/2 prompts came before that.* the last: "second"/);
  });
});
