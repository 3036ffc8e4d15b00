import type { AssertionResult } from '../model/assertion.ts';
import type { Observation, StepExecution } from '../model/execution.ts';
import type { Capability, Outcome, StepEvidence } from '../model/outcome.ts';
import { ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { isAnswer, judged, makeCalls } from './calls.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import { contradictionsOf, type Demands, evidenceOf, executionOf } from './execution.ts';
import { clock } from './instruments.ts';
import { clientsOf, type Lease } from './lease.ts';
import type { PreparedStep } from './prepare.ts';
import type { ProbeContext } from './probe.ts';
import { StateWatch, type WatchContext } from './state-watch.ts';
import { joined, type Traffic, takeTraffic } from './traffic.ts';
/** What the calls of one step came to. */
export interface Observed {
  /** Of the last call. */
  readonly outcome: Outcome;
  /** How many calls were sent. */
  readonly made: number;
  /** The last one was not. */
  readonly unsent: boolean;
  /** Of all calls, or of the last one of a poll. */
  readonly text: string;
  readonly evidence: StepEvidence;
  readonly assertions: readonly AssertionResult[];
  /** The state could not be read any more: the call was made, and what it did cannot be told. */
  readonly unread: Trouble | null;
}

export interface ObserveContext extends Pick<WatchContext, 'habit' | 'aside' | 'earlier'> {
  readonly lease: Lease;
  readonly client: Client;
  readonly suite: Suite;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
  readonly demands: Demands;
  readonly sparing: boolean;
  /** What the client has not declared. */
  readonly lacking: readonly Capability[];
  /** Earlier steps have made calls. */
  readonly follows: boolean;
  readonly probed: ProbeContext['probed'];
}

/** Makes the calls of a step with its instruments around them. */
export async function observe(
  prepared: PreparedStep,
  context: ObserveContext,
): Promise<Result<Observed, Trouble>> {
  const watch = watchOf(prepared, context);
  const before = await watch.before();
  if (!before.ok) return before;
  const { lease } = context;
  const { script } = context.client;
  context.earlier(takeTraffic(lease, clientsOf(lease)));
  script.prepare(prepared.lines);
  script.begin();
  const time = clock(context.deps.now);
  time.begin();
  // The window of a call lasts until the next one is sent.
  const windows: Traffic[] = [];
  const take = () => void windows.push(takeTraffic(lease, clientsOf(lease)));
  let isFirst = true;
  const onCall = () => {
    if (!isFirst) take();
    isFirst = false;
  };
  const { calls, observations, sent: made } = await makeCalls(prepared, { ...context, onCall });
  const durationMs = time.end();
  take();
  const { unusedAnswers } = script.end();
  const last = calls.at(-1);
  if (last === undefined) throw new Error('a step without a call');
  const after = isAnswer(last.outcome) ? await watch.after() : null;
  const state = after?.ok ? watch.compare(before.value, after.value) : (after ?? ok(null));
  const seen = withRest(windows, watch.settle());
  const execution = claimsOf(prepared, observations, seen, context);
  const evidence: StepEvidence = {
    durationMs,
    ...seenOf(joined(...seen), context),
    unusedAnswers,
    state: state.ok ? state.value : null,
    outputSchema: prepared.outputSchema,
    observation: execution.observed,
    execution,
    contradictions: contradictionsOf(context.demands, execution),
  };
  const told = judged(prepared, { calls, made }, evidence);
  const texts = calls.map(({ outcome }) => outcome.text);
  return ok({
    outcome: last.outcome,
    made,
    unsent: made < observations.length,
    text: texts.join('\n'),
    evidence,
    assertions: told.map((result) => withUndeclared(result, context.lacking)),
    unread: state.ok ? null : state.error,
  });
}

/** How a server speaks of what it misses in its client. */
const NAMED: readonly (readonly [Capability, RegExp])[] = [
  ['elicitation', /elicit/i],
  ['sampling', /sampling|createmessage/i],
  ['roots', /\broots\b/i],
];
const ANY = /capabilit/i;

/** An error that may come of what the client has not declared. */
function withUndeclared(result: AssertionResult, lacking: readonly Capability[]): AssertionResult {
  const { evidence } = result;
  if (evidence?.why !== 'unexpected_error') return result;
  const { text } = evidence.error;
  const named = NAMED.filter(([, words]) => words.test(text)).map(([name]) => name);
  const meant = named.length > 0 ? lacking.filter((each) => named.includes(each)) : lacking;
  if (meant.length === 0 || (named.length === 0 && !ANY.test(text))) return result;
  return { ...result, evidence: { ...evidence, undeclared: meant } };
}

function watchOf({ assertions }: PreparedStep, context: ObserveContext): StateWatch {
  const isAsked = assertions.some(({ kind }) => kind === 'state');
  return new StateWatch(isAsked ? context.suite.state : null, context);
}

/** What came while the state was read is the last call's. */
function withRest(windows: readonly Traffic[], rest: Traffic): readonly Traffic[] {
  const last = windows.length - 1;
  return windows.map((window, at) => (at === last ? joined(window, rest) : window));
}

/** Each call as its result tells of it, beside what was seen of it. */
function claimsOf(
  { declaration }: PreparedStep,
  observations: readonly Observation[],
  windows: readonly Traffic[],
  context: ObserveContext,
): StepExecution {
  const [first, ...rest] = windows.flatMap((window, at) => {
    const observed = observations[at];
    const evidenced = evidenceOf(context.suite, seenOf(window, context));
    return observed === undefined ? [] : [{ observed, evidenced }];
  });
  if (first === undefined) throw new Error('a step without a call');
  return executionOf(declaration, [first, ...rest], context.follows);
}

type Seen = Pick<StepEvidence, 'upstream' | 'attempts' | 'prompts'>;

function seenOf(
  { upstream, attempts, prompts }: Traffic,
  { lease, suite }: Pick<ObserveContext, 'lease' | 'suite'>,
): Seen {
  return {
    upstream: suite.mode === 'hermetic' ? upstream : null,
    attempts: lease.tripwire === null ? null : attempts,
    prompts,
  };
}
