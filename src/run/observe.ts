import type { AssertionResult } from '../model/assertion.ts';
import type { StepExecution } from '../model/execution.ts';
import type { Capability, Outcome, StepEvidence } from '../model/outcome.ts';
import { ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { mergeObservations } from '../policy/observation.ts';
import { isAnswer, judged, makeCalls } from './calls.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import { contradictionsOf, type Demands, evidenceOf } from './execution.ts';
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
  const { calls, observations, sent: made } = await makeCalls(prepared, context);
  const durationMs = time.end();
  const inTime = takeTraffic(lease, clientsOf(lease));
  const { unusedAnswers } = script.end();
  const last = calls.at(-1);
  if (last === undefined) throw new Error('a step without a call');
  const after = isAnswer(last.outcome) ? await watch.after() : null;
  const state = after?.ok ? watch.compare(before.value, after.value) : (after ?? ok(null));
  const seen = seenOf(joined(inTime, watch.settle()), context);
  const execution: StepExecution = {
    declared: prepared.declaration,
    observed: mergeObservations(observations),
    evidenced: evidenceOf(context.suite, seen),
  };
  const evidence: StepEvidence = {
    durationMs,
    ...seen,
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
