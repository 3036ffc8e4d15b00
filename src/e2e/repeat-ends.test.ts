import { describe, expect, test } from 'vitest';
import { runRepeats, told, turning } from './repeats.ts';
import { statuses } from './reported.ts';

describe('on a twin', () => {
  test('the runs together must fail, and what they came to is turned round once', async () => {
    const scenario = turning('a', { times: 3, min_pass: 2 }, 'ok', 'bad', 'ok');
    const twin = (ALWAYS: string) => ({ env: { ALWAYS }, must_fail: ['a'] });
    const twins = { broken: twin('bad'), gone: twin('crash'), weak: twin('ok') };
    const twinned = await runRepeats({ a: scenario }, { twins }, ['--twins']);
    expect(statuses(twinned.report)).toEqual({
      a: 'passed',
      'a@broken': 'passed',
      'a@gone': 'errored',
      'a@weak': 'failed',
    });
    expect(told(twinned.of('a@broken'))).toBe('fff 1: passed');
    expect(told(twinned.of('a@weak'))).toBe('ppp 3: failed');
    expect(twinned.of('a@weak').code).toBe('twin_survived');
    expect(twinned.stdout).toMatch(/failed there, as it must, 0 of 3 runs passed \(at least 2\), /);
  });

  test('one that merely lowers the rate is caught only when too few pass', async () => {
    const scenario = turning('a', { times: 3, min_pass: 2 }, 'ok', 'ok', 'ok', 'bad', 'ok', 'ok');
    const twins = { slight: { env: { OTHER: 'x' }, must_fail: ['a'] } };
    const twinned = await runRepeats({ a: scenario }, { twins }, ['--twins']);
    expect(told(twinned.of('a@slight'))).toBe('fpp 3: failed');
    expect(twinned.of('a@slight').code).toBe('twin_survived');
  });
});

describe('--max-duration in the middle of the runs', () => {
  const cut = (...turns: readonly string[]) =>
    runRepeats(
      { a: turning('a', { times: 4, min_pass: 3 }, ...turns), b: turning('b', { times: 2 }, 'ok') },
      // One process for all: what is to have run by then does not wait for its start.
      { isolation: 'suite' },
      [...['--max-duration', '2.5']],
    );

  test('ends it as any scenario, though what has run had passed', async () => {
    const run = await cut('ok', 'ok', 'ok', 'hang');
    expect(run.code).toBe(3);
    expect(statuses(run.report)).toEqual({ a: 'errored', b: 'not_run' });
    expect([run.of('a').code, told(run.of('a'))]).toEqual(['interrupted', 'pppe 4: errored']);
    expect(run.of('b')).not.toHaveProperty('repeat');
  });

  test('leaves a failure that is certain by then', async () => {
    const run = await cut('bad', 'bad', 'hang');
    expect(run.code).toBe(1);
    expect([run.of('a').code, told(run.of('a'))]).toEqual(['assertion_failed', 'ffe 1: failed']);
  });
});
