import { expect, test } from 'vitest';
import { inexactIn } from './exact.ts';

test.each<[string, number | undefined]>([
  ['9007199254740991', undefined],
  ['9007199254740993', 9007199254740992],
  ['-9007199254740993', -9007199254740992],
  ['{"a":[0.5,{"b":12345678901234567890}]}', 12345678901234567000],
  ['{"a":[0.5,"9007199254740993",null,true]}', undefined],
])('%s', (json, found) => {
  expect(inexactIn(JSON.parse(json))).toBe(found);
});
