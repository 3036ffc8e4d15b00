import { expect, test } from 'vitest';
import { validateHeader } from './http-header.ts';

test.each([
  ['X-Rate', '7'],
  ['content-type', 'text/plain; charset=utf-8'],
  ['connection', 'close'],
  ['x-empty', ''],
])('%s: %s can be sent', (name, value) => {
  expect(validateHeader(name, value)).toBeNull();
});

test.each([
  ['a b', 'x', 'a b'],
  ['', 'x', 'Header name'],
  ['x-bad', 'a\nb', 'x-bad'],
  ['x-bad', '✓', 'x-bad'],
  ['Transfer-Encoding', 'chunked', 'follows from the body'],
  ['Content-Length', '5', 'follows from the body'],
  ['trailer', 'x', 'follows from the body'],
])('%j: %j cannot', (name, value, says) => {
  expect(validateHeader(name, value)).toContain(says);
});
