import { expect, test } from 'vitest';
import { loadScenario, mistakes, scenario } from './test-rig.ts';

test.each([
  ['', null],
  ['repeat: {times: 3}', { times: 3, minPass: 3 }],
  ['repeat: {times: 3, min_pass: 1}', { times: 3, minPass: 1 }],
  ['repeat: {times: 1000, min_pass: 1000}', { times: 1000, minPass: 1000 }],
])('%s', (line, repeat) => {
  expect(loadScenario(scenario(line)).repeat).toEqual(repeat);
});

test.each([
  ['{times: 2, min_pass: 3}', 'bad_value 5:30 3'],
  ['{times: 0}', 'bad_value 5:17 0'],
  ['{times: 1001}', 'bad_value 5:17 1001'],
  ['{times: 2, min_pass: 0}', 'bad_value 5:30 0'],
  ['{times: 2.5}', 'wrong_type 5:17 2.5'],
  ['{times: "2"}', 'wrong_type 5:17 "2"'],
  ['{min_pass: 1}', 'missing_key 5:9 {min_pass: 1}'],
  ['3', 'wrong_type 5:9 3'],
  ['{times: 2, min: 1}', 'unknown_key 5:20 min'],
])('%s is refused', (repeat, told) => {
  expect(mistakes(scenario(`repeat: ${repeat}`))).toEqual([told]);
});

test('is told beside other mistakes of the file', () => {
  const text = scenario('repeat: {times: 1, min_pass: 2}', 'files: {../a: x}');
  expect(mistakes(text)).toEqual(['bad_value 6:9 ../a', 'bad_value 5:30 2']);
});
