import type { Finding, ServerExit } from './outcome.ts';
import type { Place } from './source.ts';

/** Why a scenario or step did not come to a verdict by its assertions. Worded in `report/`. */
export type Trouble =
  | {
      readonly code: 'unknown_tool';
      readonly tool: string;
      readonly nearest: readonly string[];
      readonly listed: readonly string[];
    }
  | {
      readonly code: 'bad_arguments';
      readonly tool: string;
      readonly problems: readonly SchemaProblem[];
    }
  | { readonly code: 'bad_input_schema'; readonly tool: string; readonly detail: string }
  | { readonly code: 'missing_value'; readonly expected: string; readonly place: Place }
  | {
      readonly code: 'timeout';
      readonly afterMs: number;
      readonly doing: Doing;
      readonly tail: ServerTail;
    }
  | {
      readonly code: 'connection_lost';
      readonly doing: Doing;
      readonly detail: string | null;
      readonly tail: ServerTail;
    }
  | { readonly code: 'list_failed'; readonly detail: string; readonly tail: ServerTail }
  | {
      readonly code: 'start_failed';
      readonly reason: StartReason;
      readonly launch: Launch;
      readonly tail: ServerTail;
    }
  | { readonly code: 'upstream_failed'; readonly upstream: string; readonly detail: string }
  | { readonly code: 'tmp_failed'; readonly detail: string }
  /** Under `strict_protocol` only. */
  | { readonly code: 'protocol_violation'; readonly findings: readonly Finding[] }
  | { readonly code: 'interrupted' }
  | { readonly code: 'internal'; readonly stack: string };

type TroubleCode = Trouble['code'];
/** `shutdown`: after the last answer, when only the input was ended. */
export type Doing = 'initialize' | 'tools/list' | 'tools/call' | 'shutdown';

/** One place where a value breaks a schema. `path` is a JSON Pointer, empty for the whole. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
  /** For an unknown or missing property: the valid name that is nearest. */
  readonly nearest: string | null;
}

export type StartReason =
  | { readonly kind: 'command_not_found' }
  | { readonly kind: 'cwd_missing' }
  | { readonly kind: 'not_executable' }
  | { readonly kind: 'spawn_failed'; readonly detail: string }
  | { readonly kind: 'exited' }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'refused'; readonly detail: string };

/** What was started, for the message. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly place: Place | null;
}

/** The last words of a server process; `stderr` is a bounded tail. */
export interface ServerTail {
  readonly exit: ServerExit | null;
  readonly stderr: string;
}

/** `failed`: the target broke an expectation. `errored`: we could not tell. */
export function statusOfTrouble({ code }: Trouble): 'failed' | 'errored' {
  return BROKEN_EXPECTATIONS.includes(code) ? 'failed' : 'errored';
}

const BROKEN_EXPECTATIONS: readonly TroubleCode[] = [
  'unknown_tool',
  'bad_arguments',
  'protocol_violation',
];
