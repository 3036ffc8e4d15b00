import type { JsonObject } from '../model/json.ts';
import type { Finding, ListedTool, Outcome, ServerExit, ServerInfo } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import type { Root } from '../model/scenario.ts';
import type { Place } from '../model/source.ts';
import type { ServerTail, Trouble } from '../model/trouble.ts';
/** How to reach a server, with every placeholder expanded. */
export type LaunchSpec = StdioSpec | HttpSpec | ModuleSpec;

interface AnySpec {
  /** Wall-clock cap in ms on process start and `initialize` together. */
  readonly startupTimeoutMs: number;
  readonly place: Place | null;
  /** What names the target, when no file does: an option, a variable. */
  readonly by?: string | undefined;
}

/** A process to start. */
export interface ProcessPart {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process: nothing else reaches it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A child process, spoken to over its standard streams. */
export interface StdioSpec extends AnySpec, ProcessPart {
  readonly transport: 'stdio';
}

/** A Streamable HTTP endpoint. */
export interface HttpSpec extends AnySpec {
  readonly transport: 'http';
  readonly url: string;
  /** Sent with every request, credentials included. */
  readonly headers: Readonly<Record<string, string>>;
  /** The process that listens there, when the runner has started it. */
  readonly served: Served | null;
}

/** A factory of a server, run in a process of its own. */
export interface ModuleSpec extends AnySpec {
  readonly transport: 'module';
  /** The absolute path of the file. */
  readonly file: string;
  readonly exportName: string;
  /** The whole environment that the server sees. */
  readonly env: Readonly<Record<string, string>>;
}

/** A process to start that listens on HTTP. */
export interface ServeSpec extends AnySpec, ProcessPart {
  /** Where it will listen. */
  readonly url: string;
}

/** Who takes connections at a port. `unknown`: it cannot be seen, as only Linux shows it. */
export type ListenerKind = 'nobody' | 'ours' | 'stranger' | 'unknown';

/** An HTTP server that the runner has started and that has answered. */
export interface Served {
  readonly url: string;
  /** False once the process has ended. */
  alive(): boolean;
  /** Who takes the connections to it at this moment: it may have given its port up. */
  listener(): ListenerKind;
  /** How it ended by itself (null while it lives), and the end of what it wrote to stderr. */
  tail(): ServerTail;
  /** Resolves once it has ended by itself, and its last words are read. */
  readonly exited: Promise<ServerExit>;
  /** Ends the process and all that it started, as `Connection.close` does. */
  close(): Promise<ServerExit | null>;
}

/** What the client says it can do, and how it answers when the server asks. */
export interface ClientFace {
  /** Null: not declared. `url` beside `form`, when a script has such an answer. */
  readonly elicitation: { readonly url: boolean } | null;
  readonly sampling: boolean;
  /** Null: not declared. */
  readonly roots: readonly Root[] | null;
  readonly answer: (request: PromptRequest) => PromptReply;
}

/** A request of the server, its parameters as they came. */
export interface PromptRequest {
  readonly kind: 'elicitation' | 'sampling';
  /** Whether the client has said that it can answer such; the server should not ask it otherwise. */
  readonly declared: boolean;
  readonly params: JsonObject;
}

/** The result to send, or a refusal in words. */
export type PromptReply = { readonly result: JsonObject } | { readonly refusal: string };

export interface CallOptions {
  /** Wall-clock cap in ms; progress does not extend it. */
  readonly timeoutMs: number;
  /** The run's own end: an interrupt. */
  readonly signal: AbortSignal;
}

/** One part of a resource: text, or bytes in base64. */
export type ResourceContent = { readonly uri: string | null } & (
  | { readonly text: string; readonly blob: null }
  | { readonly text: null; readonly blob: string }
);

/** One client connected to one server. Never throws for anything that a server does. */
export interface Connection {
  readonly server: ServerInfo;
  /** Every page of `tools/list`, in order, unknown members kept. */
  listTools(options: CallOptions): Promise<Result<readonly ListedTool[], Trouble>>;
  /** Sends exactly one `tools/call`, and reads its reply by the rules of the format. */
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<Outcome>;
  /** The contents of a resource, in order. */
  readResource(
    uri: string,
    options: CallOptions,
  ): Promise<Result<readonly ResourceContent[], Trouble>>;
  /** Protocol findings since the last time this was asked. */
  takeFindings(): readonly Finding[];
  /** How it ended by itself (null while it lives, or when we ended it), and the end of its stderr. */
  tail(): ServerTail;
  /** A request to it was given up: it may still answer, late and slowly. */
  gaveUp(): boolean;
  /** False once the process or its streams are gone: another scenario needs a fresh one. */
  alive(): boolean;
  /**
   * Ends the process and all that it started; bounded, never rejects, safe to call twice. Gives
   * how the server ended if that was its own doing; null if it had to be signalled.
   */
  close(): Promise<ServerExit | null>;
}

/** Starts the server, if it has to be, and completes `initialize`. On failure nothing is left running. */
type Connect = (
  spec: LaunchSpec,
  face: ClientFace,
  signal: AbortSignal,
) => Promise<Result<Connection, Trouble>>;

/**
 * Starts an HTTP server; it is ready at its first HTTP reply. One whose port somebody else has is
 * not waited for: it never tests a stranger. On failure nothing is left running.
 */
type Serve = (spec: ServeSpec, signal: AbortSignal) => Promise<Result<Served, Trouble>>;

/** The ways to a server. */
export interface Reach {
  readonly connect: Connect;
  readonly serve: Serve;
  /** Runs a command to its end; gives what it prints, or why there is nothing, in words. */
  readonly run: (spec: ProcessPart, options: CallOptions) => Promise<Result<Uint8Array, string>>;
  /** A port of loopback that nobody listens on at this moment. */
  readonly freePort: () => Promise<number>;
}
