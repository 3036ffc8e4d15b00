import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { Answer } from '../model/scenario.ts';
import type { PromptRequest } from '../target/connection.ts';
import { NO_LINES, Script } from './script.ts';

const file = { path: 'a.yaml', absolute: '/a.yaml', text: '' };
const place = { file, span: { start: 0, end: 0 } };

function answer(changes: Partial<Answer> = {}): Answer {
  return { action: 'accept', content: null, messageContains: null, mode: null, place, ...changes };
}
const form = (message: string, params: JsonObject = {}): PromptRequest => ({
  kind: 'elicitation',
  declared: true,
  params:
    params.mode === 'url'
      ? { message, url: 'https://example.com', elicitationId: 'e', ...params }
      : { message, requestedSchema: {}, ...params },
});

function begun(...elicitation: readonly Answer[]): Script {
  const script = new Script();
  script.prepare({ elicitation, sampling: [{ text: 'words', place }] });
  script.begin();
  return script;
}

const troubles = (script: Script) =>
  script.end().prompts.map(({ trouble }) => trouble?.kind ?? null);

test('answers are taken in their order, and what is left is counted', () => {
  const script = begun(answer(), answer({ action: 'decline' }), answer({ action: 'cancel' }));
  expect(script.answer(form('a'))).toEqual({ result: { action: 'accept', content: {} } });
  expect(script.answer(form('b'))).toEqual({ result: { action: 'decline' } });
  expect(script.end()).toMatchObject({
    prompts: [
      { kind: 'elicitation', mode: 'form', message: 'a', answer: 'accept', trouble: null },
      { message: 'b', answer: 'decline' },
    ],
    unusedAnswers: 2,
  });
  expect(script.end()).toEqual({ prompts: [], unusedAnswers: 0 });
});

test('one that does not fit is used up, and the server is refused', () => {
  const script = begun(answer({ messageContains: 'rows' }), answer({ action: 'decline' }));
  expect(script.answer(form('Delete it?'))).toHaveProperty('refusal');
  expect(script.answer(form('Delete it?'))).toHaveProperty('result');
  expect(script.answer(form('Really?'))).toHaveProperty('refusal');
  expect(troubles(script)).toEqual(['other_message', null, 'no_answer_left']);
});

test.each<[string, Partial<Answer>, JsonObject, string | null]>([
  ['a form for a form', {}, {}, null],
  ['a form by its name', { mode: 'form' }, { mode: 'form' }, null],
  ['an address for an address', { mode: 'url' }, { mode: 'url' }, null],
  ['a form for an address', { mode: 'url' }, {}, 'other_mode'],
  ['an address for a form', { mode: 'form' }, { mode: 'url' }, 'other_mode'],
  ['an address where the script has none', {}, { mode: 'url' }, 'other_mode'],
])('%s', (_, changes, params, trouble) => {
  const script = begun(answer(changes));
  const reply = script.answer(form('a', params));
  if (trouble === null) expect(reply).toMatchObject({ result: { action: 'accept' } });
  expect(troubles(script)).toEqual([trouble]);
});

const OPTIONAL = { type: 'object', properties: { confirm: { type: 'boolean' } } };
const requestedSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

test.each<[string, Partial<Answer>, JsonObject, string | null]>([
  ['that fits', { content: { n: 1 } }, requestedSchema, null],
  ['of another type', { content: { n: '1' } }, requestedSchema, 'content_misfit'],
  ['that is misspelt', { content: { cnfirm: true } }, OPTIONAL, 'content_misfit'],
  ['that is missing', {}, requestedSchema, 'content_misfit'],
  ['that nobody looks at', { action: 'decline', content: { n: '1' } }, requestedSchema, null],
  ['for a schema that is none', { content: {} }, { type: 'none' }, 'schema_unusable'],
])('content %s', (_, changes, schema, trouble) => {
  const script = begun(answer(changes));
  script.answer(form('a', { requestedSchema: schema }));
  expect(troubles(script)).toEqual([trouble]);
});

test('words are given to the last message, whatever it is made of', () => {
  const script = begun();
  const block = (text: string) => ({ type: 'text', text });
  const messages = [
    { role: 'user', content: block('first') },
    { role: 'assistant', content: [block('last')] },
  ];
  const words = { kind: 'sampling', declared: true } as const;
  expect(script.answer({ ...words, params: { messages, maxTokens: 9 } })).toMatchObject({
    result: { role: 'assistant', content: { type: 'text', text: 'words' } },
  });
  expect(script.answer({ ...words, params: { messages: 'none' } })).toHaveProperty('refusal');
  expect(script.end().prompts).toMatchObject([
    { kind: 'sampling', mode: null, message: 'last', answer: 'words', trouble: null },
    { message: '', answer: null, trouble: { kind: 'no_answer_left' } },
  ]);
});

const sampled = (params: JsonObject): PromptRequest => ({
  kind: 'sampling',
  declared: true,
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'a' } }], ...params },
});

test.each<[string, PromptRequest]>([
  ['it has no message', { kind: 'elicitation', declared: true, params: {} }],
  ['its message is no text: 7', form('', { message: 7 })],
  ['its mode is "weird", neither "form" nor "url"', form('a', { mode: 'weird' })],
  ['its mode is null, neither "form" nor "url"', form('a', { mode: null })],
  ['it has no requestedSchema', { ...form('a'), params: { message: 'a', mode: 'form' } }],
  ['its requestedSchema is no schema: "a"', form('a', { requestedSchema: 'a' })],
  ['its url is no text: null', form('a', { mode: 'url', url: null })],
  ['it has no elicitationId', { ...form('a'), params: { message: 'a', mode: 'url', url: 'u' } }],
  ['it has no messages', { kind: 'sampling', declared: true, params: {} }],
  ['its messages are "none"', sampled({ messages: 'none' })],
  ['its list of messages is empty', sampled({ messages: [] })],
  ['one of its messages has no role and content: null', sampled({ messages: [null] })],
  [
    'one of its messages has no role and content: {"role":"user"}',
    sampled({ messages: [{ role: 'user' }] }),
  ],
  ['it has no maxTokens', sampled({})],
  ['its maxTokens is "9"', sampled({ maxTokens: '9' })],
])('a prompt is malformed: %s', (detail, request) => {
  const script = begun(answer({ mode: request.params.mode === 'url' ? 'url' : null }));
  expect(script.answer(request)).toHaveProperty('refusal');
  const { prompts } = script.end();
  expect(prompts).toMatchObject([{ answer: null, trouble: { kind: 'malformed', detail } }]);
});

test('what comes behind a step is told once, and the next step has no part in it', () => {
  const script = begun(answer());
  script.answer(form('a'));
  script.end();
  // Its answers are gone, those of the next step not there yet.
  expect(script.answer(form('late'))).toHaveProperty('refusal');
  expect(script.late()).toMatchObject([{ message: 'late', trouble: { kind: 'no_answer_left' } }]);
  script.prepare(NO_LINES);
  script.begin();
  expect(script.end()).toEqual({ prompts: [], unusedAnswers: 0 });
});
