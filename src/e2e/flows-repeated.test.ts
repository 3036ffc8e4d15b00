import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProjects, target } from './reported.ts';
import {
  both,
  data,
  expectTold,
  give,
  lines,
  SLOW_MS,
  scenariosOf,
  step,
  type Table,
  texts,
} from './steps.ts';

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

const BRIEF = { every_ms: 5, timeout_ms: 300 };
const played = (more: JsonObject, ...results: readonly (JsonObject | null)[]): JsonObject =>
  step('play', { of: 'p', results: [...results] }, more);

/** Calls that are not answered; behind each the server is another one. */
const CAPPED: Table = {
  a_poll_that_is_never_answered: [
    'errored: timeout@0',
    played({ poll: BRIEF, expect: { contains: 'x' } }, null),
  ],
  b_poll_whose_last_call_is_cut: [
    'failed: contains@0',
    played(
      { poll: { ...BRIEF, timeout_ms: 2000 }, expect: { contains: 'x' } },
      texts('pending'),
      null,
    ),
  ],
  c_poll_of_a_fresh_server: ['passed', counts('p', { expect: { structured: { count: 1 } } })],
};

const TYPED: Table = {
  poll_until_it_is_typed: [
    'passed',
    step(
      'played',
      { of: 'p', results: [both({ b: 1 }), both({ a: 1 })] },
      { poll: SOON, expect: { contains: '1' } },
    ),
  ],
};

/** The second gets a server of its own, since the first one's probe was given up. */
const DOUBTFUL: Table = {
  a_state_that_is_never_told: [
    'errored: probe_failed@1',
    counts('q', {}),
    give(texts('ok'), { expect: { state: 'unchanged' } }),
  ],
  b_after_it: ['passed', counts('q', { expect: { structured: { count: 1 } } })],
};

describe('steps that are repeated', () => {
  let run: Reported;

  beforeAll(async () => {
    const suite = `${target('flow')}isolation: suite\n`;
    const probe = { tool: 'play', args: { of: 'probe', results: [null] } };
    const projects = {
      repeated: { suite, scenarios: scenariosOf(REPEATED) },
      capped: { suite, scenarios: scenariosOf(CAPPED) },
      typed: { suite: target('owing'), scenarios: scenariosOf(TYPED) },
      doubtful: {
        suite: `${suite}${lines({ state: probe, timeout_ms: 500 })}`,
        scenarios: scenariosOf(DOUBTFUL),
      },
    };
    await runProjects(projects, (all) => {
      run = all;
    });
  }, SLOW_MS);

  test('hold when every reply does, or the last one of a poll', () => expectTold(run, REPEATED));

  test('end with the cap of a poll, a call under way included', () => {
    expectTold(run, CAPPED);
    const [cut] = run.of('b_poll_whose_last_call_is_cut').steps;
    expect(cut).toMatchObject({ calls: 2, text: 'pending' });
    const { message } = run.of('a_poll_that_is_never_answered');
    expect(message).toMatch(/no answer to tools\/call of "play" after (299|300) ms/);
  });

  test('ask until the reply also fits the schema of the tool', () => expectTold(run, TYPED));
  test('leave no server behind that was given up', () => expectTold(run, DOUBTFUL));

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
