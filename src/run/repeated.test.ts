import { describe, expect, test } from 'vitest';
import { BLANK_END, type ScenarioEnd } from '../model/run-result.ts';
import { amountTo } from './repeated.ts';

const NOTHING = { kind: 'nothing_evaluated' } as const;

function end(status: ScenarioEnd['status'], change: Partial<ScenarioEnd> = {}): ScenarioEnd {
  const skipReason = status === 'skipped' ? NOTHING : null;
  return { ...BLANK_END, id: 'a.yaml', status, skipReason, ...change };
}

const CUT = end('errored', { trouble: { code: 'interrupted' } });

describe('the end of a scenario that is run several times', () => {
  test('is that of the run that shows why', () => {
    const runs = [
      end('passed', { output: 'one' }),
      end('failed', { output: 'two', stderrTail: 'said' }),
      end('failed', { output: 'three' }),
    ];
    expect(amountTo(runs, { times: 3, minPass: 2 })).toMatchObject({
      ...{ status: 'failed', output: 'two', stderrTail: 'said', trouble: null },
      repeat: { times: 3, minPass: 2, shown: 1 },
    });
    expect(amountTo(runs, { times: 3, minPass: 1 })).toMatchObject({
      ...{ status: 'passed', output: 'one', repeat: { shown: 0 } },
    });
  });

  test('has the findings of all runs, equal ones once', () => {
    const noise = { code: 'exit_code', exit: 1 } as const;
    const runs = [
      end('passed', { findings: [noise, { code: 'server_restarted' }] }),
      end('passed', { findings: [{ ...noise }] }),
    ];
    expect(amountTo(runs, { times: 2, minPass: 1 }).findings).toEqual([
      noise,
      { code: 'server_restarted' },
    ]);
  });

  test('has the reason of its runs when all were skipped', () => {
    const runs = [end('skipped'), end('skipped')];
    const told = { status: 'skipped', skipReason: NOTHING, trouble: null };
    expect(amountTo(runs, { times: 2, minPass: 1 })).toMatchObject(told);
  });

  test('says that too many were skipped where nothing else is why', () => {
    const runs = [end('passed'), end('skipped'), end('skipped')];
    expect(amountTo(runs, { times: 3, minPass: 2 })).toMatchObject({
      ...{ status: 'errored', skipReason: null, repeat: { shown: 1 } },
      trouble: { code: 'runs_skipped', skipped: 2, times: 3 },
    });
  });

  test.each([
    ['in a run', [end('passed'), end('passed'), CUT], 2],
    ['between two', [end('passed'), end('passed')], 1],
    ['before the first', [], null],
  ])('is interrupted when it was cut %s', (_, runs, shown) => {
    const told = { status: 'errored', trouble: { code: 'interrupted' }, repeat: { shown } };
    expect(amountTo(runs, { times: 3, minPass: 2 })).toMatchObject(told);
  });

  test('that was cut has failed all the same when that is certain', () => {
    expect(amountTo([end('failed'), CUT], { times: 2, minPass: 2 })).toMatchObject({
      ...{ status: 'failed', trouble: null, repeat: { shown: 0 } },
    });
  });
});
