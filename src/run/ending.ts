import type { Declaration, Observation } from '../model/execution.ts';
import type { ScenarioEnd, StepResult } from '../model/run-result.ts';
import type { Scope } from '../scenario/interpolate.ts';
import type { Traffic } from './traffic.ts';

/** What the phases came to; `stopped` is the first step that did not hold. */
export interface SequenceRun {
  /** Of all phases, in their order. */
  readonly steps: readonly StepResult[];
  readonly stopped: StepResult | null;
  /** What the server asked where no step can have set it off: while it started, or a client came. */
  readonly outside: Traffic;
  readonly probe: ProbeRun;
  /** With the values that steps have saved, but for those of teardown. */
  readonly scope: Scope;
}

/** What reading the state has set off, as far as that can be told. */
export interface ProbeRun {
  readonly traffic: Traffic;
  /** Null unless it is read by a tool, and was. */
  readonly tool: ProbeTool | null;
}

/** A tool that is called like any other: what it declares, and what its results say. */
export interface ProbeTool {
  readonly name: string;
  readonly declaration: Declaration;
  readonly observations: readonly Observation[];
}

/** What one part of the work knows of a scenario's end. */
export type EndPart = Partial<ScenarioEnd> & Pick<ScenarioEnd, 'status' | 'assertions'>;
