import type { PolicyBreach } from './execution.ts';
import type { Finding, ServerExit } from './outcome.ts';
import type { SchemaProblem } from './schema-problem.ts';
import type { Place } from './source.ts';

/** Why a scenario or step did not come to a verdict by its assertions. Worded in `report/`. */
export type Trouble =
  /** `undeclared`: its client has declared nothing, which may be why. */
  | ({ readonly code: 'unknown_tool'; readonly undeclared?: true } & MissingTool)
  | {
      readonly code: 'bad_arguments';
      readonly tool: string;
      readonly problems: readonly SchemaProblem[];
    }
  /** In a live run, without `allow_destructive`. */
  | { readonly code: 'destructive_tool'; readonly tool: string }
  | { readonly code: 'bad_input_schema'; readonly tool: string; readonly detail: string }
  | { readonly code: 'missing_value'; readonly expected: string; readonly place: Place }
  | {
      readonly code: 'timeout';
      readonly afterMs: number;
      /** For how long no data came, where that is known. */
      readonly silentMs?: number;
      readonly doing: Doing;
      readonly tail: ServerTail;
      /** Where the suite says how the state is read. */
      readonly place?: Place;
    }
  | {
      readonly code: 'connection_lost';
      readonly doing: Doing;
      /** It was lost before: this was not sent any more. */
      readonly unsent?: true;
      readonly detail: string | null;
      readonly tail: ServerTail;
      /** Where the suite says how the state is read. */
      readonly place?: Place;
    }
  | { readonly code: 'list_failed'; readonly detail: string; readonly tail: ServerTail }
  | {
      readonly code: 'start_failed';
      readonly reason: StartReason;
      readonly launch: Launch;
      readonly tail: ServerTail;
      /** What it said that is no protocol, the first of it. */
      readonly findings?: readonly Finding[];
    }
  /** The state could not be read. */
  | {
      readonly code: 'probe_failed';
      readonly detail: string;
      /** Where the suite says how it is read. */
      readonly place?: Place;
      /** The tool that reads it is not there. */
      readonly missing?: MissingTool;
      /** The server has no such resource, or no such tool. */
      readonly absent?: true;
      /** To the pointer that found nothing, or the argument that its tool does not have. */
      readonly nearest?: string | null;
    }
  /** A tool that is listed is called as `unlisted`. */
  | { readonly code: 'tool_is_listed'; readonly tool: string }
  /** Arguments that fit are called `invalid_args`. */
  | { readonly code: 'arguments_fit'; readonly tool: string }
  | { readonly code: 'poll_not_read_only'; readonly tool: string }
  /** The policy does not admit what these tools declare: none was called. `claimed`: by a live server. */
  | {
      readonly code: 'policy_violation';
      readonly breaches: readonly PolicyBreach[];
      readonly metadataKey: string;
      readonly claimed: boolean;
    }
  | { readonly code: 'not_saved'; readonly unfound: readonly Unfound[] }
  /**
   * A step before it was to save it, and was not reached; or what it saved has no such part.
   * `place`: of the check that names it, where that is in no step.
   */
  | {
      readonly code: 'unsaved_value';
      readonly name: string;
      readonly lacking?: true;
      readonly place?: Place;
    }
  /** A broken variant of the server on which the scenario did not fail. */
  | {
      readonly code: 'twin_survived';
      readonly twin: string;
      readonly status: string;
      /** Of a contract. */
      readonly rules?: TwinRules;
    }
  /** Of a scenario that is run several times: too many runs told nothing. */
  | { readonly code: 'runs_skipped'; readonly skipped: number; readonly times: number }
  /** It is no better on the sound server, so a failure there says nothing. `status`: what it is. */
  | { readonly code: 'twin_unproven'; readonly twin: string; readonly status: string }
  | { readonly code: 'files_failed'; readonly detail: string }
  | { readonly code: 'upstream_failed'; readonly upstream: string; readonly detail: string }
  | { readonly code: 'tripwire_failed'; readonly detail: string }
  | { readonly code: 'tmp_failed'; readonly detail: string }
  /** Under `strict_protocol` only. */
  | { readonly code: 'protocol_violation'; readonly findings: readonly Finding[] }
  | { readonly code: 'interrupted' }
  | { readonly code: 'internal'; readonly stack: string };

/** What became of the rules that a twin must break, by the names that the twin calls them. */
export interface TwinRules {
  readonly held: readonly string[];
  readonly failed: readonly string[];
  /** Where the twin is described: it is what has to be mended. */
  readonly place: Place;
}

/** A tool that its server does not list, and those that it does. */
export interface MissingTool {
  readonly tool: string;
  readonly nearest: readonly string[];
  readonly listed: readonly string[];
}

/** A value that was to be saved. */
export interface Unfound {
  readonly name: string;
  /** What there was instead. */
  readonly detail: string;
  /** To a pointer: one that finds something. */
  readonly nearest: string | null;
  readonly place: Place;
}

type TroubleCode = Trouble['code'];
/** `shutdown`: after the last answer, when only the input was ended. */
export type Doing = 'initialize' | 'tools/list' | 'tools/call' | 'resources/read' | 'shutdown';

export type StartReason =
  | { readonly kind: 'command_not_found' }
  | { readonly kind: 'cwd_missing' }
  | { readonly kind: 'not_executable' }
  | { readonly kind: 'spawn_failed'; readonly detail: string }
  | { readonly kind: 'exited' }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'refused'; readonly detail: string }
  /** Somebody else listens where the server was to listen. */
  | { readonly kind: 'port_taken'; readonly port: number }
  /** It runs, and has sent no HTTP reply. */
  | { readonly kind: 'not_ready'; readonly afterMs: number; readonly detail: string }
  /** The request that reached nobody: the reason, dug out of `fetch failed`. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** `detail`: the reason phrase and a few characters of the body. */
  | { readonly kind: 'http_status'; readonly status: number; readonly detail: string }
  /** Never followed. */
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  /** The module was not found, threw, or has no such export. */
  | { readonly kind: 'module_failed'; readonly detail: string };

/** What was started or connected to, for the message. */
export type Launch = LaunchPlace &
  (
    | {
        readonly kind: 'process';
        readonly command: string;
        readonly args: readonly string[];
        readonly cwd: string;
        /** Where it was to listen. */
        readonly url?: string;
      }
    | { readonly kind: 'url'; readonly url: string }
    | { readonly kind: 'module'; readonly file: string; readonly exportName: string }
  );

interface LaunchPlace {
  readonly place: Place | null;
  /** What names the target, when no file does. */
  readonly by?: string | undefined;
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
  'tool_is_listed',
  'arguments_fit',
  'policy_violation',
  'not_saved',
  'twin_survived',
  'twin_unproven',
];
