import { expect, test } from 'vitest';
import { baselineOf } from '../contract/baseline.ts';
import { otherList } from './other-list.ts';
import { listed } from './test-rig.ts';

const KEY = 'com.santurcesoftware/execution';
const never = { llm: 'never', externalApi: 'never' };
const first = [listed('a', never), listed('b', never)];
const others = [listed('b', null), listed('c', never)];

const found = (tools: typeof first, face: string, isHeld = false) =>
  otherList({ tools: baselineOf(first, KEY), face: 'usual', isHeld }, tools, {
    face,
    metadataKey: KEY,
  });

test('the same tools in another order are the same list', () => {
  expect(found(first.toReversed(), 'usual', true)).toEqual([]);
});

test('what is there beside, without and in another form is named', () => {
  const list = { code: 'other_list', added: ['c'], removed: ['a'], changed: ['b'] };
  expect(found(others, 'usual')).toEqual([{ ...list, alike: true }]);
  expect(found(others, 'another', true)).toEqual([{ ...list, alike: false }]);
});

test('another client may be given another list, of which nothing was said', () => {
  expect(found(others, 'another')).toEqual([]);
});
