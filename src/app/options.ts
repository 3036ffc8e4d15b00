import type { JudgeMode } from '../scenario/judge-plan.ts';

/** What the command line asks of a run, defaults filled in. */
export interface RunOptions {
  readonly paths: readonly string[];
  readonly suite: string | null;
  readonly command: { readonly command: string; readonly args: readonly string[] } | null;
  readonly mcpConfig: string | null;
  /** A name in that file. */
  readonly server: string | null;
  readonly live: boolean;
  readonly url: string | null;
  readonly tokenEnv: string | null;
  /** By their names; values with placeholders. */
  readonly headers: Readonly<Record<string, string>>;
  readonly envFile: string | null;
  readonly judge: JudgeMode | null;
  readonly judgeModel: string | null;
  readonly grep: string | null;
  readonly tags: readonly string[];
  readonly notTags: readonly string[];
  readonly list: boolean;
  /** Caps in ms on each call, and on the whole run. */
  readonly timeoutMs: number | null;
  readonly maxDurationMs: number | null;
  readonly strictProtocol: boolean;
  readonly twins: boolean;
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
