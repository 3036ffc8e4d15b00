import { expect, test } from 'vitest';
import type { ResultCheck } from '../model/assertion.ts';
import type { ErrorExpectation } from '../model/check.ts';
import type { JsonValue } from '../model/json.ts';
import { errorExpectationText, expectedJson } from './check-text.ts';
import { upstreamExpectation } from './sample-checks.ts';

const any = { want: 'error', channel: null, code: null, contains: [] } as const;

test.each<[ErrorExpectation, JsonValue, string]>([
  [{ want: 'none' }, false, 'no error'],
  [any, true, 'an error'],
  [{ ...any, channel: 'protocol' }, { channel: 'protocol' }, 'a JSON-RPC error'],
  [{ ...any, code: 404 }, { code: 404 }, 'an error with code 404'],
  [{ ...any, code: '404' }, { code: '404' }, 'an error with code "404"'],
  [
    { want: 'error', channel: 'tool', code: 'x', contains: ['a', 'b'] },
    { channel: 'tool', code: 'x', contains: ['a', 'b'] },
    'a tool error (isError) with code "x" containing "a" and "b"',
  ],
])('%j', (expected, json, text) => {
  expect(expectedJson({ kind: 'error', expected })).toEqual(json);
  expect(errorExpectationText(expected)).toBe(text);
});

const WHOLE = {
  count: 2,
  method: 'POST',
  path: '/a',
  query: { b: 'c' },
  headers: { d: 'e' },
  json: null,
};
const upstream = (change: object) =>
  ({ kind: 'upstream', upstream: 'mail', expected: upstreamExpectation(change) }) as const;

test.each<[ResultCheck, JsonValue]>([
  [{ kind: 'structured', expected: { a: [1] } }, { a: [1] }],
  [{ kind: 'json', expected: null }, null],
  [{ kind: 'schema', expected: { type: 'object' } }, { type: 'object' }],
  [{ kind: 'json_schema', expected: { type: 'array' } }, { type: 'array' }],
  [{ kind: 'output_schema' }, true],
  [upstream({ count: 0 }), { mail: 0 }],
  [upstream({}), { mail: {} }],
  [upstream({ method: 'GET' }), { mail: { method: 'GET' } }],
  [upstream(WHOLE), { mail: WHOLE }],
  [{ kind: 'state', expected: { want: 'unchanged' } }, 'unchanged'],
  [{ kind: 'state', expected: { want: 'changed' } }, 'changed'],
  [{ kind: 'state', expected: { want: 'match', value: [1] } }, [1]],
  [{ kind: 'elicitations', expected: 0 }, 0],
  [{ kind: 'within_ms', expected: 1.5 }, 1.5],
  [{ kind: 'prompts' }, true],
])('%j is expected as %j', (check, json) => {
  expect(expectedJson(check)).toEqual(json);
});

test('other checks', () => {
  expect(expectedJson({ kind: 'matches', expected: 'a+' })).toBe('a+');
  expect(expectedJson({ kind: 'upstream_unmatched', upstream: 'e' })).toEqual({ upstream: 'e' });
  expect(expectedJson({ kind: 'upstream_route_used', upstream: 'e', route: 'GET /' })).toEqual({
    upstream: 'e',
    route: 'GET /',
  });
});
