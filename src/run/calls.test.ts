import { expect, test } from 'vitest';
import type { Outcome, Reply } from '../model/outcome.ts';
import { loadScenario, scenario } from '../scenario/test-rig.ts';
import { type CallContext, makeCalls } from './calls.ts';
import { demandsOf } from './execution.ts';
import { outcomeOf, suiteOf } from './test-rig.ts';

const DONE: Reply = { kind: 'result', raw: { content: [] } };
const LOST: Reply = { kind: 'lost', exit: null, detail: null };
const MINUTE_MS = 60_000;

/** A connection that is gone, or a run that is cut, behind the call of this number. */
function contextOf(ends: { readonly goneAfter?: number; readonly cutAfter?: number }) {
  const controller = new AbortController();
  let asked = 0;
  let isGone = false;
  const callTool = async (): Promise<Outcome> => {
    if (controller.signal.aborted) return outcomeOf({ kind: 'interrupted' });
    if (isGone) return outcomeOf(LOST);
    asked += 1;
    isGone = asked === ends.goneAfter;
    if (asked === ends.cutAfter) controller.abort();
    return outcomeOf(DONE);
  };
  const connection = { callTool, alive: () => !isGone } as unknown as Connection;
  const loaded = suiteOf(scenario());
  const context: CallContext = {
    client: { connection },
    deps: { now: () => 0 },
    signal: controller.signal,
    demands: demandsOf(loaded.suite, loaded.scenario),
  };
  return { context, asked: () => asked };
}

type Connection = CallContext['client']['connection'];
type Repeat = { readonly times?: number; readonly poll?: { everyMs: number; timeoutMs: number } };

async function callsOf(repeat: Repeat, ends: Parameters<typeof contextOf>[0], until = 9) {
  const [step] = loadScenario(scenario()).steps;
  if (step === undefined) throw new Error('no step');
  const { context, asked } = contextOf(ends);
  const holds = () => asked() === until;
  const made = await makeCalls({ ...step, ...repeat }, {}, holds, context);
  const kinds = made.calls.map(({ outcome }) => outcome.reply.kind);
  return { kinds, sent: made.sent, tried: made.observations.length };
}

test('all replies are kept, of a poll the last one alone', async () => {
  const kinds = ['result', 'result', 'result'];
  expect(await callsOf({ times: 3 }, {})).toEqual({ kinds, sent: 3, tried: 3 });
  const poll = { everyMs: 1, timeoutMs: MINUTE_MS };
  expect(await callsOf({ poll }, {}, 4)).toEqual({ kinds: ['result'], sent: 4, tried: 4 });
});

test('what is not sent any more is no call', async () => {
  const kinds = ['result', 'lost'];
  expect(await callsOf({ times: 3 }, { goneAfter: 1 })).toEqual({ kinds, sent: 1, tried: 2 });
});

// A reply that came before the cut would fail it, and catch a twin that is sound.
test('a poll that is cut while it waits has had no last word', async () => {
  const poll = { everyMs: MINUTE_MS, timeoutMs: 9 * MINUTE_MS };
  const cut = { kinds: ['interrupted'], sent: 1, tried: 2 };
  expect(await callsOf({ poll }, { cutAfter: 1 })).toEqual(cut);
});

test('the replies before a cut are not all that were asked for', async () => {
  const kinds = ['result', 'result', 'interrupted'];
  expect(await callsOf({ times: 5 }, { cutAfter: 2 })).toEqual({ kinds, sent: 2, tried: 3 });
});
