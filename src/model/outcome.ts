import type { FoundContradiction, Observation, StepExecution } from './execution.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { SchemaProblem } from './schema-problem.ts';
import type { ShapeFault } from './tool-shape.ts';

/** How a server process ended. Exactly one of the two is set. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What one `tools/call` came to, as it arrived. */
export type Reply =
  | { readonly kind: 'result'; readonly raw: JsonObject }
  | {
      readonly kind: 'protocol_error';
      readonly code: number;
      readonly message: string;
      readonly data: JsonValue | null;
    }
  /** `silentMs`: for how long no data came, where that is known. */
  | { readonly kind: 'timeout'; readonly afterMs: number; readonly silentMs?: number }
  /** `exit` is null while the process still lives (it closed its output, say). */
  | { readonly kind: 'lost'; readonly exit: ServerExit | null; readonly detail: string | null }
  | { readonly kind: 'interrupted' };

/** A reply read by the rules of the format: what assertions look at. */
export interface Outcome {
  readonly reply: Reply;
  readonly error: ReplyError | null;
  readonly text: string;
  /** `structured`: there was no text, this is the JSON of `structuredContent`. */
  readonly textFrom: 'blocks' | 'structured' | 'error' | 'none';
  readonly structured: JsonValue | null;
  /** The first text block, of an error too; null when there is none. */
  readonly firstText: string | null;
}

/** What went on around a step's call, or its calls. */
export interface StepEvidence {
  readonly durationMs: number;
  /** Null when there are no stubs. */
  readonly upstream: readonly UpstreamRequest[] | null;
  /** Null without a tripwire. */
  readonly attempts: readonly ProxyAttempt[] | null;
  readonly prompts: readonly Prompt[];
  /** Scripted answers that no prompt took. */
  readonly unusedAnswers: number;
  /** Null when it was not read. */
  readonly state: StateReading | null;
  /** Of the tool that was called, as listed; null when it has none. */
  readonly outputSchema: JsonValue | null;
  /** What the result of this call says of it; null: there was no call. */
  readonly observation: Observation | null;
  /** Null when nothing was called. */
  readonly execution: StepExecution | null;
  /** What of that can't all be true, or breaks the policy. */
  readonly contradictions: readonly FoundContradiction[];
}

export interface StateReading {
  /** Undefined: there is nothing at `at`. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** What the values do not say of what was read, where all of it counts. */
  readonly raw?: { readonly before: JsonValue; readonly after: JsonValue };
  /** What `ignore` names and neither reading has. */
  readonly idle?: readonly string[];
}

/** What the server asked of the client while a call was under way. */
export interface Prompt {
  readonly kind: 'elicitation' | 'sampling';
  /** Of an elicitation. */
  readonly mode: 'form' | 'url' | null;
  /** As the server words it; of sampling the last message. */
  readonly message: string;
  /** What the script answered; null when nothing could be. */
  readonly answer: string | null;
  readonly trouble: PromptTrouble | null;
}

/** Why a prompt was not answered as scripted. */
export type PromptTrouble =
  | {
      readonly kind: 'no_answer_left';
      /** How many answers its step had; null: it scripts none of the kind. */
      readonly scripted: number | null;
      /** The client has declared nothing at all. */
      readonly undeclared?: true;
    }
  /** It breaks the protocol, in words. */
  | { readonly kind: 'malformed'; readonly detail: string }
  | { readonly kind: 'other_message'; readonly expected: string }
  | { readonly kind: 'other_mode'; readonly expected: string }
  | { readonly kind: 'content_misfit'; readonly problems: readonly SchemaProblem[] }
  | { readonly kind: 'schema_unusable'; readonly detail: string };

export interface ReplyError {
  readonly channel: 'tool' | 'protocol';
  /** The JSON-RPC code, or the `code` field of the JSON that the error carries. */
  readonly code: number | string | null;
  /** Of a JSON-RPC error: the `code` field of its `data`, where there is one. */
  readonly dataCode?: number | string;
  /** Of a tool error: the `code` field of its `structuredContent`, beside the one in its text. */
  readonly structuredCode?: number | string;
  readonly text: string;
}

/** What a client may declare that it can be asked for. */
export type Capability = 'elicitation' | 'sampling' | 'roots';

/** The tools are not those of the suite's first connection: what was said of these holds of them alone. */
export interface OtherList {
  readonly code: 'other_list';
  /** Names. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The client was like the first: else a server may well list other tools. */
  readonly alike: boolean;
}

/** A deviation from the protocol that harms no assertion by itself. */
export type Finding =
  | { readonly code: 'stdout_noise'; readonly line: string }
  | { readonly code: 'unknown_content'; readonly blockType: string }
  | { readonly code: 'missing_content' }
  | { readonly code: 'repeated_cursor'; readonly cursor: string }
  | { readonly code: 'duplicate_tool'; readonly tool: string }
  /** A part of it is not what it must be, so that official clients refuse the whole list. */
  | { readonly code: 'refused_tool'; readonly tool: string; readonly fault: ShapeFault }
  | { readonly code: 'odd_message'; readonly detail: string }
  /** After its last answer, with its input ended, and no signal from us. */
  | { readonly code: 'exit_code'; readonly exit: number }
  /** The server that a suite shares had ended: this scenario got a fresh one. */
  | { readonly code: 'server_restarted' }
  | OtherList
  /** The client was asked before the first step of a scenario. */
  | { readonly code: 'prompt_outside'; readonly message: string }
  /** The client was asked while the state was read: nobody scripts an answer to that. */
  | { readonly code: 'prompt_in_reading'; readonly message: string };

/** A tool as its server listed it, unknown members included. */
export interface ListedTool {
  readonly name: string;
  /** It has none that is a text: `name` says where it stands in the list, and nobody can call it. */
  readonly nameless?: true;
  /** The list goes on behind it, and could not be read there: why. */
  readonly cutAfter?: string;
  readonly inputSchema: JsonValue;
  readonly raw: JsonObject;
}

/** A request that a stub upstream received. `route` is null when none matched. */
export interface UpstreamRequest {
  readonly upstream: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number | null;
  readonly route: { readonly index: number; readonly own: boolean } | null;
}

/** What a target asked of the proxy of `network: tripwire`, which lets nothing through. */
export interface ProxyAttempt {
  /** `CONNECT` for a tunnel; `(unreadable)` for what is no request. */
  readonly method: string;
  /** Null where none can be told. */
  readonly host: string | null;
  readonly port: number | null;
  /** Without its query; null of a tunnel. */
  readonly path: string | null;
  /** How many came behind it that were not kept one by one. */
  readonly more?: number;
}

/** What a server says of itself when it is connected. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
}
