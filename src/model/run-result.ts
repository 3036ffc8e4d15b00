import type { AssertionResult } from './assertion.ts';
import type { StepExecution } from './execution.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type {
  Finding,
  Prompt,
  ProxyAttempt,
  ReplyError,
  ServerExit,
  StateReading,
  UpstreamRequest,
} from './outcome.ts';
import type { Repeated, Repeats } from './repeat.ts';
import type { OnTwin } from './scenario.ts';
import type { Place } from './source.ts';
import type { Mode, Target } from './target.ts';
import type { ToolListing } from './tool-facts.ts';
import type { Trouble } from './trouble.ts';
import type { JudgeInfo } from './verdict.ts';
export type ScenarioStatus =
  | 'passed'
  | 'failed'
  | 'errored'
  | 'skipped'
  | 'known_failure'
  | 'not_run';

export interface StepResult {
  readonly phase: 'setup' | 'sequence' | 'teardown';
  /** 0-based place in its phase. */
  readonly index: number;
  readonly tool: string;
  readonly args: JsonObject;
  readonly place: Place;
  readonly status: 'passed' | 'failed' | 'errored' | 'not_run';
  readonly durationMs: number;
  /** How many `tools/call` were sent. */
  readonly calls: number;
  /** How often the call was to be made; null: until its checks held. */
  readonly times: number | null;
  /** A value that was never saved, without which a step of teardown has nothing to clean up. */
  readonly unsaved: string | null;
  readonly text: string;
  readonly textFrom: 'blocks' | 'structured' | 'error' | 'none';
  readonly structured: JsonValue | null;
  readonly isError: boolean;
  readonly error: ReplyError | null;
  readonly upstream: readonly UpstreamRequest[];
  /** At the tripwire; empty without one. */
  readonly attempts: readonly ProxyAttempt[];
  readonly prompts: readonly Prompt[];
  /** Read when the step asks for it. */
  readonly state: StateReading | null;
  /** What its tool says, and what was seen; null when nothing was called. */
  readonly execution: StepExecution | null;
  readonly assertions: readonly AssertionResult[];
  readonly trouble: Trouble | null;
}

/** A scenario's end; its steps were told by events of their own. */
export interface ScenarioEnd {
  readonly id: string;
  readonly status: ScenarioStatus;
  readonly skipReason: SkipReason | null;
  readonly trouble: Trouble | null;
  readonly durationMs: number;
  readonly output: string;
  readonly findings: readonly Finding[];
  readonly assertions: readonly AssertionResult[];
  /** At the tripwire, in no step: while the server started, between steps. */
  readonly strayAttempts: readonly ProxyAttempt[];
  readonly stderrTail: string;
  readonly exit: ServerExit | null;
  /** The folder that `--keep-tmp` left behind. */
  readonly tmp: string | null;
  /** Why earlier attempts to connect failed: in a live run it is tried again. */
  readonly retried: readonly Trouble[];
  /** What its suite shares did not fit it: it was given a process, where others had one already. */
  readonly ownProcess: boolean;
  /** It failed, on a broken server, as it must: what is told of it is no fault. */
  readonly caught: boolean;
  /** Null for one that is run once, and for one run of several. */
  readonly repeat: Repeated | null;
}

/** A scenario of which nothing has happened yet. */
export const BLANK_END: Omit<ScenarioEnd, 'id'> = {
  status: 'not_run',
  skipReason: null,
  trouble: null,
  durationMs: 0,
  output: '',
  findings: [],
  assertions: [],
  strayAttempts: [],
  stderrTail: '',
  exit: null,
  tmp: null,
  retried: [],
  ownProcess: false,
  caught: false,
  repeat: null,
};

export type SkipReason =
  | { readonly kind: 'author'; readonly text: string }
  | { readonly kind: 'no_target' }
  /** It speaks as several clients, which only HTTP tells apart. */
  | { readonly kind: 'client_needs_http' }
  /** It brings `env` or `files`, and the live server is not started here. */
  | { readonly kind: 'not_started' }
  | { readonly kind: 'nothing_evaluated' };

/** Told whole: of a scenario that is run several times, one of these. */
export interface ScenarioRun extends Omit<ScenarioEnd, 'id' | 'repeat'> {
  readonly steps: readonly StepResult[];
}

export interface ScenarioResult extends ScenarioRun {
  readonly scenario: ScenarioRef;
  readonly attempts: number;
  readonly flaky: boolean;
  readonly repeats: Repeats<ScenarioRun> | null;
}

export interface ScenarioRef {
  readonly id: string;
  readonly kind: 'scenario' | 'contract';
  readonly name: string;
  readonly description: string | null;
  /** The path of its suite. */
  readonly suite: string;
  /** Run on a broken variant of the target, where it must fail; left out: on the target itself. */
  readonly twin?: Pick<OnTwin, 'name' | 'of'>;
  readonly place: Place;
}

export interface SuiteResult {
  readonly path: string;
  readonly mode: Mode;
  /** Scenarios that a live run leaves out. */
  readonly leftOut: number;
  readonly transport: Target['transport'] | null;
  readonly label: string | null;
  /** Null until a server of it has listed its tools. */
  readonly listing: ToolListing | null;
  /** What the suite wants kept with its results, with the content of its files. */
  readonly metadata: JsonObject | null;
}

export type RunCut = 'signal' | 'time_limit';

export interface RunResult {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** What ended the run before all of it had run. */
  readonly cut: RunCut | null;
  /** Null when no criterion was selected. */
  readonly judge: JudgeInfo | null;
  readonly suites: readonly SuiteResult[];
  /** In file order per suite, whatever the timing was. */
  readonly scenarios: readonly ScenarioResult[];
}
