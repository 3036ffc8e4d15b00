import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProject, target } from './reported.ts';
import { data, expectTold, give, SLOW_MS, scenariosOf, step, type Table } from './steps.ts';

const counts = (of: string, more: JsonObject): JsonObject => step('count', { of }, more);
const SOON = { every_ms: 5, timeout_ms: 20_000 };

const REPEATED: Table = {
  times: [
    'passed',
    counts('a', { times: 3, save: { n: '/json/count' }, expect: { contains: 'count' } }),
    give(data({ n: '${vars.n}' }), { expect: { structured: { n: 3 } } }),
  ],
  times_each_of_which_is_held: [
    'failed: structured@0',
    counts('b', { times: 3, expect: { structured: { count: 3 } } }),
  ],
  times_that_lose_the_server: [
    'errored: connection_lost@0',
    step('count_down', { of: 'f' }, { times: 3, expect: { contains: 'count' } }),
  ],
  poll: [
    'passed',
    counts('c', { poll: SOON, save: { n: '/json/count' }, expect: { structured: { count: 4 } } }),
    give(data({ n: '${vars.n}' }), { expect: { structured: { n: 4 } } }),
  ],
  poll_in_vain: [
    'failed: contains@0',
    counts('d', { poll: { every_ms: 5, timeout_ms: 500 }, expect: { contains: 'x' } }),
  ],
  poll_of_what_writes: [
    'errored: poll_not_read_only@0',
    step('count_up', { of: 'e' }, { poll: SOON, expect: { contains: '3' } }),
  ],
  poll_that_wrote_nothing: ['passed', counts('e', { expect: { structured: { count: 1 } } })],
  poll_that_loses_the_server: [
    'errored: connection_lost@0',
    step('crash', {}, { poll: SOON, expect: { contains: 'x' } }),
  ],
};

describe('steps that are repeated', () => {
  let run: Reported;

  beforeAll(async () => {
    const suite = `${target('flow')}isolation: suite\n`;
    run = await runProject({ suite, scenarios: scenariosOf(REPEATED) });
  }, SLOW_MS);

  test('hold when every reply does, or the last one of a poll', () => expectTold(run, REPEATED));

  test('tell which call it was, and how many there were', () => {
    const [times] = run.of('times_each_of_which_is_held').steps;
    expect(times).toMatchObject({
      calls: 3,
      assertions: expect.arrayContaining([
        expect.objectContaining({
          kind: 'structured',
          call: 1,
          message: expect.stringContaining('call      1 of 3'),
        }),
      ]),
    });
    const [poll] = run.of('poll_in_vain').steps;
    const message = poll?.assertions.find(({ status }) => status === 'failed')?.message ?? '';
    expect(message).toMatch(/polled {4}\d+ calls, until the cap of 500 ms/);
    expect(message).toContain(`${poll?.calls} calls`);
    expect(run.of('poll').steps[0]).toMatchObject({ calls: 4 });
    const steps = run.report.scenarios.flatMap((each) => each.steps);
    const calls = steps.reduce((sum, each) => sum + each.calls, 0);
    expect(run.report.summary.tool_calls).toBe(calls);
  });

  test('say which call was lost', () => {
    const { message } = run.of('times_that_lose_the_server');
    expect(message).toContain('call      2 of 3');
    expect(run.of('times_that_lose_the_server').steps[0]).toMatchObject({ calls: 2 });
  });

  test('the output has the texts of all calls, of a poll that of the last', () => {
    const all = [1, 2, 3].map((count) => JSON.stringify({ count }));
    expect(run.of('times').steps[0]?.text).toBe(all.join('\n'));
    expect(run.of('times').output).toBe([...all, '{"n":3}'].join('\n'));
    expect(run.of('poll').output).toBe('{"count":4}\n{"n":4}');
  });
});
