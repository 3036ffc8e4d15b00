import { evaluateStep, notEvaluated } from '../assert/evaluate.ts';
import { stepHolds } from '../assert/hold.ts';
import type { JsonObject } from '../model/json.ts';
import type { Finding, Outcome, Reply, UpstreamRequest } from '../model/outcome.ts';
import type { AssertionResult, StepResult } from '../model/run-result.ts';
import type { Step } from '../model/suite.ts';
import { statusOfTrouble, type Trouble } from '../model/trouble.ts';
import { clock, upstreamRecorder } from './instruments.ts';
import type { Lease } from './lease.ts';
import { type PreparedStep, prepareStep, type Unprepared } from './prepare.ts';

export interface StepContext {
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Tools that say they are destructive are not called. */
  readonly sparing: boolean;
}

export interface StepRun {
  readonly result: StepResult;
  readonly findings: readonly Finding[];
}

/** prepare → observe → evaluate. */
export async function runStep(step: Step, index: number, context: StepContext): Promise<StepRun> {
  const prepared = prepareStep(step, context.lease.scope, context.lease.tools, context.sparing);
  if (!prepared.ok) {
    return { result: untried(step, index, prepared.error), findings: [] };
  }
  const observed = await observe(prepared.value, context);
  const { outcome } = observed;
  const trouble = troubleOf(outcome.reply, context.lease);
  const assertions =
    trouble === null
      ? evaluateStep(prepared.value.assertions, outcome)
      : notEvaluated(prepared.value.assertions);
  const result: StepResult = {
    ...blank(step, index, prepared.value.args),
    status: trouble === null ? statusOf(assertions) : statusOfTrouble(trouble),
    durationMs: observed.durationMs,
    text: outcome.text,
    textFrom: outcome.textFrom,
    structured: outcome.structured,
    isError: outcome.error !== null,
    error: outcome.error,
    upstream: observed.upstream,
    assertions,
    trouble,
  };
  return { result, findings: outcome.findings };
}

/** A step that the sequence did not come to. */
export function skippedStep(step: Step, index: number): StepResult {
  return { ...blank(step, index, step.args), assertions: notEvaluated(step.assertions) };
}

interface Observed {
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly upstream: readonly UpstreamRequest[];
}

async function observe(prepared: PreparedStep, context: StepContext): Promise<Observed> {
  const { lease, signal, now } = context;
  const { step, args } = prepared;
  const recorder = upstreamRecorder(lease.upstreams);
  const time = clock(now);
  recorder.begin();
  time.begin();
  const outcome = await lease.connection.callTool(step.tool, args, {
    timeoutMs: step.timeoutMs,
    signal,
  });
  return { durationMs: time.end(), upstream: recorder.end(), outcome };
}

function troubleOf(reply: Reply, lease: Lease): Trouble | null {
  switch (reply.kind) {
    case 'result':
    case 'protocol_error':
      return null;
    case 'timeout': {
      const { kind, ...times } = reply;
      return { code: kind, ...times, doing: 'tools/call', tail: lease.connection.tail() };
    }
    case 'lost': {
      const { detail } = reply;
      const tail = lease.connection.tail();
      return { code: 'connection_lost', doing: 'tools/call', detail, tail };
    }
    case 'interrupted':
      return { code: 'interrupted' };
  }
}

function statusOf(assertions: readonly AssertionResult[]): StepResult['status'] {
  if (assertions.some(({ status }) => status === 'failed')) return 'failed';
  return stepHolds(assertions) ? 'passed' : 'errored';
}

function untried(step: Step, index: number, { trouble, args }: Unprepared): StepResult {
  return {
    ...blank(step, index, args),
    status: statusOfTrouble(trouble),
    assertions: notEvaluated(step.assertions),
    trouble,
  };
}

function blank(step: Step, index: number, args: JsonObject): StepResult {
  return {
    phase: 'sequence',
    index,
    tool: step.tool,
    args,
    place: step.place,
    status: 'not_run',
    durationMs: 0,
    text: '',
    textFrom: 'none',
    structured: null,
    isError: false,
    error: null,
    upstream: [],
    assertions: [],
    trouble: null,
  };
}
