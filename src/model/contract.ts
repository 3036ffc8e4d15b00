import type { Difference } from './difference.ts';
import type { DeclarationProblem } from './execution.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Place } from './source.ts';

export const RULES = [
  'hints',
  'output_schema',
  'execution',
  'read_only',
  'coverage',
  'baseline',
] as const;

export type RuleName = (typeof RULES)[number];

/** What a suite demands of the tool list as a whole. */
export interface Contract {
  readonly rules: readonly ContractRule[];
  readonly samples: readonly Sampling[];
  /** Null: there is none to hold the list against. */
  readonly baseline: Baseline | null;
  /** In a live run, too, samples are called. */
  readonly live: boolean;
  /** Tools that scenarios of the suite call, whichever of them are selected. */
  readonly called: readonly string[];
  /** The broken variant of the target on which all its rules must fail. */
  readonly twin: string | null;
  readonly place: Place;
}

/** Arguments to call a tool with. */
export interface Sampling {
  readonly tool: string;
  readonly args: JsonObject;
  /** Written as a sample; else a step of a scenario serves as one. */
  readonly own: boolean;
  readonly place: Place;
}

export interface ContractRule {
  readonly name: RuleName;
  /** What its author demands, in the words of the format. */
  readonly written: string;
  readonly place: Place;
}

/** The tools of an earlier list by name, each as far as it matters. */
export interface Baseline {
  /** As its author wrote it. */
  readonly path: string;
  readonly absolute: string;
  readonly tools: Readonly<Record<string, JsonValue>>;
}

export const HINTS = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
] as const;

export type Hint = (typeof HINTS)[number];

/** What a client assumes of a hint that is not there. */
export const HINT_DEFAULTS: Readonly<Record<Hint, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/** What is wrong with one tool. */
export type ToolFinding = { readonly tool: string } & Flaw;

export type Flaw =
  | HintFlaw
  | { readonly code: 'output_schema_missing' }
  | {
      readonly code: 'schema_unusable';
      readonly which: 'inputSchema' | 'outputSchema';
      readonly detail: string;
    }
  | { readonly code: 'undeclared'; readonly problems: readonly DeclarationProblem[] }
  | { readonly code: 'never_called' }
  | { readonly code: 'tool_added' }
  | { readonly code: 'tool_removed' }
  | { readonly code: 'tool_changed'; readonly differences: readonly Difference[] }
  | SampleFlaw;

export type HintFlaw =
  | { readonly code: 'hint_absent'; readonly hint: Hint }
  | { readonly code: 'hint_malformed'; readonly hint: Hint; readonly found: JsonValue }
  | { readonly code: 'hint_misspelt'; readonly key: string; readonly nearest: Hint }
  /** It stands beside the annotations, where no client looks. */
  | { readonly code: 'hint_misplaced'; readonly hint: Hint; readonly path: string }
  | { readonly code: 'hint_contradictory'; readonly hint: Hint; readonly value: boolean };

/** Of tools that say they only read, each of which is called. */
type SampleFlaw =
  | { readonly code: 'no_sample' }
  | { readonly code: 'sample_unlisted'; readonly nearest: string | null }
  /** It has a sample, and does not say that it only reads. */
  | { readonly code: 'not_read_only' }
  /** Its call is told as a step of its own. */
  | { readonly code: 'sample_failed' }
  /** The state changed once its call was over, before anything else was called. */
  | { readonly code: 'changed_late'; readonly differences: readonly Difference[] };
