import { setTimeout as delay } from 'node:timers/promises';
import { evaluateStep, mergeCalls, NO_EVIDENCE } from '../assert/evaluate.ts';
import { stepHolds } from '../assert/hold.ts';
import { isWindow, isWindowCheck } from '../assert/window.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion } from '../model/check.ts';
import type { Observation } from '../model/execution.ts';
import type { Outcome, StepEvidence } from '../model/outcome.ts';
import type { Step } from '../model/scenario.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import { type Demands, observationOf } from './execution.ts';
import { clock } from './instruments.ts';
import type { PreparedStep } from './prepare.ts';

export interface CallContext {
  readonly client: Pick<Client, 'connection'>;
  readonly deps: Pick<RunDeps, 'now'>;
  readonly signal: AbortSignal;
  readonly demands: Demands;
  /** Is told before each call: what was seen until then is the one's before. */
  readonly onCall: () => void;
}

interface Call {
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly observation: Observation;
}

export interface Calls {
  /** Of a poll the last one alone that was answered, if any was. */
  readonly calls: readonly Call[];
  /** Of all. */
  readonly observations: readonly Observation[];
  /** How many of them were sent: nothing is, once the server is gone or the run is cut. */
  readonly sent: number;
}

/** Makes the calls of a step, until one of them is not answered. */
export function makeCalls(prepared: PreparedStep, context: CallContext): Promise<Calls> {
  const { poll } = prepared.step;
  return poll === null ? callRepeatedly(prepared, context) : callUntil(prepared, poll, context);
}

async function callRepeatedly(prepared: PreparedStep, context: CallContext): Promise<Calls> {
  const { times, timeoutMs } = prepared.step;
  const calls: Call[] = [];
  let sent = 0;
  while (calls.length < times) {
    if (canSend(context)) sent += 1;
    const call = await makeCall(prepared, timeoutMs, context);
    calls.push(call);
    if (!isAnswer(call.outcome)) break;
  }
  return { calls, observations: calls.map(({ observation }) => observation), sent };
}

/** Only the last reply is looked at. Nothing goes on beyond the poll's cap, a call included. */
async function callUntil(
  prepared: PreparedStep,
  poll: NonNullable<Step['poll']>,
  context: CallContext,
): Promise<Calls> {
  const observations: Observation[] = [];
  const capAt = context.deps.now() + poll.timeoutMs;
  let answered: Call | null = null;
  let sent = 0;
  for (;;) {
    const leftMs = Math.ceil(capAt - context.deps.now());
    if (answered !== null && leftMs <= 0) return { calls: [answered], observations, sent };
    if (canSend(context)) sent += 1;
    const call = await makeCall(prepared, Math.min(prepared.step.timeoutMs, leftMs), context);
    observations.push(call.observation);
    if (!isAnswer(call.outcome)) {
      const isCut = call.outcome.reply.kind === 'timeout' && leftMs < prepared.step.timeoutMs;
      // Cut off by the cap, it says less than the reply before it.
      return { calls: [isCut && answered !== null ? answered : call], observations, sent };
    }
    answered = call;
    const isLast = context.deps.now() + poll.everyMs > capAt;
    if (holds(prepared, call) || isLast) return { calls: [call], observations, sent };
    await delay(poll.everyMs, null, { signal: context.signal }).catch(() => {});
    if (context.signal.aborted) return { calls: [interrupted(call)], observations, sent };
  }
}

function canSend({ client, signal }: CallContext): boolean {
  return !signal.aborted && client.connection.alive();
}

function holds(prepared: PreparedStep, call: Call): boolean {
  const { outputSchema } = prepared;
  const ofReply = { ...prepared, assertions: prepared.assertions.filter(isOfReply) };
  return stepHolds(judged(ofReply, { calls: [call], made: 1 }, { ...NO_EVIDENCE, outputSchema }));
}

/** Whether the next reply would have held can't be told. */
function interrupted(call: Call): Call {
  return { ...call, outcome: { ...call.outcome, reply: { kind: 'interrupted' } } };
}

async function makeCall(
  { step, args }: PreparedStep,
  timeoutMs: number,
  { client, deps, signal, demands, onCall }: CallContext,
): Promise<Call> {
  onCall();
  const time = clock(deps.now);
  time.begin();
  const outcome = await client.connection.callTool(step.tool, args, { timeoutMs, signal });
  const durationMs = time.end();
  return { outcome, durationMs, observation: observationOf(outcome, demands) };
}

/** Every reply meets the checks of replies; those of what went on around them see all together. */
export function judged(
  { step, assertions }: Pick<PreparedStep, 'step' | 'assertions'>,
  { calls, made }: { readonly calls: readonly Call[]; readonly made: number },
  around: StepEvidence,
): AssertionResult[] {
  const perCall = calls.map(({ outcome, durationMs, observation }) =>
    evaluateStep(assertions, outcome, { ...around, durationMs, observation }),
  );
  const { poll, times } = step;
  const merged = mergeCalls(perCall, poll === null ? times : 1);
  if (poll === null) return merged;
  const call = { of: 'poll', number: made, capMs: poll.timeoutMs } as const;
  return merged.map((result) => (hasFailed(result) ? { ...result, call } : result));
}

function hasFailed({ status, check }: AssertionResult): boolean {
  return (status === 'failed' || status === 'errored') && !isWindow(check);
}

function isOfReply(assertion: Assertion): boolean {
  return !isWindowCheck(assertion);
}

export function isAnswer({ reply }: Outcome): boolean {
  return reply.kind === 'result' || reply.kind === 'protocol_error';
}
