import { expect, test } from 'vitest';
import { readAnswer, readError } from './read-answer.ts';

const show = (text: string): string => `<${text}>`;
const MESSAGE = {
  type: 'message',
  content: [{ type: 'text', text: 'x' }],
  stop_reason: 'end_turn',
  model: 'm',
  usage: { input_tokens: 1, output_tokens: 0 },
};

test('a message', () => {
  const value = {
    blocks: MESSAGE.content,
    stopReason: 'end_turn',
    model: 'm',
    inputTokens: 1,
    outputTokens: 0,
  };
  expect(readAnswer(JSON.stringify(MESSAGE), show)).toEqual({ ok: true, value });
  const unstopped = JSON.stringify({ ...MESSAGE, stop_reason: null, more: 1 });
  expect(readAnswer(unstopped, show)).toEqual({ ok: true, value: { ...value, stopReason: null } });
});

test.each<[string | null, object | string]>([
  [null, '<html>'],
  [null, ''],
  ['type', 'null'],
  ['type', '"message"'],
  ['type', '[]'],
  ['type', { ...MESSAGE, type: 'error' }],
  ['content', { ...MESSAGE, content: 'VERDICT: PASS' }],
  ['content', { ...MESSAGE, content: null }],
  ['stop_reason', { ...MESSAGE, stop_reason: undefined }],
  ['stop_reason', { ...MESSAGE, stop_reason: 1 }],
  ['model', { ...MESSAGE, model: null }],
  ['usage.input_tokens', { ...MESSAGE, usage: null }],
  ['usage.input_tokens', { ...MESSAGE, usage: { input_tokens: '1', output_tokens: 1 } }],
  ['usage.output_tokens', { ...MESSAGE, usage: { input_tokens: 1, output_tokens: -1 } }],
  ['usage.output_tokens', { ...MESSAGE, usage: { input_tokens: 1, output_tokens: 0.5 } }],
])('without a good %s there is no answer: %j', (field, message) => {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const error = { kind: 'not_messages_api', field, detail: `<${body}>` };
  expect(readAnswer(body, show)).toEqual({ ok: false, error });
});

test.each<[string, string | null, string]>([
  ['{"error":{"type":"a","message":"b"}}', '<a>', '<b>'],
  ['{"error":{"type":1,"message":2}}', null, '<{"error":{"type":1,"message":2}}>'],
  ['{"error":"b"}', null, '<{"error":"b"}>'],
  ['<html>', null, '<<html>>'],
])('the error %s', (body, type, message) => {
  expect(readError(body, show)).toEqual({ type, message });
});
