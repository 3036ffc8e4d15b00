import { expect, test } from 'vitest';
import { isDeeperThan } from './depth.ts';
import type { JsonValue } from './json.ts';

function nested(depth: number): JsonValue {
  return JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as JsonValue;
}

test.each<[JsonValue, boolean]>([
  ['text', false],
  [null, false],
  [{}, false],
  [nested(4), false],
  [nested(5), true],
  [{ a: { b: [{ c: {} }] } }, true],
  [nested(100_000), true],
])('case %#', (value, deeper) => {
  expect(isDeeperThan(value, 3)).toBe(deeper);
});
