import type { Prompt, UpstreamRequest } from '../model/outcome.ts';
import type { ScenarioEnd, StepResult } from '../model/run-result.ts';
import type { Scope } from '../scenario/interpolate.ts';
/** What the phases came to; `stopped` is the first step that did not hold. */
export interface SequenceRun {
  /** Of all phases, in their order. */
  readonly steps: readonly StepResult[];
  readonly stopped: StepResult | null;
  /** What the stubs received between two steps. */
  readonly between: readonly UpstreamRequest[];
  /** And from the state's probe, as far as that can be told. */
  readonly aside: readonly UpstreamRequest[];
  /** What the client was asked while the probe read. */
  readonly probed: readonly Prompt[];
  /** With the values that steps have saved, but for those of teardown. */
  readonly scope: Scope;
}

/** What one part of the work knows of a scenario's end. */
export type EndPart = Partial<ScenarioEnd> & Pick<ScenarioEnd, 'status' | 'assertions'>;
