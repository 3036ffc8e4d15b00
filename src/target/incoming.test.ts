import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIncoming } from './incoming.ts';

const answer = (members: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...members });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('readIncoming', () => {
  it.each([
    ['{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}', 'message'],
    ['{"jsonrpc":"2.0","id":"a","method":"roots/list"}', 'message'],
    [answer({ result: {} }), 'result'],
    [answer({ result: { anything: [1], content: 'odd' } }), 'result'],
    [answer({ id: '1', result: {} }), 'result'],
    [answer({ result: { a: JSON.parse(nested(900)) } }), 'result'],
    [answer({ error: { code: -32602, message: 'no', data: [1] } }), 'error'],
    ['', 'noise'],
    ['Server listening', 'noise'],
    ['42', 'noise'],
    ['null', 'noise'],
    ['{"level":30,"msg":"up"}', 'noise'],
    ['{"method":"GET","url":"/"}', 'noise'],
    ['{"result":"done"}', 'noise'],
    ['[1,2]', 'noise'],
    [`INFO ${answer({ result: {} })}`, 'noise'],
    [`[${answer({ result: {} })}]`, 'odd'],
    ['{"jsonrpc":"2.0"}', 'odd'],
    ['{"jsonrpc":"2.0","method":7}', 'odd'],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}', 'odd'],
    ['{"jsonrpc":"2.0","result":{}}', 'odd'],
    [answer({ id: 1.5, result: {} }), 'odd'],
  ])('%s is %s', (line, kind) => {
    expect(readIncoming(line).kind).toBe(kind);
  });

  it.each([
    [answer({ result: null }), 'result is null'],
    [answer({ result: 'text' }), 'result is a string'],
    [answer({ result: [] }), 'result is an array'],
    [answer({ result: { _meta: 7 } }), '_meta'],
    [answer({ result: {}, error: null }), 'both'],
    [answer({ result: {}, extra: 1 }), '"extra"'],
    [answer({ jsonrpc: '1.0', result: {} }), '"jsonrpc"'],
    ['{"id":1,"result":{}}', '"jsonrpc"'],
    [answer({ error: null }), 'error is null'],
    [answer({ error: 'no' }), 'error is a string'],
    [answer({ error: { code: 'E', message: 'no' } }), 'code'],
    [answer({ error: { code: 1.5, message: 'no' } }), 'code'],
    [answer({ error: { code: 1 } }), 'message'],
    [answer({ result: { a: JSON.parse(nested(2000)) } }), 'deeper'],
  ])('%s is broken: %s', (line, detail) => {
    expect(readIncoming(line)).toMatchObject({
      kind: 'broken',
      detail: expect.stringContaining(detail),
    });
  });

  it('survives a depth that overflows stacks', () => {
    expect(readIncoming(`{"jsonrpc":"2.0","id":1,"result":{"a":${nested(200_000)}}}`).kind).toBe(
      'broken',
    );
  });

  it('keeps the code, message and data of an error as they came', () => {
    const error = { code: -32042, message: 'MCP error 1: x', data: { elicitations: [] } };
    expect(readIncoming(answer({ error }))).toEqual({ kind: 'error', id: 1, error });
  });

  it('gives an answer for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect(readIncoming(line).kind).toMatch(/./);
      }),
    );
  });
});
