import type { JudgeMode } from '../scenario/judge-plan.ts';

/** Which server the command line names, and how it is reached. */
export interface TargetOptions {
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
  /** Cap in ms on each call, over what the files say. */
  readonly timeoutMs: number | null;
}

/** What the command line asks of a run, defaults filled in. */
export interface RunOptions extends TargetOptions {
  readonly paths: readonly string[];
  readonly suite: string | null;
  readonly judge: JudgeMode | null;
  readonly judgeModel: string | null;
  readonly grep: string | null;
  readonly tags: readonly string[];
  readonly notTags: readonly string[];
  readonly list: boolean;
  /** Cap in ms on the whole run. */
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

/** What the command line asks of a look at the tools. */
export interface ToolsOptions extends TargetOptions {
  /** A suite file, or a folder with one; null: where it usually is, or none if a server is named. */
  readonly suite: string | null;
  readonly json: boolean;
  readonly writeBaseline: boolean;
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
  | { readonly kind: 'run'; readonly options: RunOptions }
  | { readonly kind: 'tools'; readonly options: ToolsOptions };

export type SchemaName = 'scenario' | 'suite' | 'report';
