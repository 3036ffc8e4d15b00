import type { Judge } from '../judge/judge.ts';
import type { Emit } from '../model/event.ts';
import type { JsonObject } from '../model/json.ts';
import type { Result } from '../model/result.ts';
import type { ScenarioFiles } from '../model/scenario.ts';
import type { JudgeSettings } from '../model/suite.ts';
import type { RunPlan } from '../scenario/plan.ts';
import type { Reach } from '../target/connection.ts';
import type { OpenTripwire, OpenUpstreams } from '../upstream/upstreams.ts';

/** All that a run needs from outside; handed in by `main`. */
export interface RunDeps {
  readonly reach: Reach;
  readonly openUpstreams: OpenUpstreams;
  readonly openTripwire: OpenTripwire;
  /** Used only when the plan's judge is on. */
  readonly judge: (settings: JudgeSettings) => Judge;
  readonly tmp: TmpFolders;
  /** Monotonic, in ms. */
  readonly now: () => number;
  readonly uuid: () => string;
}

export interface TmpFolders {
  /** A fresh, empty folder, its real path; the error is the system's reason. */
  create(): Promise<Result<string, string>>;
  /** Writes a scenario's files into one; the error is the system's reason. */
  fill(path: string, files: ScenarioFiles): Promise<Result<void, string>>;
  /** All files below a folder, by their paths: texts, or the base64 of what is none. */
  read(path: string): Promise<Result<JsonObject, string>>;
  /** Never rejects. */
  remove(path: string): Promise<void>;
}

/** One run's constants, as its parts hand them on. */
export interface RunContext {
  readonly plan: RunPlan;
  readonly deps: RunDeps;
  readonly emit: Emit;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
}
