import { describe, expect, test } from 'vitest';
import { foldEvents } from '../model/fold.ts';
import {
  BLANK_END,
  type RunResult,
  type ScenarioResult,
  type ScenarioStatus,
} from '../model/run-result.ts';
import { exitCodeOf } from './exit-code.ts';

const file = { path: 'a.yaml', absolute: '/a.yaml', text: '' };
const place = { file, span: { start: 0, end: 0 } };

function resultWith(statuses: readonly ScenarioStatus[], internal = false): RunResult {
  const scenarios = statuses.map((status, index): ScenarioResult => {
    const id = `s${index}`;
    const named = { id, kind: 'scenario', name: id, description: null } as const;
    const scenario = { ...named, suite: '.', place };
    const once = { attempts: 1, flaky: false, steps: [], repeats: null };
    const trouble = internal ? ({ code: 'internal', stack: 'Error' } as const) : null;
    return { ...BLANK_END, scenario, status, trouble, ...once };
  });
  return { ...foldEvents([]), scenarios };
}

const plain = { allowEmpty: false, signal: null, reportLost: false } as const;

describe('exit code', () => {
  test.each<[number, readonly ScenarioStatus[]]>([
    [0, ['passed']],
    [0, ['passed', 'skipped']],
    [0, ['known_failure']],
    [1, ['failed']],
    [1, ['passed', 'failed', 'errored', 'not_run', 'skipped']],
    [2, []],
    [2, ['skipped']],
    [3, ['errored']],
    [3, ['passed', 'errored', 'skipped']],
    [3, ['passed', 'not_run']],
  ])('%i for %j', (code, statuses) => {
    expect(exitCodeOf({ ...plain, result: resultWith(statuses) })).toBe(code);
  });

  test.each<[number, readonly ScenarioStatus[]]>([
    [0, []],
    [0, ['skipped']],
    [1, ['failed']],
    [3, ['errored']],
  ])('--allow-empty: %i for %j', (code, statuses) => {
    const result = resultWith(statuses);
    expect(exitCodeOf({ ...plain, allowEmpty: true, result })).toBe(code);
  });

  test('a lost report is never green, and a failure stays one', () => {
    const lost = { ...plain, reportLost: true };
    expect(exitCodeOf({ ...lost, result: resultWith(['passed']) })).toBe(3);
    expect(exitCodeOf({ ...lost, allowEmpty: true, result: resultWith([]) })).toBe(3);
    expect(exitCodeOf({ ...lost, result: resultWith(['failed']) })).toBe(1);
  });

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
  ] as const)('%s ends with %i whatever had been found', (signal, code) => {
    expect(exitCodeOf({ ...plain, signal, result: resultWith(['passed', 'failed']) })).toBe(code);
  });

  test('a bug of ours is told above all', () => {
    expect(exitCodeOf({ ...plain, result: resultWith(['failed'], true) })).toBe(70);
  });
});
