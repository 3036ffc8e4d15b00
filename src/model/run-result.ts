import type { Check } from './check.ts';
import type { Difference } from './difference.ts';
import type { Excerpt, Nearest } from './excerpt.ts';
import type { Contradiction, Observation, StepExecution } from './execution.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type {
  Finding,
  Prompt,
  ReplyError,
  ServerExit,
  StateReading,
  UpstreamRequest,
} from './outcome.ts';
import type { SchemaProblem } from './schema-problem.ts';
import type { Place } from './source.ts';
import type { Mode, Target } from './target.ts';
import type { Trouble } from './trouble.ts';
import type { Graded, JudgeInfo, JudgeTrouble } from './verdict.ts';

export type ScenarioStatus =
  | 'passed'
  | 'failed'
  | 'errored'
  | 'skipped'
  | 'known_failure'
  | 'not_run';

export type AssertionStatus = 'passed' | 'failed' | 'errored' | 'not_evaluated';

/** A check with its placeholders expanded, or one that the runner adds about the stub upstreams. */
export type ResultCheck =
  | Check
  | { readonly kind: 'upstream_unmatched'; readonly upstream: string }
  | { readonly kind: 'upstream_route_used'; readonly upstream: string; readonly route: string }
  /** Outside of the steps, too, the policy holds. */
  | { readonly kind: 'policy_kept' };

export interface AssertionResult {
  readonly check: ResultCheck;
  readonly own: boolean;
  readonly place: Place;
  readonly status: AssertionStatus;
  /** Why it is not passed; null when it is. */
  readonly evidence: AssertionEvidence | null;
  /** Of a check of replies that failed, where there were several. */
  readonly call?: CallAt;
  /** Of a criterion that the judge has graded. */
  readonly graded?: Graded;
}

/** The one of several calls that a check is about. */
export type CallAt =
  | { readonly of: 'times'; readonly number: number; readonly times: number }
  /** The last one: the cap has ended it. */
  | { readonly of: 'poll'; readonly number: number; readonly capMs: number };

export type AssertionEvidence =
  | { readonly why: 'absent'; readonly nearest: Nearest | null; readonly length: number }
  | { readonly why: 'present'; readonly excerpt: Excerpt }
  | { readonly why: 'no_match'; readonly excerpt: Excerpt; readonly length: number }
  /** A negative, or a pattern, had nothing to look at. */
  | { readonly why: 'no_text' }
  | { readonly why: 'pattern_too_slow'; readonly limitMs: number }
  | { readonly why: 'empty_needle' }
  /** `undeclared`: it may be about what the client has not declared, which is nothing at all. */
  | { readonly why: 'unexpected_error'; readonly error: ReplyError; readonly undeclared?: true }
  | { readonly why: 'error_expected'; readonly excerpt: Excerpt }
  | { readonly why: 'wrong_channel'; readonly error: ReplyError }
  | { readonly why: 'wrong_code'; readonly error: ReplyError }
  | { readonly why: 'error_text_absent'; readonly missing: string; readonly error: ReplyError }
  | { readonly why: 'unmatched'; readonly request: UpstreamRequest }
  | { readonly why: 'never_hit'; readonly received: readonly string[] }
  /** Data that is not what was expected: its differences, the first of them. */
  | { readonly why: 'differs'; readonly differences: readonly Difference[] }
  | { readonly why: 'no_structured' }
  | { readonly why: 'no_json'; readonly excerpt: Excerpt }
  | { readonly why: 'schema_broken'; readonly problems: readonly SchemaProblem[] }
  | { readonly why: 'schema_unusable'; readonly detail: string }
  | {
      readonly why: 'upstream_count';
      readonly matching: number;
      readonly received: readonly UpstreamRequest[];
    }
  | { readonly why: 'state_changed'; readonly differences: readonly Difference[] }
  | { readonly why: 'state_unchanged' }
  | { readonly why: 'prompt_count'; readonly prompts: readonly Prompt[] }
  | { readonly why: 'answers_unused'; readonly unused: number; readonly prompts: readonly Prompt[] }
  | { readonly why: 'prompt_unanswered'; readonly prompt: Prompt }
  | { readonly why: 'too_slow'; readonly tookMs: number }
  /** The result says something else of its call, or nothing. */
  | { readonly why: 'observed_otherwise'; readonly observation: Observation }
  | {
      readonly why: 'contradicted';
      readonly contradictions: readonly Contradiction[];
      /** Null: it was outside of the steps. */
      readonly execution: StepExecution | null;
    }
  /** In a live run there are no stubs, and perhaps no way to read the state. */
  | { readonly why: 'not_in_live' }
  /** Not graded yet: criteria come after the sequence. */
  | { readonly why: 'ungraded' }
  | { readonly why: 'judge_off' }
  /** `variable`: the one that is to hold the key. */
  | { readonly why: 'judge_no_key'; readonly variable: string }
  | { readonly why: 'judged_fail' }
  /** The run ended while it was being graded. */
  | { readonly why: 'judge_interrupted' }
  | {
      readonly why: 'judge_unavailable';
      readonly trouble: JudgeTrouble;
      readonly attempts: number;
    }
  /** An earlier step did not hold, or this very step did not hold for another reason. */
  | { readonly why: 'step_did_not_hold' };

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
  stderrTail: '',
  exit: null,
  tmp: null,
  retried: [],
  ownProcess: false,
  caught: false,
};

export type SkipReason =
  | { readonly kind: 'author'; readonly text: string }
  | { readonly kind: 'no_target' }
  /** It speaks as several clients, which only HTTP tells apart. */
  | { readonly kind: 'client_needs_http' }
  /** It brings `env` or `files`, and the live server is not started here. */
  | { readonly kind: 'not_started' }
  | { readonly kind: 'nothing_evaluated' };

export interface ScenarioResult extends Omit<ScenarioEnd, 'id'> {
  readonly scenario: ScenarioRef;
  readonly attempts: number;
  readonly flaky: boolean;
  readonly steps: readonly StepResult[];
}

export interface ScenarioRef {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The path of its suite. */
  readonly suite: string;
  readonly place: Place;
}

export interface SuiteResult {
  readonly path: string;
  readonly mode: Mode;
  /** Scenarios that a live run leaves out. */
  readonly leftOut: number;
  readonly transport: Target['transport'] | null;
  readonly label: string | null;
  readonly server: ServerInfo | null;
}

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
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
