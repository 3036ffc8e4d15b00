import type { RunCut, ScenarioEnd, ScenarioRef, StepResult, SuiteResult } from './run-result.ts';
import type { ToolListing } from './tool-facts.ts';
import type { JudgeInfo } from './verdict.ts';
/** What a run tells while it goes on. Folding all of them gives the `RunResult`. */
export type RunEvent =
  | RunStarted
  | { readonly type: 'scenario_started'; readonly id: string }
  /** Of each suite once: with the first of its servers that lists its tools. */
  | { readonly type: 'server_connected'; readonly suite: string; readonly listing: ToolListing }
  | { readonly type: 'step_finished'; readonly id: string; readonly step: StepResult }
  /** A step that was told before, now with the verdicts of its criteria. */
  | { readonly type: 'step_graded'; readonly id: string; readonly step: StepResult }
  /** One of several runs of a scenario: the steps since the last such event are its own. */
  | { readonly type: 'repeat_finished'; readonly end: ScenarioEnd }
  | { readonly type: 'scenario_finished'; readonly end: ScenarioEnd }
  | { readonly type: 'run_finished'; readonly durationMs: number; readonly cut: RunCut | null };

interface RunStarted {
  readonly type: 'run_started';
  readonly runId: string;
  readonly startedAt: string;
  readonly judge: JudgeInfo | null;
  readonly suites: readonly Omit<SuiteResult, 'listing'>[];
  /** In file order per suite. */
  readonly scenarios: readonly ScenarioRef[];
}

export type Emit = (event: RunEvent) => void;
