import type { JsonObject, JsonValue } from './json.ts';
import type { Located, Place, SourceFile } from './source.ts';

/**
 * What the authors wrote, checked and with every default filled in. Strings and JSON may still
 * hold `${…}` placeholders; they are expanded once, when a scenario runs.
 */
export interface Suite {
  /** The suite's folder, or its file when `--suite` named one; as shown to people. */
  readonly path: string;
  readonly file: SourceFile | null;
  /** Of the mode: in a live run the live one. */
  readonly target: SuiteTarget | null;
  readonly mode: Mode;
  /** Selected scenarios that a live run leaves out, since they do not say `live: true`. */
  readonly leftOut: number;
  readonly live: LiveSettings;
  readonly isolation: 'scenario' | 'session' | 'suite';
  readonly startupTimeoutMs: number;
  readonly timeoutMs: number;
  /** Protocol findings fail a scenario. */
  readonly strictProtocol: boolean;
  /** Names of variables whose values must not be shown. */
  readonly secretVariables: readonly string[];
  /** Values that are secret whatever they are called: of an `mcpServers` file, of the live token. */
  readonly secretValues: readonly string[];
  readonly judge: JudgeSettings;
  readonly upstreams: readonly Upstream[];
  /** The suite-wide `expected_not_contains`. */
  readonly notContains: readonly Located<string>[];
  readonly scenarios: readonly Scenario[];
}

/** Hermetic: against stubs. Live: against a real instance, whose address the environment may name. */
export type Mode = 'hermetic' | 'live';

/** `place` is null when no file names the target: then `by` is the option or the variable that does. */
export interface SuiteTarget {
  readonly value: Target;
  readonly place: Place | null;
  readonly by?: string;
}

export type Target = StdioTarget | HttpTarget | ModuleTarget;

interface TargetEnv {
  readonly env: Readonly<Record<string, string>>;
  readonly passEnv: readonly string[];
  /** The absolute folder that the target's paths are relative to. */
  readonly baseDir: string;
}

/** What starts a server as a child process. */
export interface ProcessTarget extends TargetEnv {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Spoken to over its standard streams. */
interface StdioTarget extends ProcessTarget {
  readonly transport: 'stdio';
}

/** A Streamable HTTP endpoint. */
export interface HttpTarget {
  readonly transport: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for one that is running already. */
  readonly process: ProcessTarget | null;
}

/** A factory of a server, run in a worker thread. */
interface ModuleTarget extends TargetEnv {
  readonly transport: 'module';
  readonly file: string;
  readonly exportName: string;
}

/** Where a live run finds its server. */
export interface LiveSettings {
  readonly place: Place | null;
  readonly urlEnv: string;
  readonly tokenEnv: string;
  /** The suite says which variable has the token: then it must be set. */
  readonly tokenNamed: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Instead of an address from the environment. */
  readonly target: SuiteTarget | null;
}

/** How criteria are graded. */
export interface JudgeSettings {
  readonly model: string;
  /** The most that a verdict may have. */
  readonly maxTokens: number;
  /** Wall-clock cap in ms on one criterion, retries and waits included. */
  readonly timeoutMs: number;
}

export interface Upstream {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly unmatched: 'fail' | 'allow';
  readonly place: Place;
}

/** One answer of a stub service. */
export interface Route {
  readonly method: string | null;
  /** A path-to-regexp pattern such as `/v1/events/:id`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** A partial match of the request's JSON body. */
  readonly match: { readonly json: JsonValue } | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RouteBody;
  readonly delayMs: number;
  readonly fail: 'reset' | 'hang' | null;
  /** How many requests it answers before it is passed over; null: all. */
  readonly times: number | null;
  readonly place: Place;
}

export type RouteBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Uint8Array };

export interface Scenario {
  /** The file's path relative to the working directory, with `/`. */
  readonly id: string;
  readonly file: SourceFile;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly skip: string | null;
  /** Takes part in live runs. */
  readonly live: boolean;
  /** In a live run, tools that say they are destructive may be called. */
  readonly allowDestructive: boolean;
  readonly vars: JsonObject;
  /** A scenario's own routes, per upstream name; they come before the suite's. */
  readonly routes: Readonly<Record<string, readonly Route[]>>;
  readonly steps: readonly Step[];
  /** Assertions on the whole output. */
  readonly assertions: readonly Assertion[];
  readonly place: Place;
}

export interface Step {
  readonly tool: string;
  readonly args: JsonObject;
  /** Wall-clock cap of the call: the step's, else the scenario's, else the suite's. */
  readonly timeoutMs: number;
  readonly assertions: readonly Assertion[];
  readonly place: Place;
}

/**
 * `own`: its author wrote it in this scenario. Only own assertions can make a scenario pass;
 * the implied ones (no error reply, the suite-wide list, stub routes) can only fail it.
 */
export type Assertion = {
  readonly place: Place;
  readonly own: boolean;
} & Check;

export type Check =
  | { readonly kind: 'contains'; readonly expected: string }
  | { readonly kind: 'not_contains'; readonly expected: string }
  | { readonly kind: 'matches'; readonly expected: string }
  /** A criterion in plain words, for the judge. */
  | { readonly kind: 'judge'; readonly expected: string }
  | { readonly kind: 'error'; readonly expected: ErrorExpectation };

export type Channel = 'tool' | 'protocol';

/** `code`: a number is the JSON-RPC code, a string the `code` field of the error's JSON. */
export type ErrorExpectation =
  | { readonly want: 'none' }
  | {
      readonly want: 'error';
      readonly channel: Channel | null;
      readonly code: number | string | null;
      readonly contains: readonly string[];
    };
