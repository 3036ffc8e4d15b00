import { describe, expect, test } from 'vitest';
import { type AssertionReport, calls, runProject, statuses } from './reported.ts';

const echo = (text: string, ...checks: readonly string[]): string =>
  calls('echo', JSON.stringify({ text }), ...checks);

const failedNeedles = (assertions: readonly AssertionReport[]) =>
  assertions.filter(({ status }) => status === 'failed').map(({ expected }) => expected);

describe('needles', () => {
  test('of five the two that are absent are named, with what is nearest', async () => {
    const run = await runProject({
      scenarios: {
        five: echo(
          'alpha beta gamma Delta epsilom',
          'expected_contains:',
          ...['alpha', 'delta', 'gamma', 'epsilon', 'beta'].map((word) => `  - ${word}`),
        ),
      },
    });
    expect(run.code).toBe(1);
    const { assertions } = run.of('five');
    expect(failedNeedles(assertions)).toEqual(['delta', 'epsilon']);
    expect(assertions.map(({ line }) => line)).toEqual([6, 7, 8, 9, 10]);
    expect(run.stdout).toContain('five.yaml:7:5');
    expect(run.stdout).toContain('five.yaml:9:5');
    expect(run.stdout).toContain('(differs only in case)');
    expect(run.stdout.match(/^ {4}expected {2}/gm)).toHaveLength(2);
  });

  test('are looked for in every text block, and the unknown block beside them is named', async () => {
    const run = await runProject({
      mode: 'unknown-content',
      scenarios: {
        both: calls('hologram', '{}', 'expected_contains: [before, after]'),
        across: calls('hologram', '{}', 'expected_contains: "before\\nafter"'),
        inside: calls('hologram', '{}', 'expected_contains: depth'),
        wrong: calls('hologram', '{}', 'expected_contains: [before, later]'),
      },
    });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({
      both: 'passed',
      across: 'passed',
      inside: 'failed',
      wrong: 'failed',
    });
    expect(failedNeedles(run.of('wrong').assertions)).toEqual(['later']);
    expect(run.of('both').findings).toMatchObject([{ code: 'unknown_content' }]);
    expect(run.stdout).toContain('unknown type "hologram"');
  });

  test('without text the JSON of structuredContent is looked at, keys included, and it says so', async () => {
    const structured = (needle: string) =>
      calls('structured', '{}', `expected_contains: ${JSON.stringify(needle)}`);
    const run = await runProject({
      mode: 'structured-only',
      scenarios: {
        value: structured('Eastmere'),
        key: structured('"city":'),
        wrong: structured('Westmere'),
      },
    });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({ value: 'passed', key: 'passed', wrong: 'failed' });
    expect(run.stdout).toContain('the JSON of structuredContent:');
  });

  test('are taken as they stand: an escape in JSON text is not the letter it stands for', async () => {
    const json = String.raw`{"city":"S\u00e3o"}`;
    const run = await runProject({
      scenarios: {
        escaped: echo(json, `expected_contains: ${JSON.stringify(String.raw`S\u00e3o`)}`),
        letter: echo(json, 'expected_contains: São'),
        composed: echo('cafe\u0301', 'expected_contains: "caf\u00e9"'),
        lines: echo('two\nlines', 'expected_contains: "two lines"'),
      },
    });
    expect(run.code).toBe(1);
    expect(run.of('escaped').status).toBe('passed');
    expect(run.report.summary).toMatchObject({ passed: 1, failed: 3 });
    expect(run.of('composed').message).toContain('differs only in how letters are composed');
    expect(run.of('lines').message).toContain('differs only in white space');
  });

  test('that expand to nothing are errored, wherever they stand', async () => {
    const EMPTY = '"${env.NOT_SET_ANYWHERE:-}"';
    const run = await runProject({
      scenarios: {
        output: echo('x', `expected_contains: ${EMPTY}`),
        absent: echo('x', `expected_not_contains: ${EMPTY}`),
        step: echo('x', `    expect: { contains: ${EMPTY} }`),
        error: calls('fail', '{}', `    expect: { error: { contains: ${EMPTY} } }`),
        variable: `vars: { none: "" }\n${echo('x', 'expected_contains: "${vars.none}"')}`,
        with_default: echo('x', 'expected_contains: "${env.NOT_SET_ANYWHERE:-x}"'),
      },
    });
    expect(run.code).toBe(3);
    const { with_default, ...others } = statuses(run.report);
    expect(with_default).toBe('passed');
    for (const name of Object.keys(others)) {
      expect(run.of(name)).toMatchObject({ status: 'errored', code: 'missing_value' });
    }
    expect(run.stdout).toContain('    written   ${env.NOT_SET_ANYWHERE:-}');
  });
});

test('a negative on data that is empty, beside no text, has nothing to look at', async () => {
  const absent = (args: string) => calls('structured', args, 'expected_not_contains: Traceback');
  const scenarios = { bare: absent('{ bare: true }'), full: absent('{}') };
  const run = await runProject({ mode: 'structured-only', scenarios });
  expect([run.of('bare').status, run.of('full').status]).toEqual(['failed', 'passed']);
});
