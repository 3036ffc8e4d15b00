import type { Place } from './source.ts';

/**
 * One mistake in the input, as data; the wording lives in `report/diagnostic-text.ts`.
 * Every code has a file in `fixtures/invalid/` that shows it.
 */
export type Diagnostic =
  | At<'file_unreadable', { readonly path: string; readonly reason: string }>
  /** `suite`: the file that names it, as a command takes it. */
  | At<'no_baseline', { readonly path: string; readonly suite: string; readonly inCi: boolean }>
  | At<'file_too_large', { readonly path: string; readonly bytes: number; readonly limit: number }>
  | At<'not_utf8', { readonly path: string; readonly offset: number }>
  | At<'path_not_found', { readonly path: string; readonly cwd: string }>
  | At<'no_scenarios', { readonly path: string; readonly found: readonly string[] }>
  | At<'not_yaml_file', { readonly path: string }>
  | At<'suite_as_scenario', { readonly path: string }>
  | At<'empty_file', { readonly what: FileKind }>
  | At<'several_documents', NoArgs>
  | At<'yaml_error', { readonly detail: string; readonly hint: YamlHint | null }>
  | At<'yaml_warning', { readonly detail: string }>
  | At<'yaml_directive', { readonly directive: string }>
  | At<'too_deep', { readonly limit: number }>
  | At<'alias_bomb', { readonly limit: number }>
  | At<'merge_key', NoArgs>
  | At<'complex_key', NoArgs>
  | At<'duplicate_key', { readonly key: string; readonly first: Place }>
  | At<'duplicate_name', { readonly name: string; readonly first: Place }>
  | At<'unsafe_number', { readonly written: string }>
  | At<'cut_by_comment', { readonly kept: string; readonly cut: string }>
  | At<'unknown_key', UnknownKey>
  | At<'missing_key', { readonly key: string; readonly owner: string }>
  | At<'wrong_type', { readonly expected: string; readonly got: string }>
  | At<'bad_value', { readonly problem: string; readonly nearest: string | null }>
  | At<'not_supported_yet', { readonly what: string }>
  | At<'nothing_to_check', { readonly reason: NothingReason }>
  | At<'empty_expected', { readonly written: string }>
  | At<'quote_it', { readonly written: string; readonly becomes: string }>
  | At<'criterion_too_long', { readonly length: number; readonly limit: number }>
  | At<'bad_regex', { readonly pattern: string; readonly detail: string }>
  | At<'bad_schema', { readonly detail: string }>
  | At<'bad_route', { readonly path: string; readonly detail: string }>
  | At<'placeholder_not_here', { readonly placeholder: string; readonly where: string }>
  | At<'placeholder_syntax', { readonly written: string; readonly suggestion: string | null }>
  | At<'unknown_placeholder', UnknownPlaceholder>
  | At<'unset_variable', UnsetVariable>
  | At<'unknown_upstream', { readonly name: string; readonly nearest: string | null }>
  | At<'unused_upstream', { readonly name: string }>
  | At<'time_too_large', { readonly ms: number; readonly limit: number }>
  | At<'conflicting_keys', { readonly keys: readonly string[]; readonly owner: string }>
  | At<'no_suite', { readonly path: string }>
  | At<'several_suites', { readonly option: string; readonly suites: readonly string[] }>
  | At<'no_match', { readonly filters: readonly string[]; readonly total: number }>
  | At<'bad_url', { readonly what: string; readonly problem: string }>
  | At<'cleartext_token', { readonly what: string; readonly host: string }>
  | At<'empty_variable', { readonly name: string; readonly use: VariableUse }>
  | At<'token_unset', { readonly name: string }>
  | At<'bad_token', { readonly name: string }>
  | At<'live_target_missing', { readonly suite: string; readonly name: string }>
  | At<'shared_live_url', { readonly name: string; readonly suites: readonly string[] }>
  | At<'no_live_scenario', { readonly suite: string }>
  | At<'upstream_in_live', { readonly name: string }>
  | At<'bad_mcp_config', { readonly path: string; readonly problem: string }>
  | At<'unknown_server', UnknownServer>
  | At<'judge_key_missing', { readonly name: string; readonly set: boolean }>
  | At<'not_started', { readonly key: string }>
  | At<'unknown_client', UnknownName & { readonly known: readonly string[] }>
  | At<'no_probe', NoArgs>
  | At<'unknown_scenario', UnknownName>
  /** `known`: what the contract demands, as it is named here. */
  | At<'unknown_rule', { readonly name: string; readonly known: readonly string[] }>
  | At<'bad_option', { readonly option: string; readonly problem: string }>;

export type DiagnosticCode = Diagnostic['code'];
export type FileKind = 'scenario' | 'suite';

/** What usually mends a mistake of syntax. */
export type YamlHint = 'quote' | 'quote_placeholder' | 'single_quotes' | 'spaces' | 'colon';

/** Why a scenario has nothing to check (or one of its checks checks nothing). */
export type NothingReason = 'no_check' | 'empty_list' | 'empty_object' | 'matches_everything';

/** `belongsIn`: the place where a key of just this name is valid, when there is one. */
interface UnknownKey {
  readonly key: string;
  readonly owner: string;
  readonly nearest: string | null;
  readonly belongsIn: string | null;
  readonly valid: readonly string[];
}

interface UnknownPlaceholder {
  readonly name: string;
  readonly nearest: string | null;
  readonly known: readonly string[];
  /** The cases that lack it, where others have it. */
  readonly lacking?: readonly string[];
  /** The step that saves it, or the nearest one, too late for this place. `index`: 0-based in its phase. */
  readonly savedBy?: SavedBy;
  /** Another scenario of the suite, which has a value of this name. */
  readonly elsewhere?: string;
}

interface UnsetVariable {
  readonly name: string;
  /** The `mcpServers` file that names it, whose syntax is another. */
  readonly config?: string;
  /** One that is set, and differs by capitals only. */
  readonly nearest?: string;
}

export interface SavedBy {
  readonly phase: 'setup' | 'sequence' | 'teardown';
  readonly index: number;
}

interface UnknownName {
  readonly name: string;
  readonly nearest: string | null;
}

/** What an empty variable was to give. */
type VariableUse = 'url' | 'token' | 'header';

interface UnknownServer {
  readonly path: string;
  /** Null: the file has several, and none was named. */
  readonly name: string | null;
  readonly nearest: string | null;
  readonly known: readonly string[];
}

type NoArgs = Readonly<Record<never, never>>;
/** `place` is null for trouble that has no file: an option, a path that matches nothing. */
type At<Code extends string, Args> = {
  readonly code: Code;
  readonly place: Place | null;
} & Args;
