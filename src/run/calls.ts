import { setTimeout as delay } from 'node:timers/promises';
import type { Observation } from '../model/execution.ts';
import type { JsonObject } from '../model/json.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Step } from '../model/scenario.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import { type Demands, observationOf } from './execution.ts';
import { clock } from './instruments.ts';

export interface Call {
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly observation: Observation;
}

interface Calls {
  /** In their order, to the first one without an answer; of a poll the last one alone. */
  readonly calls: readonly Call[];
  /** Of all that were made. */
  readonly observations: readonly Observation[];
  /** How many of them were sent: nothing is, once the server is gone or the run is cut. */
  readonly sent: number;
}

export interface CallContext {
  readonly client: Pick<Client, 'connection'>;
  readonly deps: Pick<RunDeps, 'now'>;
  readonly signal: AbortSignal;
  readonly demands: Demands;
}

/** Makes the calls of a step. `holds`: whether a poll has got what it waits for. */
export async function makeCalls(
  step: Step,
  args: JsonObject,
  holds: (call: Call) => boolean,
  context: CallContext,
): Promise<Calls> {
  const { deps, signal } = context;
  const { poll } = step;
  const calls: Call[] = [];
  const observations: Observation[] = [];
  let sent = 0;
  const started = deps.now();
  for (;;) {
    if (canSend(context)) sent += 1;
    const call = await makeCall(step, args, context);
    if (poll !== null) calls.length = 0;
    calls.push(call);
    observations.push(call.observation);
    const isLast = poll === null ? calls.length === step.times : holds(call) || isUp(poll);
    if (isLast || !isAnswer(call.outcome)) return { calls, observations, sent };
    // When the wait is cut short, so is the next call: what came so far was not the last word.
    if (poll !== null) await delay(poll.everyMs, null, { signal }).catch(() => {});
  }

  /** The next call would come too late. */
  function isUp({ everyMs, timeoutMs }: NonNullable<Step['poll']>): boolean {
    return deps.now() - started + everyMs > timeoutMs;
  }
}

function canSend({ client, signal }: CallContext): boolean {
  return !signal.aborted && client.connection.alive();
}

async function makeCall(
  { tool, timeoutMs }: Step,
  args: JsonObject,
  { client, deps, signal, demands }: CallContext,
): Promise<Call> {
  const time = clock(deps.now);
  time.begin();
  const outcome = await client.connection.callTool(tool, args, { timeoutMs, signal });
  const durationMs = time.end();
  return { outcome, durationMs, observation: observationOf(outcome, demands) };
}

export function isAnswer({ reply }: Outcome): boolean {
  return reply.kind === 'result' || reply.kind === 'protocol_error';
}
