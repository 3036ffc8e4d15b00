import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Reply } from '../model/outcome.ts';
import { FindingLog } from './finding-log.ts';
import { readReply } from './outcome.ts';

/** With what was found in it. */
function readAny(reply: Reply) {
  const log = new FindingLog();
  const outcome = readReply(reply, log);
  return { ...outcome, findings: log.take() };
}

const read = (raw: JsonObject) => readAny({ kind: 'result', raw });
const text = (value: JsonValue): JsonObject => ({ type: 'text', text: value });
const embedded = (resource: JsonObject): JsonObject => ({ type: 'resource', resource });
const image: JsonObject = { type: 'image', data: '', mimeType: 'image/png' };

describe('the text of a result', () => {
  it.each<[string, JsonObject, string, string]>([
    ['one block', { content: [text('a')] }, 'a', 'blocks'],
    ['blocks in order', { content: [text('a'), image, text('b')] }, 'a\nb', 'blocks'],
    [
      'an embedded text resource',
      { content: [text('a'), embedded({ uri: 'x:', text: 'r' }), text('b')] },
      'a\nr\nb',
      'blocks',
    ],
    ['a resource alone', { content: [embedded({ uri: 'x:', text: 'r' })] }, 'r', 'blocks'],
    ['a binary resource', { content: [embedded({ uri: 'x:', blob: 'AA==' })] }, '', 'none'],
    ['an empty block', { content: [text('')], structuredContent: { a: 1 } }, '', 'blocks'],
    ['blocks before data', { content: [text('a')], structuredContent: { b: 1 } }, 'a', 'blocks'],
    ['data alone', { content: [], structuredContent: { b: [1] } }, '{"b":[1]}', 'structured'],
    [
      'data beside an image',
      { content: [image], structuredContent: { b: 1 } },
      '{"b":1}',
      'structured',
    ],
    ['data that is null', { content: [], structuredContent: null }, '', 'none'],
    ['an image', { content: [image] }, '', 'none'],
    ['a link', { content: [{ type: 'resource_link', uri: 'x:', name: 'text' }] }, '', 'none'],
    ['nothing', { content: [] }, '', 'none'],
  ])('of %s', (_what, raw, expected, textFrom) => {
    expect(read(raw)).toMatchObject({ text: expected, textFrom, error: null, findings: [] });
  });

  it('comes with the data, when there is some', () => {
    expect(read({ content: [text('a')], structuredContent: { b: 1 } }).structured).toEqual({
      b: 1,
    });
    expect(read({ content: [text('a')] }).structured).toBeNull();
  });
});

describe('an error', () => {
  it.each<[JsonObject, string | number | null]>([
    [{ content: [text('no such event')] }, null],
    [{ content: [text('{"code":"PLAN_EXPIRED"}')] }, 'PLAN_EXPIRED'],
    [{ content: [text('{"code":409,"message":"m"}')] }, 409],
    [{ content: [image, text('{"code":"A"}'), text('{"code":"B"}')] }, 'A'],
    [{ content: [text('said so'), text('{"code":"B"}')] }, null],
    [{ content: [text('said so')], structuredContent: { code: 'C' } }, 'C'],
    [{ content: [text('{"code":"A"}')], structuredContent: { code: 'C' } }, 'A'],
    [{ content: [text('{"code":null}')], structuredContent: { code: 'C' } }, 'C'],
    [{ content: [text('[{"code":"A"}]')] }, null],
    [{ content: [text('{"code":{"a":1}}')] }, null],
    [{ content: [text('"code"')] }, null],
    [{ content: [embedded({ uri: 'x:', text: '{"code":"R"}' })] }, null],
    [{ content: [] }, null],
  ])('%j has the code %s', (raw, code) => {
    const outcome = read({ ...raw, isError: true });
    expect(outcome.error).toMatchObject({ channel: 'tool', code, text: outcome.text });
    const carried = (raw as JsonObject).structuredContent as JsonObject | undefined;
    expect(outcome.error?.structuredCode).toBe(carried?.code);
    expect(outcome.findings).toEqual([]);
  });

  it('of data alone has its JSON for a text', () => {
    const outcome = read({ content: [], structuredContent: { code: 'C' }, isError: true });
    const error = { channel: 'tool', code: 'C', structuredCode: 'C', text: '{"code":"C"}' };
    expect(outcome.error).toEqual(error);
  });

  it.each<[JsonValue, string]>([
    ['true', '"true"'],
    ['false', '"false"'],
    [1, '1'],
    [0, '0'],
    [null, 'null'],
    [{}, '{}'],
  ])('is also what the flag %j means, with a finding', (flag, shown) => {
    const outcome = read({ content: [text('a')], isError: flag });
    expect(outcome.error).toEqual({ channel: 'tool', code: null, text: 'a' });
    expect(outcome.findings).toEqual([
      { code: 'odd_message', detail: `isError is not a boolean, and taken as true: ${shown}` },
    ]);
  });

  it.each([{}, { isError: false }])('is not what %j means', (flag) => {
    expect(read({ content: [text('{"code":"A"}')], ...flag }).error).toBeNull();
  });

  it.each([
    [{ code: 'stale' }, 'stale'],
    [{ code: 7, more: 1 }, 7],
    [{ code: true }, undefined],
    [{}, undefined],
    ['stale', undefined],
    [null, undefined],
  ])('the code in the data of an error: %j', (data, dataCode) => {
    const { error } = readAny({ kind: 'protocol_error', code: -32000, message: 'no', data });
    expect(error).toEqual({
      channel: 'protocol',
      code: -32000,
      text: 'no',
      ...(dataCode === undefined ? {} : { dataCode }),
    });
  });

  it('of the protocol keeps code and message', () => {
    const reply: Reply = { kind: 'protocol_error', code: -32602, message: 'no', data: null };
    expect(readAny(reply)).toEqual({
      reply,
      error: { channel: 'protocol', code: -32602, text: 'no' },
      text: 'no',
      firstText: 'no',
      textFrom: 'error',
      structured: null,
      findings: [],
    });
  });
});

describe('what is no result of the tool yet', () => {
  it.each<JsonObject>([
    { task: { taskId: '1', status: 'working' } },
    { task: null, isError: true },
    { resultType: 'input_required', inputRequests: {} },
    { structuredContent: {}, resultType: 'input_required' },
    { content: [{ type: 'text', text: 'a' }], resultType: 'task' },
    { resultType: 7 },
  ])('is unusable: %j', (raw) => {
    const outcome = read(raw);
    const detail = expect.stringContaining('not the result of the tool yet');
    expect(outcome).toMatchObject({
      reply: { kind: 'lost', exit: null, detail },
      textFrom: 'none',
    });
  });

  it.each<JsonObject>([{ content: [], task: {} }, { resultType: 'complete' }, {}])(
    'is not %j',
    (raw) => expect(read(raw).reply).toEqual({ kind: 'result', raw }),
  );
});

describe('a malformed result', () => {
  it.each<[string, JsonObject, string]>([
    ['no content', {}, 'missing_content'],
    ['no content beside data', { structuredContent: {} }, 'missing_content'],
    ['content that is no list', { content: 'text' }, 'odd_message'],
    ['content that is null', { content: null }, 'odd_message'],
    ['a block that is a string', { content: ['text'] }, 'odd_message'],
    ['a block without a type', { content: [{ text: 'a' }] }, 'odd_message'],
    ['a text that is a number', { content: [text(7)] }, 'odd_message'],
    ['a text that is missing', { content: [{ type: 'text' }] }, 'odd_message'],
    ['a resource block without one', { content: [{ type: 'resource' }] }, 'odd_message'],
    ['a resource whose text is null', { content: [embedded({ text: null })] }, 'odd_message'],
    ['a resource with nothing', { content: [embedded({ uri: 'x:' })] }, 'odd_message'],
    ['data that is a list', { content: [], structuredContent: [] }, 'odd_message'],
  ])('%s', (_what, raw, code) => {
    expect(read(raw).findings.map((finding) => finding.code)).toEqual([code]);
  });

  it('names a block of an unknown type and keeps the text beside it', () => {
    const outcome = read({
      content: [text('a'), { type: 'hologram', text: 'not this' }, text('b')],
    });
    expect(outcome.text).toBe('a\nb');
    expect(outcome.findings).toEqual([{ code: 'unknown_content', blockType: 'hologram' }]);
  });

  it('is read whatever it holds', () => {
    const member = fc.json({ maxDepth: 4 }).map((json): JsonValue => JSON.parse(json));
    const result = fc.record(
      { content: fc.oneof(member, fc.array(member)), structuredContent: member, isError: member },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(result, (raw) => {
        const outcome = read(raw);
        expect(outcome.error !== null).toBe(raw.isError !== undefined && raw.isError !== false);
      }),
    );
  });
});

it.each<Reply>([
  { kind: 'timeout', afterMs: 5 },
  { kind: 'lost', exit: { code: 0, signal: null }, detail: null },
  { kind: 'interrupted' },
])('$kind is neither text nor error', (reply) => {
  expect(readAny(reply)).toEqual({
    reply,
    error: null,
    text: '',
    firstText: null,
    textFrom: 'none',
    structured: null,
    findings: [],
  });
});
