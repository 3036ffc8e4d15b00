import { describe, expect, test } from 'vitest';
import { calls, ECHO, runProject } from './reported.ts';

describe('a server that ends after its last answer', () => {
  test('by a signal of its own: errored, since what it was told may be lost', async () => {
    const run = await runProject({ mode: 'aborts-at-end', scenarios: { a: ECHO, b: ECHO } });
    expect(run.code).toBe(3);
    for (const name of ['a', 'b']) {
      expect(run.of(name)).toMatchObject({ status: 'errored', code: 'connection_lost' });
      expect(run.of(name).message).toContain('SIGABRT after its last answer');
    }
  });

  test('with a code: a finding, which strict_protocol fails', async () => {
    const project = { mode: 'exits-1-at-end', scenarios: { a: ECHO } };
    const run = await runProject(project);
    expect(run.code).toBe(0);
    expect(run.of('a').findings.map(({ code }) => code)).toEqual(['exit_code']);
    expect(run.stdout).toContain('the server exited with code 1 after its last answer');
    expect((await runProject({ ...project, args: ['--strict-protocol'] })).code).toBe(1);
  });

  test.each(['ok', 'open-handles', 'ignore-term'])('%s: nothing to tell', async (mode) => {
    const run = await runProject({ mode, scenarios: { a: ECHO }, args: ['--strict-protocol'] });
    expect([run.code, run.of('a').findings]).toEqual([0, []]);
  });
});

test('a shared server that has ended is replaced, and the next scenario says so', async () => {
  const scenarios = { a: calls('crash', '{}', 'expected_contains: x'), b: ECHO, c: ECHO };
  const run = await runProject({ mode: 'exit-3', suite: 'isolation: suite\n', scenarios });
  expect(run.of('a').status).toBe('errored');
  expect(run.of('b').findings.map(({ code }) => code)).toEqual(['server_restarted']);
  expect([run.of('b').status, run.of('c').status]).toEqual(['passed', 'passed']);
  expect(run.of('c').findings).toEqual([]);
});

test('a shared server that dies between two scenarios turns one of them red, whoever sees it', async () => {
  const last = calls('last', '{}', 'expected_contains: last');
  const scenarios = { a: last, b: ECHO, c: ECHO };
  const run = await runProject({ mode: 'killed-after', suite: 'isolation: suite\n', scenarios });
  expect(run.code).toBe(3);
  const red = ['a', 'b'].filter((name) => run.of(name).status === 'errored');
  expect(red).toHaveLength(1);
  expect(run.of(red[0] ?? '').code).toBe('connection_lost');
  expect(run.of('c').status).toBe('passed');
});
