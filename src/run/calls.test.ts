import { expect, test } from 'vitest';
import type { Outcome } from '../model/outcome.ts';
import type { Connection } from '../target/connection.ts';
import { type CallContext, makeCalls } from './calls.ts';
import { demandsOf } from './execution.ts';
import { prepareStep } from './prepare.ts';
import { listed, outcomeOf, suiteOf } from './test-rig.ts';

const POLL = 'poll: { every_ms: 20, timeout_ms: 100 }';
const loaded = (repeated: string) =>
  suiteOf(`name: a
tool_sequence:
  - tool: t
    ${repeated}
    expect: { contains: done }
`);

function prepared(repeated = POLL) {
  const { suite, scenario } = loaded(repeated);
  const demands = demandsOf(suite, scenario);
  const tool = listed('t', null);
  const tools = [{ ...tool, raw: { ...tool.raw, annotations: { readOnlyHint: true } } }];
  const scope = { vars: {}, variant: {}, env: {} } as unknown as Parameters<
    typeof prepareStep
  >[1]['scope'];
  const [step] = scenario.steps;
  if (step === undefined) throw new Error('no step');
  const made = prepareStep(step, {
    ...{ scope, tools, suite, demands },
    ...{ sparing: false, undeclared: false },
  });
  if (!made.ok) throw new Error(made.error.trouble.code);
  return made.value;
}

/** Each call takes so long by a clock of its own, and is answered so. */
function context(answer: (call: number, timeoutMs: number) => [ms: number, outcome: Outcome]) {
  const given: number[] = [];
  const run = new AbortController();
  let now = 0;
  const callTool: Connection['callTool'] = async (_name, _args, { timeoutMs }) => {
    given.push(timeoutMs);
    const [ms, outcome] = answer(given.length, timeoutMs);
    now += ms;
    return outcome;
  };
  const server = { isGone: false };
  const alive = () => !server.isGone;
  const client = { connection: { callTool, alive } as Connection };
  const { suite, scenario } = loaded(POLL);
  const demands = demandsOf(suite, scenario);
  const of: CallContext = {
    client,
    deps: { now: () => now },
    signal: run.signal,
    demands,
    onCall: () => {},
  };
  return { given, run, server, of };
}

const pending = outcomeOf({ kind: 'result', raw: {} });
const late = (afterMs: number) => outcomeOf({ kind: 'timeout', afterMs });

test('a poll gives each call what is left until its cap', async () => {
  const { given, of } = context((call, left) => (call < 3 ? [40, pending] : [left, late(left)]));
  const { calls, observations } = await makeCalls(prepared(), of);
  expect(given).toEqual([100, 60, 20]);
  expect([calls.map(({ outcome }) => outcome), observations.length]).toEqual([[pending], 3]);
});

test('a poll whose only call is cut has no reply', async () => {
  const { given, of } = context((_call, left) => [left, late(left)]);
  const { calls } = await makeCalls(prepared(), of);
  expect([given, calls.map(({ outcome }) => outcome)]).toEqual([[100], [late(100)]]);
});

test('a poll that is interrupted between two calls fails nothing', async () => {
  const { given, run, of } = context(() => {
    run.abort();
    return [1, pending];
  });
  const { calls, sent } = await makeCalls(prepared(), of);
  expect([given.length, sent]).toEqual([1, 1]);
  expect(calls.map(({ outcome }) => outcome.reply.kind)).toEqual(['interrupted']);
});

test('the replies before a cut are not all that were asked for, and it is not sent', async () => {
  const { run, of } = context((call) => {
    if (call > 2) return [0, outcomeOf({ kind: 'interrupted' })];
    if (call === 2) run.abort();
    return [1, pending];
  });
  const { calls, sent } = await makeCalls(prepared('times: 5'), of);
  const kinds = calls.map(({ outcome }) => outcome.reply.kind);
  expect([kinds, sent]).toEqual([['result', 'result', 'interrupted'], 2]);
});

test('what is not sent any more is no call', async () => {
  const { server, of } = context((call) => {
    server.isGone = true;
    return [1, call === 1 ? pending : outcomeOf({ kind: 'lost', exit: null, detail: null })];
  });
  const { calls, observations, sent } = await makeCalls(prepared('times: 3'), of);
  const kinds = calls.map(({ outcome }) => outcome.reply.kind);
  expect([kinds, observations.length, sent]).toEqual([['result', 'lost'], 2, 1]);
});
