import type { CommandOverride } from '../scenario/plan.ts';

/** What the command line asks of a run, defaults filled in. */
export interface RunOptions {
  readonly paths: readonly string[];
  readonly suite: string | null;
  readonly command: Omit<CommandOverride, 'cwd'> | null;
  readonly grep: string | null;
  readonly tags: readonly string[];
  readonly notTags: readonly string[];
  readonly list: boolean;
  /** Caps in ms on each call, and on the whole run. */
  readonly timeoutMs: number | null;
  readonly maxDurationMs: number | null;
  readonly strictProtocol: boolean;
  readonly reporters: readonly ReporterChoice[];
  readonly allowEmpty: boolean;
  readonly keepTmp: boolean;
  readonly verbosity: 'quiet' | 'normal' | 'verbose';
  /** False for `--no-color`. */
  readonly colour: boolean;
}

/** `file` is null for standard output. */
export interface ReporterChoice {
  readonly name: string;
  readonly file: string | null;
}

/** What an invocation of the program comes to. */
export type Invocation =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'usage_error'; readonly text: string }
  | { readonly kind: 'not_yet'; readonly what: string }
  | { readonly kind: 'schema'; readonly which: SchemaName }
  | { readonly kind: 'run'; readonly options: RunOptions };

export type SchemaName = 'scenario' | 'suite' | 'report';
