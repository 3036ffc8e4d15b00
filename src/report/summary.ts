import type { AssertionResult } from '../model/assertion.ts';
import type { RunResult, ScenarioResult, ScenarioStatus } from '../model/run-result.ts';
import { assertionsOf, judgeUse } from './judge-use.ts';
import { runsOf } from './runs-of.ts';
/**
 * The counts of a run. `not_evaluated` counts the author's own assertions, the statuses count
 * scenarios; of one that is run several times all runs are counted in everything else, but for what
 * was not evaluated in those that it passed in spite of.
 */
export interface Summary extends Readonly<Record<ScenarioStatus, number>> {
  readonly flaky: number;
  readonly not_evaluated: number;
  readonly tool_calls: number;
  readonly judge_calls: number;
}

export function summarize(result: RunResult): Summary {
  const { scenarios } = result;
  const count = (status: ScenarioStatus): number =>
    scenarios.filter((scenario) => scenario.status === status).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    errored: count('errored'),
    skipped: count('skipped'),
    known_failure: count('known_failure'),
    not_run: count('not_run'),
    flaky: scenarios.filter((scenario) => scenario.flaky).length,
    not_evaluated: scenarios
      .filter(({ caught }) => !caught)
      .flatMap(untolerated)
      .flatMap(assertionsOf)
      .filter(isNotEvaluated).length,
    tool_calls: scenarios
      .flatMap(runsOf)
      .flatMap(({ steps }) => steps)
      .reduce((sum, { calls }) => sum + calls, 0),
    judge_calls: judgeUse(result).calls,
  };
}

/** Without the runs that a scenario passed in spite of. */
function untolerated(scenario: ScenarioResult): readonly ScenarioResult[] {
  const runs = runsOf(scenario);
  return scenario.status === 'passed' ? runs.filter(({ status }) => status === 'passed') : runs;
}

/** How many scenarios came to a verdict; with none, nothing was tested. */
export function ranCount({ scenarios }: RunResult): number {
  const idle: readonly ScenarioStatus[] = ['skipped', 'not_run'];
  return scenarios.filter(
    ({ scenario, status }) => scenario.kind === 'scenario' && !idle.includes(status),
  ).length;
}

function isNotEvaluated(assertion: AssertionResult): boolean {
  return assertion.own && assertion.status === 'not_evaluated';
}
