import { expect, test } from 'vitest';
import { isCi } from './in-ci.ts';

test.each([undefined, '', ' ', '0', 'false', 'False', 'FALSE'])('CI=%s is none', (CI) => {
  expect(isCi(CI === undefined ? {} : { CI })).toBe(false);
});

test.each(['1', 'true', 'yes', 'woodpecker'])('CI=%s is one', (CI) => {
  expect(isCi({ CI })).toBe(true);
});
