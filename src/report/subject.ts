import type { ScenarioRef } from '../model/run-result.ts';

/** What was looked at: the whole output, one step, or the sample of a contract, which nobody wrote as a step. */
export type Subject = 'output' | 'step' | 'sample';

/** What its steps are. */
export function stepSubject({ kind }: ScenarioRef): Subject {
  return kind === 'contract' ? 'sample' : 'step';
}
