import { setTimeout as delay } from 'node:timers/promises';
import { evaluateStep, mergeCalls } from '../assert/evaluate.ts';
import { stepHolds } from '../assert/hold.ts';
import { isWindowCheck } from '../assert/window.ts';
import type { Assertion } from '../model/check.ts';
import type { Outcome, StateReading, StepEvidence } from '../model/outcome.ts';
import { ok, type Result } from '../model/result.ts';
import type { AssertionResult } from '../model/run-result.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import { attemptRecorder, clock, upstreamRecorder } from './instruments.ts';
import type { Lease } from './lease.ts';
import type { PreparedStep } from './prepare.ts';
import { readState } from './probe.ts';

/** What the calls of one step came to. */
export interface Observed {
  /** Of the last call. */
  readonly outcome: Outcome;
  /** Of all calls, or of the last one of a poll. */
  readonly text: string;
  readonly evidence: StepEvidence;
  readonly assertions: readonly AssertionResult[];
  /** The state could not be read any more: the call was made, and what it did cannot be told. */
  readonly unread: Trouble | null;
}

export interface ObserveContext {
  readonly lease: Lease;
  readonly client: Client;
  readonly suite: Suite;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
}

/** Makes the calls of a step with its instruments around them. */
export async function observe(
  prepared: PreparedStep,
  context: ObserveContext,
): Promise<Result<Observed, Trouble>> {
  const before = await probe(prepared, context);
  if (!before.ok) return before;
  const recorder = upstreamRecorder(context.lease.upstreams);
  const tripwire = attemptRecorder(context.lease.tripwire);
  const { script } = context.client;
  script.prepare(prepared.lines);
  recorder.begin();
  tripwire.begin();
  script.begin();
  const time = clock(context.deps.now);
  time.begin();
  const calls = await makeCalls(prepared, context);
  const durationMs = time.end();
  const upstream = recorder.end();
  const attempts = tripwire.end();
  const prompted = script.end();
  const last = calls.at(-1);
  if (last === undefined) throw new Error('a step without a call');
  const after = isAnswer(last.outcome) ? await probe(prepared, context) : before;
  const stubbed = context.suite.mode === 'hermetic';
  const evidence: StepEvidence = {
    durationMs,
    upstream: stubbed ? upstream : null,
    attempts,
    ...prompted,
    state: after.ok ? readingOf(before.value, after.value) : null,
    outputSchema: prepared.outputSchema,
  };
  const { poll } = prepared.step;
  const texts = poll === null ? calls.map(({ outcome }) => outcome.text) : [last.outcome.text];
  return ok({
    outcome: last.outcome,
    text: texts.join('\n'),
    evidence,
    assertions: judged(prepared.assertions, poll === null ? calls : [last], evidence),
    unread: after.ok ? null : after.error,
  });
}

interface Call {
  readonly outcome: Outcome;
  readonly durationMs: number;
}

async function makeCalls(prepared: PreparedStep, context: ObserveContext): Promise<Call[]> {
  const { times, poll } = prepared.step;
  const calls: Call[] = [];
  const started = context.deps.now();
  for (;;) {
    const call = await makeCall(prepared, context);
    calls.push(call);
    if (!isAnswer(call.outcome)) return calls;
    if (poll === null) {
      if (calls.length === times) return calls;
      continue;
    }
    const holds = stepHolds(judged(prepared.assertions.filter(isOfReply), [call], null));
    if (holds || context.deps.now() - started + poll.everyMs > poll.timeoutMs) return calls;
    await delay(poll.everyMs, null, { signal: context.signal }).catch(() => {});
    // Only the last of them is looked at.
    calls.length = 0;
    if (context.signal.aborted) return [call];
  }
}

async function makeCall(
  { step, args }: PreparedStep,
  { client, deps, signal }: ObserveContext,
): Promise<Call> {
  const time = clock(deps.now);
  time.begin();
  const options = { timeoutMs: step.timeoutMs, signal };
  const outcome = await client.connection.callTool(step.tool, args, options);
  return { outcome, durationMs: time.end() };
}

/** Every reply meets the checks of replies; those of what went on around them see all together. */
function judged(
  assertions: readonly Assertion[],
  calls: readonly Call[],
  around: StepEvidence | null,
): AssertionResult[] {
  const perCall = calls.map(({ outcome, durationMs }) =>
    evaluateStep(assertions, outcome, { ...(around ?? NOTHING), durationMs }),
  );
  return mergeCalls(perCall);
}

const NOTHING: StepEvidence = {
  durationMs: 0,
  upstream: [],
  attempts: null,
  prompts: [],
  unusedAnswers: 0,
  state: null,
  outputSchema: null,
};

function isOfReply(assertion: Assertion): boolean {
  return !isWindowCheck(assertion);
}

function isAnswer({ reply }: Outcome): boolean {
  return reply.kind === 'result' || reply.kind === 'protocol_error';
}

/** Null when the step does not ask for the state. */
async function probe(
  { assertions }: PreparedStep,
  { suite, lease, deps, signal }: ObserveContext,
): Promise<Result<StateReading['before'] | null, Trouble>> {
  if (!assertions.some(({ kind }) => kind === 'state') || suite.state === null) return ok(null);
  return readState(suite.state, { suite, lease, deps, signal });
}

function readingOf(
  before: StateReading['before'] | null,
  after: StateReading['before'] | null,
): StateReading | null {
  return before === null || after === null ? null : { before, after };
}
