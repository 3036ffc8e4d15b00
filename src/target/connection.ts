import type { JsonObject } from '../model/json.ts';
import type { Finding, ListedTool, Outcome, ServerExit } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import type { ServerInfo } from '../model/run-result.ts';
import type { Place } from '../model/source.ts';
import type { ServerTail, Trouble } from '../model/trouble.ts';

/** A server to start, with every placeholder expanded. */
export interface LaunchSpec {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process: nothing else reaches it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Wall-clock cap in ms on process start and `initialize` together. */
  readonly startupTimeoutMs: number;
  readonly place: Place | null;
}

export interface CallOptions {
  /** Wall-clock cap in ms; progress does not extend it. */
  readonly timeoutMs: number;
  /** The run's own end: an interrupt. */
  readonly signal: AbortSignal;
}

/** One client connected to one server. Never throws for anything that a server does. */
export interface Connection {
  readonly server: ServerInfo;
  /** Every page of `tools/list`, in order, unknown members kept. */
  listTools(options: CallOptions): Promise<Result<readonly ListedTool[], Trouble>>;
  /** Sends exactly one `tools/call`, and reads its reply by the rules of the format. */
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<Outcome>;
  /** Protocol findings since the last time this was asked. */
  takeFindings(): readonly Finding[];
  /** How it ended by itself (null while it lives, or when we ended it), and the end of its stderr. */
  tail(): ServerTail;
  /** False once the process or its streams are gone: another scenario needs a fresh one. */
  alive(): boolean;
  /**
   * Ends the process and all that it started; bounded, never rejects, safe to call twice. Gives
   * how the server ended if that was its own doing; null if it had to be signalled.
   */
  close(): Promise<ServerExit | null>;
}

/** Starts the server and completes `initialize`. On failure nothing is left running. */
export type Connect = (
  spec: LaunchSpec,
  signal: AbortSignal,
) => Promise<Result<Connection, Trouble>>;
