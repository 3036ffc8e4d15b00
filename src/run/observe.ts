import { setTimeout as delay } from 'node:timers/promises';
import { evaluateStep, mergeCalls, NO_EVIDENCE } from '../assert/evaluate.ts';
import { stepHolds } from '../assert/hold.ts';
import { isWindow, isWindowCheck } from '../assert/window.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion } from '../model/check.ts';
import type { Observation, StepExecution } from '../model/execution.ts';
import type { Outcome, StepEvidence, UpstreamRequest } from '../model/outcome.ts';
import { ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { mergeObservations } from '../policy/observation.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import { contradictionsOf, type Demands, evidenceOf, observationOf } from './execution.ts';
import { attemptRecorder, clock, upstreamRecorder } from './instruments.ts';
import type { Lease } from './lease.ts';
import type { PreparedStep } from './prepare.ts';
import { type OfStep, StateWatch, type WatchContext } from './state-watch.ts';
/** What the calls of one step came to. */
export interface Observed {
  /** Of the last call. */
  readonly outcome: Outcome;
  /** How many calls were made. */
  readonly made: number;
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
  readonly demands: Demands;
  readonly sparing: boolean;
  /** The client has declared nothing. */
  readonly undeclared: boolean;
  readonly aside: WatchContext['aside'];
  readonly earlier: WatchContext['earlier'];
}

/** Makes the calls of a step with its instruments around them. */
export async function observe(
  prepared: PreparedStep,
  context: ObserveContext,
): Promise<Result<Observed, Trouble>> {
  const watch = watchOf(prepared, context);
  const before = await watch.before();
  if (!before.ok) return before;
  const recorder = upstreamRecorder(context.lease.upstreams, context.earlier);
  const tripwire = attemptRecorder(context.lease.tripwire);
  const { script } = context.client;
  script.prepare(prepared.lines);
  recorder.begin();
  tripwire.begin();
  script.begin();
  const time = clock(context.deps.now);
  time.begin();
  const { calls, observations } = await makeCalls(prepared, context);
  const made = observations.length;
  const durationMs = time.end();
  const inTime = { upstream: recorder.end(), attempts: tripwire.end(), ...script.end() };
  const last = calls.at(-1);
  if (last === undefined) throw new Error('a step without a call');
  const after = isAnswer(last.outcome) ? await watch.after() : null;
  const state = after?.ok ? watch.compare(before.value, after.value) : (after ?? ok(null));
  const seen = withRest(inTime, watch.settle(), context.suite);
  const execution: StepExecution = {
    declared: prepared.declaration,
    observed: mergeObservations(observations),
    evidenced: evidenceOf(context.suite, seen),
  };
  const evidence: StepEvidence = {
    durationMs,
    ...seen,
    state: state.ok ? state.value : null,
    outputSchema: prepared.outputSchema,
    observation: execution.observed,
    execution,
    contradictions: contradictionsOf(context.demands, execution),
  };
  const { poll } = prepared.step;
  const told = judged(prepared, { calls: poll === null ? calls : [last], made }, evidence);
  const texts = poll === null ? calls.map(({ outcome }) => outcome.text) : [last.outcome.text];
  return ok({
    outcome: last.outcome,
    made,
    text: texts.join('\n'),
    evidence,
    assertions: context.undeclared ? told.map(withUndeclared) : told,
    unread: state.ok ? null : state.error,
  });
}

interface Call {
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly observation: Observation;
}

interface Calls {
  /** Of a poll the last one alone. */
  readonly calls: Call[];
  /** Of all. */
  readonly observations: readonly Observation[];
}

async function makeCalls(prepared: PreparedStep, context: ObserveContext): Promise<Calls> {
  const { times, poll } = prepared.step;
  const calls: Call[] = [];
  const observations: Observation[] = [];
  const started = context.deps.now();
  for (;;) {
    const call = await makeCall(prepared, context);
    calls.push(call);
    observations.push(call.observation);
    if (!isAnswer(call.outcome)) return { calls, observations };
    if (poll === null) {
      if (calls.length === times) return { calls, observations };
      continue;
    }
    const ofReply = { ...prepared, assertions: prepared.assertions.filter(isOfReply) };
    const holds = stepHolds(judged(ofReply, { calls: [call], made: 1 }, null));
    if (holds || context.deps.now() - started + poll.everyMs > poll.timeoutMs) {
      return { calls, observations };
    }
    await delay(poll.everyMs, null, { signal: context.signal }).catch(() => {});
    // Only the last of them is looked at.
    calls.length = 0;
    if (context.signal.aborted) return { calls: [call], observations };
  }
}

async function makeCall(
  { step, args }: PreparedStep,
  { client, deps, signal, demands }: ObserveContext,
): Promise<Call> {
  const time = clock(deps.now);
  time.begin();
  const options = { timeoutMs: step.timeoutMs, signal };
  const outcome = await client.connection.callTool(step.tool, args, options);
  const durationMs = time.end();
  return { outcome, durationMs, observation: observationOf(outcome, demands) };
}

/** Every reply meets the checks of replies; those of what went on around them see all together. */
function judged(
  { step, assertions }: Pick<PreparedStep, 'step' | 'assertions'>,
  { calls, made }: { readonly calls: readonly Call[]; readonly made: number },
  around: StepEvidence | null,
): AssertionResult[] {
  const perCall = calls.map(({ outcome, durationMs, observation }) =>
    evaluateStep(assertions, outcome, { ...(around ?? NO_EVIDENCE), durationMs, observation }),
  );
  const { poll, times } = step;
  const merged = mergeCalls(perCall, poll === null ? times : 1);
  if (poll === null) return merged;
  const call = { of: 'poll', number: made, capMs: poll.timeoutMs } as const;
  return merged.map((result) => (hasFailed(result) ? { ...result, call } : result));
}

const OF_CAPABILITIES = /elicit|sampling|\broots\b|capabilit/i;

/** What a server says that misses a capability of its client. */
function withUndeclared(result: AssertionResult): AssertionResult {
  const { evidence } = result;
  if (evidence?.why !== 'unexpected_error' || !OF_CAPABILITIES.test(evidence.error.text)) {
    return result;
  }
  return { ...result, evidence: { ...evidence, undeclared: true } };
}

function hasFailed({ status, check }: AssertionResult): boolean {
  return (status === 'failed' || status === 'errored') && !isWindow(check);
}

function isOfReply(assertion: Assertion): boolean {
  return !isWindowCheck(assertion);
}

function isAnswer({ reply }: Outcome): boolean {
  return reply.kind === 'result' || reply.kind === 'protocol_error';
}

function watchOf({ assertions }: PreparedStep, context: ObserveContext): StateWatch {
  const isAsked = assertions.some(({ kind }) => kind === 'state');
  return new StateWatch(isAsked ? context.suite.state : null, context);
}

type Seen = Pick<StepEvidence, 'upstream' | 'attempts' | 'prompts' | 'unusedAnswers'>;

/** With what came while the state was read. */
function withRest(
  { upstream, attempts, prompts, unusedAnswers }: Seen & { upstream: readonly UpstreamRequest[] },
  rest: OfStep,
  { mode }: Suite,
): Seen {
  return {
    upstream: mode === 'hermetic' ? [...upstream, ...rest.upstream] : null,
    attempts: attempts === null ? null : [...attempts, ...rest.attempts],
    prompts: [...prompts, ...rest.prompts],
    unusedAnswers,
  };
}
