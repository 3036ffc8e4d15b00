import { expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import type { ErrorExpectation } from '../model/suite.ts';
import { errorExpectationText, expectedJson } from './check-text.ts';

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

test('other checks', () => {
  expect(expectedJson({ kind: 'matches', expected: 'a+' })).toBe('a+');
  expect(expectedJson({ kind: 'upstream_unmatched', upstream: 'e' })).toEqual({ upstream: 'e' });
  expect(expectedJson({ kind: 'upstream_route_used', upstream: 'e', route: 'GET /' })).toEqual({
    upstream: 'e',
    route: 'GET /',
  });
});
