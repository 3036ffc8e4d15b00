import type { AssertionResult } from '../model/assertion.ts';
import type { RunResult, ScenarioResult } from '../model/run-result.ts';
import { runsOf } from './runs-of.ts';
/** What the judge has cost, over all attempts. */
export interface JudgeUse {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** As the replies name them, in order of first use. */
  readonly servedModels: readonly string[];
}

export function judgeUse({ scenarios }: RunResult): JudgeUse {
  const results = scenarios.flatMap(runsOf).flatMap(assertionsOf);
  const graded = results.flatMap((result) => result.graded ?? []);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    calls: sum(results.map(attemptsOf)),
    inputTokens: sum(graded.map((each) => each.inputTokens)),
    outputTokens: sum(graded.map((each) => each.outputTokens)),
    servedModels: [...new Set(graded.map(({ model }) => model))],
  };
}

/** Of one run: of the steps, in their order, then of the whole. */
export function assertionsOf(scenario: ScenarioResult): readonly AssertionResult[] {
  return [...scenario.steps.flatMap((step) => step.assertions), ...scenario.assertions];
}

function attemptsOf({ graded, evidence }: AssertionResult): number {
  if (graded !== undefined) return graded.attempts;
  return evidence?.why === 'judge_unavailable' ? evidence.attempts : 0;
}
