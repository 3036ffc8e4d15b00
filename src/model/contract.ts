import type { Difference } from './difference.ts';
import type { DeclarationProblem, Declared } from './execution.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Place } from './source.ts';
import type { ShapeFault } from './tool-shape.ts';

export const RULES = [
  'hints',
  'output_schema',
  'execution',
  'read_only',
  'coverage',
  'baseline',
] as const;

/** `list` needs no demand: whatever a contract says, clients must be able to take the list. */
export type RuleName = (typeof RULES)[number] | 'list';

/** What a suite demands of the tool list as a whole. */
export interface Contract {
  readonly rules: readonly ContractRule[];
  readonly samples: readonly Sampling[];
  /** Null: there is none to hold the list against. */
  readonly baseline: Baseline | null;
  /** In a live run, too, samples are called. */
  readonly live: boolean;
  /** Steps that change nothing as samples do, and cannot serve as one. */
  readonly unfit: readonly UnfitStep[];
  /** Tools that scenarios of the suite call, whichever of them are selected. */
  readonly called: readonly string[];
  /** Calls of scenarios that speak as several clients, which are run over HTTP alone. */
  readonly calledOverHttp: readonly SkippedCall[];
  /** And what those that are skipped would call. */
  readonly skipped: readonly SkippedCall[];
  /** The broken variant of the target on which all its rules must fail. */
  readonly twin: { readonly name: string; readonly place: Place } | null;
  readonly place: Place;
}

/** A step that says "state: unchanged", and why nobody else can make its call. */
export interface UnfitStep {
  readonly tool: string;
  /** Null: it stands in a scenario that is skipped. Else the key, or the placeholder. */
  readonly because: string | null;
  readonly place: Place;
}

/** A step of a scenario that is skipped. */
export interface SkippedCall {
  readonly tool: string;
  readonly file: string;
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

/** The rule that every contract has without a word. */
export function listRule({ place }: Pick<Contract, 'place'>): ContractRule {
  return { name: 'list', written: 'valid', place };
}

/** The tools of an earlier list by name, each as far as it matters. */
export interface Baseline {
  /** As its author wrote it. */
  readonly path: string;
  readonly absolute: string;
  /** There was no list to read, and one is to be written. */
  readonly isNew: boolean;
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
  | ListFlaw
  /** It says that its world is closed, and what it declares leaves it. */
  | {
      readonly code: 'hint_belied';
      readonly hint: Hint;
      readonly field: 'llm' | 'externalApi';
      readonly declared: Declared;
    }
  | { readonly code: 'output_schema_missing' }
  /** Any object fits it, and it names no part. */
  | { readonly code: 'output_schema_vacuous' }
  | {
      readonly code: 'schema_unusable';
      readonly which: 'inputSchema' | 'outputSchema';
      readonly detail: string;
    }
  | { readonly code: 'undeclared'; readonly problems: readonly DeclarationProblem[] }
  /** `skipped`: files with a scenario that would call it. */
  | { readonly code: 'never_called'; readonly skipped: readonly string[] }
  | { readonly code: 'tool_added' }
  | { readonly code: 'tool_removed' }
  | { readonly code: 'tool_changed'; readonly differences: readonly Difference[] }
  | SampleFlaw;

/** Of the list rather than of what a tool promises. */
type ListFlaw =
  | { readonly code: 'listed_twice' }
  /** The list goes on behind the tool, and could not be read there. */
  | { readonly code: 'list_cut'; readonly detail: string }
  /** Official clients refuse the whole list for it. */
  | { readonly code: 'refused'; readonly fault: ShapeFault };

export type HintFlaw =
  | { readonly code: 'hint_absent'; readonly hint: Hint }
  | { readonly code: 'hint_malformed'; readonly hint: Hint; readonly found: JsonValue }
  | { readonly code: 'hint_misspelt'; readonly key: string; readonly nearest: Hint }
  /** It stands beside the annotations, where no client looks. */
  | { readonly code: 'hint_misplaced'; readonly hint: Hint; readonly path: string }
  | { readonly code: 'hint_contradictory'; readonly hint: Hint; readonly value: boolean };

/** Of tools that say they only read, each of which is called. */
type SampleFlaw =
  | { readonly code: 'no_sample'; readonly unfit: readonly UnfitStep[] }
  | { readonly code: 'sample_unlisted'; readonly nearest: string | null }
  /** It has a sample, and does not say that it only reads. */
  | { readonly code: 'not_read_only' }
  /** Its call is told as a step of its own. */
  | { readonly code: 'sample_failed'; readonly because: SampleFailure }
  /** The state changed once its call was over, before anything else was called. */
  | { readonly code: 'changed_late'; readonly differences: readonly Difference[] };

/** `state`: its call changed it, so what the tool says of itself is wrong. `call`: its arguments do not fit, or it came to an error. */
export type SampleFailure = 'state' | 'call' | 'other';
