import type { Check } from './check.ts';
import type { RuleName, ToolFinding } from './contract.ts';
import type { Difference } from './difference.ts';
import type { FoundContradiction, Observation, StepExecution } from './execution.ts';
import type { Capability, Prompt, ReplyError, UpstreamRequest } from './outcome.ts';
import type { SchemaProblem } from './schema-problem.ts';
import type { Place } from './source.ts';
import type { Graded, JudgeTrouble } from './verdict.ts';

export type AssertionStatus = 'passed' | 'failed' | 'errored' | 'not_evaluated';

/** A check with its placeholders expanded, or one that the runner adds about the stub upstreams. */
export type ResultCheck =
  | Check
  | { readonly kind: 'upstream_unmatched'; readonly upstream: string }
  | { readonly kind: 'upstream_route_used'; readonly upstream: string; readonly route: string }
  /** Outside of the steps, too, the policy holds. */
  | { readonly kind: 'policy_kept' }
  /** A rule of the suite's contract. */
  | { readonly kind: 'contract'; readonly rule: RuleName; readonly written: string };

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

/** A bounded cut of a text: `before` and `after` surround the part that matters. */
export interface Excerpt {
  readonly before: string;
  readonly focus: string;
  readonly after: string;
  /** Offset of `focus` in the whole text, in UTF-16 units. */
  readonly offset: number;
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

export type AssertionEvidence =
  | { readonly why: 'absent'; readonly nearest: Nearest | null; readonly length: number }
  | { readonly why: 'present'; readonly excerpt: Excerpt }
  | { readonly why: 'no_match'; readonly excerpt: Excerpt; readonly length: number }
  /** A negative, or a pattern, had nothing to look at. */
  | { readonly why: 'no_text' }
  | { readonly why: 'pattern_too_slow'; readonly limitMs: number }
  | { readonly why: 'empty_needle' }
  /** `undeclared`: it may be about these, which the client has not declared. */
  | {
      readonly why: 'unexpected_error';
      readonly error: ReplyError;
      readonly undeclared?: readonly Capability[];
    }
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
  | { readonly why: 'contract_broken'; readonly findings: readonly ToolFinding[] }
  /** A rule of a contract had nothing to look at. */
  | { readonly why: 'no_tools' }
  /** Some tools could not be called to the end. */
  | { readonly why: 'samples_untold' }
  /** The result says something else of its call, or nothing. */
  | { readonly why: 'observed_otherwise'; readonly observation: Observation }
  | {
      readonly why: 'contradicted';
      readonly contradictions: readonly FoundContradiction[];
      /** Null: it was outside of the steps. */
      readonly execution: StepExecution | null;
      /** The tool that the state is read by, if it is about that. */
      readonly reading?: string;
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

/** The part of the text that is most like what was expected, and how it differs. */
export interface Nearest {
  readonly excerpt: Excerpt;
  readonly differs: 'case' | 'white_space' | 'unicode' | 'letters';
}
