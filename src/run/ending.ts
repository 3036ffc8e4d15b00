import type { Finding } from '../model/outcome.ts';
import type { ScenarioEnd, StepResult } from '../model/run-result.ts';

/** What a sequence came to; `stopped` is the step that did not hold. */
export interface SequenceRun {
  readonly steps: readonly StepResult[];
  readonly stopped: StepResult | null;
  readonly findings: readonly Finding[];
}

/** What one part of the work knows of a scenario's end. */
export type EndPart = Partial<ScenarioEnd> & Pick<ScenarioEnd, 'status' | 'assertions'>;
