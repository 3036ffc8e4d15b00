import { expect, test } from 'vitest';
import type { Outcome } from '../model/outcome.ts';
import type { Connection } from '../target/connection.ts';
import { type CallContext, makeCalls } from './calls.ts';
import { demandsOf } from './execution.ts';
import { prepareStep } from './prepare.ts';
import { Script } from './script.ts';
import { listed, outcomeOf, suiteOf } from './test-rig.ts';

const STEP = `name: a
tool_sequence:
  - tool: t
    poll: { every_ms: 20, timeout_ms: 100 }
    expect: { contains: done }
`;
const { suite, scenario } = suiteOf(STEP);
const demands = demandsOf(suite, scenario);

function prepared() {
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
  const client = { connection: { callTool } as Connection, tools: [], script: new Script() };
  const deps = { now: () => now } as CallContext['deps'];
  return { given, run, of: { client, deps, signal: run.signal, demands } };
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
  const { calls } = await makeCalls(prepared(), of);
  expect(given).toHaveLength(1);
  expect(calls.map(({ outcome }) => outcome.reply.kind)).toEqual(['interrupted']);
});
