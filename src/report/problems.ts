import type { AssertionResult } from '../model/assertion.ts';
import type { ScenarioResult, StepResult } from '../model/run-result.ts';
import type { Place } from '../model/source.ts';
import { statusOfTrouble, type Trouble } from '../model/trouble.ts';
import { assertionText } from './assertion-text.ts';
import { stepTroubleText } from './call-text.ts';
import type { Explained } from './explained.ts';
import { type Subject, stepSubject } from './subject.ts';
import { troubleText } from './trouble-text.ts';
/** One reason why a scenario is not passed. */
export interface Problem {
  readonly place: Place;
  readonly explained: Explained;
  /** The step it happened in; null when it is about the whole scenario. */
  readonly step: StepResult | null;
  readonly source: Trouble | AssertionResult;
}

/** All of them: steps first, in order, then what is about the whole. */
export function problemsOf(scenario: ScenarioResult): Problem[] {
  const inSteps = scenario.steps.flatMap((step) =>
    stepProblems(step, stepSubject(scenario.scenario)),
  );
  const { trouble } = scenario;
  const told = scenario.steps.some((step) => sameTrouble(step.trouble, trouble));
  const own =
    trouble === null || told ? [] : [troubleProblem(trouble, null, scenario.scenario.place)];
  return [...inSteps, ...own, ...failedOf(scenario.assertions, null, 'output')];
}

/** The trouble that a scenario's status comes from, if it is not its assertions. */
export function decidingTrouble(scenario: ScenarioResult): Problem | null {
  const problems = problemsOf(scenario).filter(isTrouble);
  const agrees = problems.find(({ source }) => statusOfTrouble(source) === scenario.status);
  return agrees ?? null;
}

export function isTrouble(problem: Problem): problem is Problem & { readonly source: Trouble } {
  return 'code' in problem.source;
}

function stepProblems(step: StepResult, subject: Subject): Problem[] {
  const trouble = step.trouble === null ? [] : [troubleProblem(step.trouble, step, step.place)];
  return [...trouble, ...causeFirst(failedOf(step.assertions, step, subject))];
}

/** A server that gets no answer mostly reports an error: that is the consequence. */
function causeFirst(problems: readonly Problem[]): Problem[] {
  const isCause = ({ source }: Problem) =>
    'evidence' in source && source.evidence?.why === 'prompt_unanswered';
  return [...problems.filter(isCause), ...problems.filter((problem) => !isCause(problem))];
}

function troubleProblem(source: Trouble, step: StepResult | null, place: Place): Problem {
  const explained = step === null ? troubleText(source, null) : stepTroubleText(source, step);
  return { place: placeOfTrouble(source) ?? place, explained, step, source };
}

/** Where its author can mend it, when that is not where it was met. */
function placeOfTrouble(trouble: Trouble): Place | null {
  switch (trouble.code) {
    case 'twin_survived':
      return trouble.rules?.place ?? null;
    case 'unsaved_value':
      return trouble.place ?? null;
    case 'missing_value':
      return trouble.place;
    case 'not_saved':
      return trouble.unfound[0]?.place ?? null;
    case 'probe_failed':
    case 'timeout':
    case 'connection_lost':
      return trouble.place ?? null;
    case 'policy_violation':
      return trouble.breaches[0]?.place ?? null;
    case 'start_failed':
      return trouble.launch.place;
    default:
      return null;
  }
}

/** A step's trouble is also its scenario's: one thing, told once. */
function sameTrouble(one: Trouble | null, other: Trouble | null): boolean {
  return one !== null && other !== null && one.code === other.code;
}

function failedOf(
  assertions: readonly AssertionResult[],
  step: StepResult | null,
  subject: Subject,
): Problem[] {
  return assertions.flatMap((source) => {
    if (source.status !== 'failed' && source.status !== 'errored') return [];
    const explained = assertionText(source, subject);
    return explained === null ? [] : [{ place: source.place, explained, step, source }];
  });
}
