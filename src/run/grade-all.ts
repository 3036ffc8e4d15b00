import { saysNothing } from '../assert/blank.ts';
import { evaluateOutput, notEvaluated } from '../assert/evaluate.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion } from '../model/check.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import { graderOf, gradeSteps, leaveUngraded } from './criteria.ts';
import type { RunContext } from './deps.ts';
import type { SequenceRun } from './ending.ts';
import { expandAssertions } from './expand.ts';
export interface Ran {
  readonly ran: SequenceRun;
  /** The checks of the whole output, as written. */
  readonly checks: readonly Assertion[];
}

export interface AllGraded {
  readonly sequence: SequenceRun;
  /** What the checks of the whole output came to. */
  readonly own: readonly AssertionResult[];
}

/** What can only be said once the sequence has ended: the whole output, and criteria. */
export async function gradeAll(
  scenario: Scenario,
  suite: Suite,
  { ran, checks }: Ran,
  context: RunContext,
): Promise<AllGraded> {
  const tell = (step: StepResult) => context.emit({ type: 'step_graded', id: scenario.id, step });
  if (ran.stopped !== null && ran.stopped.phase !== 'teardown') {
    const steps = ran.steps.map((step) => ({
      ...step,
      assertions: leaveUngraded(step.assertions),
    }));
    return { sequence: { ...ran, steps }, own: notEvaluated(checks) };
  }
  // Loading has made sure that what they name was saved by a step, and all of them have held.
  const expanded = expandAssertions(checks, ran.scope);
  if (!expanded.ok) {
    const trouble = expanded.error;
    const last = ran.steps.at(-1);
    const errored = last === undefined ? null : { ...last, status: 'errored' as const, trouble };
    const stopped = ran.stopped ?? errored;
    return { sequence: { ...ran, stopped }, own: notEvaluated(checks) };
  }
  const grade = graderOf(suite, context);
  const own = ran.steps.filter(({ phase }) => phase === 'sequence');
  const text = own.map((step) => step.text).join('\n');
  const hasText = own.some((step) => step.text !== '');
  const output = { text, hasText, saysNothing: own.every(saysNothing) };
  const [graded, whole] = await Promise.all([
    gradeSteps(ran.steps, grade),
    grade(evaluateOutput(expanded.value, output), text),
  ]);
  for (const step of graded.changed) tell(step);
  return { sequence: { ...ran, steps: graded.steps }, own: whole };
}
