import type { Contract } from './contract.ts';
import type { WrittenPolicy } from './execution.ts';
import type { JsonObject } from './json.ts';
import type { Scenario } from './scenario.ts';
import type { Located, Place, SourceFile } from './source.ts';
import type { LiveSettings, Mode, SuiteTarget } from './target.ts';
import type { Upstream } from './upstream.ts';

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
  /** `tripwire`: in a hermetic run, what the target asks of the network is refused and recorded. */
  readonly network: 'open' | 'tripwire';
  /** Protocol findings fail a scenario. */
  readonly strictProtocol: boolean;
  /** Names of variables whose values must not be shown. */
  readonly secretVariables: readonly string[];
  /** Values that are secret whatever they are called: of an `mcpServers` file, of the live token. */
  readonly secretValues: readonly string[];
  readonly judge: JudgeSettings;
  readonly upstreams: readonly Upstream[];
  /** What is demanded of the tools that scenarios call; null: nothing. */
  readonly policy: WrittenPolicy | null;
  /** How the state of the server is read; null: it can't be. */
  readonly state: StateProbe | null;
  /** Further identities over HTTP, by name: their headers. */
  readonly clients: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly twins: readonly Twin[];
  /** What is demanded of the tool list; null: nothing. */
  readonly contract: Contract | null;
  /** The suite-wide `expected_not_contains`. */
  readonly notContains: readonly Located<string>[];
  readonly metadata: Metadata | null;
  readonly scenarios: readonly Scenario[];
}

/** What is kept with the results. */
export interface Metadata {
  readonly values: JsonObject;
  /** The content of the files that `values` name, by their keys. */
  readonly contents: Readonly<Record<string, string>>;
}

/** How criteria are graded. */
export interface JudgeSettings {
  readonly model: string;
  /** The most that a verdict may have. */
  readonly maxTokens: number;
  /** Wall-clock cap in ms on one criterion, retries and waits included. */
  readonly timeoutMs: number;
}

export type StateProbe = {
  /** A JSON Pointer to the part that counts. */
  readonly at: string;
  /** JSON Pointers, below `at`, to what may differ. */
  readonly ignore: readonly string[];
  readonly place: Place;
} & (
  | { readonly by: 'resource'; readonly uri: string }
  | { readonly by: 'tool'; readonly tool: string; readonly args: JsonObject }
  | { readonly by: 'command'; readonly command: readonly string[]; readonly baseDir: string }
  | { readonly by: 'dir'; readonly dir: string; readonly baseDir: string }
);

/** A deliberately broken variant of the target, and the scenarios that must fail on it. */
export interface Twin {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Null: the target's own. */
  readonly command: string | null;
  readonly args: readonly string[] | null;
  /** Names of scenarios, and of rules of the contract: `contract.hints`. */
  readonly mustFail: readonly string[];
  readonly place: Place;
}
