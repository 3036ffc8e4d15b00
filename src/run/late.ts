import { NO_EVIDENCE } from '../assert/evaluate.ts';
import { stepHolds } from '../assert/hold.ts';
import { judgeWindow } from '../assert/window.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { StepExecution } from '../model/execution.ts';
import type { Prompt, ProxyAttempt, StepEvidence, UpstreamRequest } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { SequenceRun } from './ending.ts';
import { contradictionsOf, demandsOf, evidenceOf, seenLate } from './execution.ts';
/** What went on after the last step. */
export interface Late {
  /** What the stubs received. */
  readonly upstream: readonly UpstreamRequest[];
  readonly attempts: readonly ProxyAttempt[];
  /** What the server asked of the client. */
  readonly prompts: readonly Prompt[];
}

/** `changed`: the last step, where what came late has a part in it. */
export interface Timely extends SequenceRun {
  readonly changed: StepResult | null;
}

/** The last step's window lasts until its server has ended: what came late counts for it. */
export function withLate(
  scenario: Scenario,
  suite: Suite,
  before: SequenceRun,
  late: Late,
): Timely {
  const ran = withAttempts(before, late.attempts);
  const last = lastOf(ran);
  const asItWas: Timely = { ...ran, changed: late.attempts.length > 0 ? (last ?? null) : null };
  if (last === undefined || last.trouble !== null) return asItWas;
  const { execution, assertions } = rejudgedWith(late, last, scenario, suite);
  if (assertions.every((result, at) => result === last.assertions[at])) return asItWas;
  const failed = assertions.some(({ status }) => status === 'failed');
  const mended = last.status === 'failed' && !failed;
  // It holds after all, unless something was cut off, or not saved, because it did not.
  const isWhole = last === ran.steps.at(-1) && savesNothing(last, scenario);
  if (mended && !(isWhole && stepHolds(assertions))) return asItWas;
  const status = failed ? 'failed' : mended ? 'passed' : last.status;
  const prompts = [...last.prompts, ...late.prompts];
  const step: StepResult = { ...last, prompts, execution, assertions, status };
  const earlier = ran.stopped === last ? null : ran.stopped;
  return {
    ...ran,
    steps: ran.steps.map((each) => (each === last ? step : each)),
    stopped: earlier ?? (status === 'passed' ? null : step),
    changed: step,
  };
}

/** A step with requests that came behind it, before the next one was sent. */
export function withRequests(
  scenario: Scenario,
  suite: Suite,
  step: StepResult,
  requests: readonly UpstreamRequest[],
): StepResult {
  const told = { ...step, upstream: [...step.upstream, ...requests] };
  if (step.trouble !== null || step.execution === null) return told;
  const late: Late = { upstream: requests, attempts: [], prompts: [] };
  const { execution, assertions } = rejudgedWith(late, step, scenario, suite);
  const failed = assertions.some(({ status }) => status === 'failed');
  // One that has not held stays so: the sequence has ended with it.
  if (step.status !== 'passed' || !failed) return { ...told, execution };
  return { ...told, execution, assertions, status: 'failed' };
}

function rejudgedWith(late: Late, step: StepResult, scenario: Scenario, suite: Suite) {
  const execution = executionWith(step, suite, late);
  const contradictions =
    execution === null ? [] : contradictionsOf(demandsOf(suite, scenario), execution);
  const claims: StepEvidence = { ...NO_EVIDENCE, execution, contradictions };
  const assertions = step.assertions.map((result) => rejudged(result, step, late, claims));
  return { execution, assertions };
}

function lastOf({ steps }: SequenceRun): StepResult | undefined {
  return steps.findLast(({ status }) => status !== 'not_run');
}

/** Whatever the step came to: what it has set off is its own. */
function withAttempts(ran: SequenceRun, late: Late['attempts']): SequenceRun {
  const last = lastOf(ran);
  if (last === undefined || late.length === 0) return ran;
  const step = { ...last, attempts: [...last.attempts, ...late] };
  return {
    ...ran,
    steps: ran.steps.map((each) => (each === last ? step : each)),
    stopped: ran.stopped === last ? step : ran.stopped,
  };
}

/** The same result if nothing has come that it is about. */
function rejudged(
  result: AssertionResult,
  step: StepResult,
  late: Late,
  claims: StepEvidence,
): AssertionResult {
  const { check } = result;
  switch (check.kind) {
    case 'execution_claims':
      return isNothing(late) ? result : { ...result, ...judgeWindow(check, claims) };
    case 'upstream': {
      if (late.upstream.length === 0) return result;
      // Told once, with the scenario: the step keeps what it had.
      const upstream = [...step.upstream, ...late.upstream];
      return { ...result, ...judgeWindow(check, { ...NO_EVIDENCE, upstream }) };
    }
    case 'elicitations':
    case 'prompts': {
      // What has failed stays so: which answers were left over is not known any more.
      if (late.prompts.length === 0 || result.status !== 'passed') return result;
      const prompts = [...step.prompts, ...late.prompts];
      return { ...result, ...judgeWindow(check, { ...NO_EVIDENCE, prompts }) };
    }
    default:
      return result;
  }
}

function isNothing({ upstream, attempts, prompts }: Late): boolean {
  return upstream.length === 0 && attempts.length === 0 && prompts.length === 0;
}

/** With the evidence that came late. */
function executionWith(step: StepResult, suite: Suite, late: Late): StepExecution | null {
  const { execution } = step;
  if (execution === null || isNothing(late)) return execution;
  const attempts = execution.evidenced.network === 'tripwire' ? late.attempts : null;
  return seenLate(execution, evidenceOf(suite, { ...late, attempts }));
}

function savesNothing({ phase, index }: StepResult, { steps }: Scenario): boolean {
  return phase === 'teardown' || steps[index]?.saves.length === 0;
}
