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
  readonly target: SuiteTarget | null;
  readonly isolation: 'scenario' | 'suite';
  readonly startupTimeoutMs: number;
  readonly timeoutMs: number;
  /** Protocol findings fail a scenario. */
  readonly strictProtocol: boolean;
  /** Names of variables whose values must not be shown. */
  readonly secretVariables: readonly string[];
  readonly upstreams: readonly Upstream[];
  /** The suite-wide `expected_not_contains`. */
  readonly notContains: readonly Located<string>[];
  readonly scenarios: readonly Scenario[];
}

/** `place` is null when the command line names the target. */
export interface SuiteTarget {
  readonly value: StdioTarget;
  readonly place: Place | null;
}

/** A server that is started as a child process and spoken to over its standard streams. */
export interface StdioTarget {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly passEnv: readonly string[];
  /** Relative to `baseDir`, which is absolute. */
  readonly cwd: string;
  readonly baseDir: string;
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
