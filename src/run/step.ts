import { notEvaluated } from '../assert/evaluate.ts';
import { stepHolds } from '../assert/hold.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { JsonObject } from '../model/json.ts';
import type { Capability } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Step } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import { statusOfTrouble, type Trouble } from '../model/trouble.ts';
import type { Scope } from '../scenario/interpolate.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import type { Demands } from './execution.ts';
import type { Lease } from './lease.ts';
import { type Observed, observe } from './observe.ts';
import { type PreparedStep, prepareStep, type Unprepared } from './prepare.ts';
import type { ProbeContext } from './probe.ts';
import { NOTHING_SAVED, saveValues } from './save.ts';
import type { WatchContext } from './state-watch.ts';
export interface StepContext extends Pick<WatchContext, 'habit' | 'aside' | 'earlier'> {
  readonly lease: Lease;
  /** The connection that the step's calls are made on. */
  readonly client: Client;
  readonly scope: Scope;
  readonly suite: Suite;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
  /** Tools that say they are destructive are not called. */
  readonly sparing: boolean;
  readonly demands: Demands;
  /** The client has declared nothing. */
  readonly undeclared: boolean;
  /** What it has not declared. */
  readonly lacking: readonly Capability[];
  /** Earlier steps have made calls. */
  readonly follows: boolean;
  readonly probed: ProbeContext['probed'];
}

/** Where a step stands: its phase, and its 0-based place in it. */
export type StepAt = Pick<StepResult, 'phase' | 'index'>;

export interface StepRun {
  readonly result: StepResult;
  readonly saved: JsonObject;
}

/** prepare → observe → evaluate → bind. */
export async function runStep(step: Step, at: StepAt, context: StepContext): Promise<StepRun> {
  const prepared = prepareStep(step, { ...context, tools: context.client.tools });
  if (!prepared.ok) return idle(untried(step, at, prepared.error));
  const observed = await observe(prepared.value, context);
  if (!observed.ok) {
    const { args } = prepared.value;
    return idle(untried(step, at, { trouble: observed.error, args }));
  }
  return judgeStep(prepared.value, at, observed.value, context);
}

function judgeStep(
  prepared: PreparedStep,
  at: StepAt,
  observed: Observed,
  { client }: StepContext,
): StepRun {
  const { step, args } = prepared;
  const { outcome, evidence, text } = observed;
  const lost = troubleOf(observed, client) ?? observed.unread;
  const assertions = lost === null ? observed.assertions : notEvaluated(prepared.assertions);
  const { values, unfound } = bind(step, observed);
  const holds = statusOf(assertions) === 'passed';
  const unsaved: Trouble | null =
    holds && unfound.length > 0 ? { code: 'not_saved', unfound } : null;
  const trouble = lost ?? unsaved;
  const result: StepResult = {
    ...blank(step, at, args),
    status: trouble === null ? statusOf(assertions) : statusOfTrouble(trouble),
    durationMs: evidence.durationMs,
    calls: observed.made,
    text,
    textFrom: outcome.textFrom,
    structured: outcome.structured,
    isError: outcome.error !== null,
    error: outcome.error,
    upstream: evidence.upstream ?? [],
    attempts: evidence.attempts ?? [],
    prompts: evidence.prompts,
    state: evidence.state,
    execution: evidence.execution,
    assertions,
    trouble,
  };
  return { result, saved: values };
}

/**
 * What a reply has to keep, of a step that does not hold as well: teardown cleans up what was
 * made. An error that nobody expects has made nothing.
 */
function bind({ saves }: Step, { outcome, assertions }: Observed) {
  const expected = assertions.some(
    ({ check, status }) => check.kind === 'error' && status === 'passed',
  );
  const { kind } = outcome.reply;
  const came = kind === 'result' || kind === 'protocol_error';
  return came && (outcome.error === null || expected) ? saveValues(saves, outcome) : NOTHING_SAVED;
}

function idle(result: StepResult): StepRun {
  return { result, saved: {} };
}

/** A step that the sequence did not come to. */
export function skippedStep(step: Step, at: StepAt): StepResult {
  return { ...blank(step, at, step.args), assertions: notEvaluated(step.assertions) };
}

function troubleOf(
  { outcome: { reply }, unsent }: Observed,
  { connection }: Client,
): Trouble | null {
  switch (reply.kind) {
    case 'result':
    case 'protocol_error':
      return null;
    case 'timeout':
      return {
        code: 'timeout',
        afterMs: reply.afterMs,
        ...(reply.silentMs === undefined ? {} : { silentMs: reply.silentMs }),
        doing: 'tools/call',
        tail: connection.tail(),
      };
    case 'lost': {
      const { detail } = reply;
      const lost = { code: 'connection_lost', doing: 'tools/call', detail } as const;
      return { ...lost, ...(unsent ? { unsent } : {}), tail: connection.tail() };
    }
    case 'interrupted':
      return { code: 'interrupted' };
  }
}

function statusOf(assertions: readonly AssertionResult[]): StepResult['status'] {
  if (assertions.some(({ status }) => status === 'failed')) return 'failed';
  return stepHolds(assertions) ? 'passed' : 'errored';
}

function untried(step: Step, at: StepAt, { trouble, args }: Unprepared): StepResult {
  return {
    ...blank(step, at, args),
    status: statusOfTrouble(trouble),
    assertions: notEvaluated(step.assertions),
    trouble,
  };
}

function blank(step: Step, at: StepAt, args: JsonObject): StepResult {
  return {
    ...at,
    tool: step.tool,
    args,
    place: step.place,
    status: 'not_run',
    durationMs: 0,
    calls: 0,
    times: step.poll === null ? step.times : null,
    unsaved: null,
    text: '',
    textFrom: 'none',
    structured: null,
    isError: false,
    error: null,
    upstream: [],
    attempts: [],
    prompts: [],
    state: null,
    execution: null,
    assertions: [],
    trouble: null,
  };
}
