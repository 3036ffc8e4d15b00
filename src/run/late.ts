import { NO_EVIDENCE } from '../assert/evaluate.ts';
import { stepHolds } from '../assert/hold.ts';
import { judgeWindow } from '../assert/window.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { StepExecution } from '../model/execution.ts';
import type { StepEvidence } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { SequenceRun } from './ending.ts';
import { contradictionsOf, type Demands, demandsOf, evidenceOf, seenLate } from './execution.ts';
import { isNothing, joined, type Traffic } from './traffic.ts';

/** `changed`: the last step, where what came late has a part in it. */
export interface Timely extends SequenceRun {
  readonly changed: StepResult | null;
}

/** The last step that was called has set off whatever follows; undefined: none was. */
export function lastCalled(steps: readonly StepResult[]): StepResult | undefined {
  return steps.findLast(({ calls }) => calls > 0);
}

/**
 * The last step's window lasts until its server has ended: what came late counts for it. Where
 * nothing was called, it is outside of the steps.
 */
export function withLate(
  scenario: Scenario,
  suite: Suite,
  ran: SequenceRun,
  late: Traffic,
): Timely {
  const last = lastCalled(ran.steps);
  if (isNothing(late)) return { ...ran, changed: null };
  if (last === undefined) return { ...ran, outside: joined(ran.outside, late), changed: null };
  const canMend = last.status === 'failed' && last.trouble === null;
  const step = canMend
    ? failedWith(late, last, ran, { scenario, suite })
    : withTraffic(scenario, suite, last, late);
  const before = ran.stopped === last ? step : ran.stopped;
  const steps = ran.steps.map((each) => (each === last ? step : each));
  const stopped = steps.find(
    (each) => (each === before && each.status !== 'passed') || (each === step && hasFailed(each)),
  );
  return { ...ran, steps, stopped: stopped ?? null, changed: step };
}

function hasFailed({ status }: Pick<AssertionResult | StepResult, 'status'>): boolean {
  return status === 'failed';
}

/**
 * A step with what came behind it, before the next one was sent. One that has not held stays so: the
 * sequence has ended with it, and what it ran into is no more than that.
 */
export function withTraffic(
  scenario: Scenario,
  suite: Suite,
  step: StepResult,
  late: Traffic,
): StepResult {
  const told = toldWith(step, late, suite);
  if (step.trouble !== null || step.status === 'failed') return told;
  const assertions = rejudgedWith(late, told, demandsOf(suite, scenario));
  return assertions.some(hasFailed) ? { ...told, assertions, status: 'failed' } : told;
}

/** It may hold after all, unless something was cut off, or not saved, because it did not. */
function failedWith(
  late: Traffic,
  last: StepResult,
  { steps }: SequenceRun,
  { scenario, suite }: { readonly scenario: Scenario; readonly suite: Suite },
): StepResult {
  const told = toldWith(last, late, suite);
  const assertions = rejudgedWith(late, told, demandsOf(suite, scenario));
  if (assertions.some(hasFailed)) return { ...told, assertions };
  const isWhole = last === steps.at(-1) && savesNothing(last, scenario);
  return isWhole && stepHolds(assertions) ? { ...told, assertions, status: 'passed' } : told;
}

function toldWith(step: StepResult, late: Traffic, suite: Suite): StepResult {
  const { upstream, attempts, prompts } = joined(step, late);
  const told = { ...step, upstream, attempts, prompts };
  return { ...told, execution: executionWith(step, late, suite) };
}

function rejudgedWith(
  late: Traffic,
  told: StepResult,
  demands: Demands,
): readonly AssertionResult[] {
  const { execution } = told;
  const contradictions = execution === null ? [] : contradictionsOf(demands, execution);
  const claims: StepEvidence = { ...NO_EVIDENCE, execution, contradictions };
  return told.assertions.map((result) => rejudged(result, told, late, claims));
}

/** The same result if nothing has come that it is about. */
function rejudged(
  result: AssertionResult,
  { upstream, prompts }: StepResult,
  late: Traffic,
  claims: StepEvidence,
): AssertionResult {
  const { check } = result;
  switch (check.kind) {
    case 'execution_claims':
      return { ...result, ...judgeWindow(check, claims) };
    case 'upstream': {
      if (late.upstream.length === 0) return result;
      return { ...result, ...judgeWindow(check, { ...NO_EVIDENCE, upstream }) };
    }
    case 'elicitations':
    case 'prompts': {
      // What has failed stays so: which answers were left over is not known any more.
      if (late.prompts.length === 0 || result.status !== 'passed') return result;
      return { ...result, ...judgeWindow(check, { ...NO_EVIDENCE, prompts }) };
    }
    default:
      return result;
  }
}

/** With the evidence that came late. */
function executionWith(
  { execution }: StepResult,
  late: Traffic,
  suite: Suite,
): StepExecution | null {
  if (execution === null) return null;
  const attempts = execution.evidenced.network === 'tripwire' ? late.attempts : null;
  return seenLate(execution, evidenceOf(suite, { ...late, attempts }));
}

function savesNothing({ phase, index }: StepResult, { steps }: Scenario): boolean {
  return phase === 'teardown' || steps[index]?.saves.length === 0;
}
