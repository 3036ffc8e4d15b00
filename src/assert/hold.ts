import type { AssertionResult } from '../model/assertion.ts';

export type Verdict = 'passed' | 'failed' | 'errored' | 'nothing_evaluated';

/**
 * Whether the sequence may go on. Every step has at least the implied assertion about errors, so
 * a step in which nothing passed has not been judged.
 */
export function stepHolds(results: readonly AssertionResult[]): boolean {
  return (
    results.some(({ status }) => status === 'passed') &&
    !results.some((result) => isBroken(result) || isCutOff(result))
  );
}

/**
 * What all assertions of a scenario amount to. Only an own one makes it pass. One that was cut off
 * by a step that did not hold, without any failure that says why, is trouble and never a pass.
 */
export function verdictOf(results: readonly AssertionResult[]): Verdict {
  if (results.some(({ status }) => status === 'failed')) return 'failed';
  if (results.some((result) => isBroken(result) || isCutOff(result))) return 'errored';
  return results.some(({ own, status }) => own && status === 'passed')
    ? 'passed'
    : 'nothing_evaluated';
}

function isBroken({ status }: AssertionResult): boolean {
  return status === 'failed' || status === 'errored';
}

function isCutOff({ status, evidence }: AssertionResult): boolean {
  const why = evidence?.why;
  const isCut = why === 'step_did_not_hold' || why === 'judge_interrupted';
  return status === 'not_evaluated' && isCut;
}
