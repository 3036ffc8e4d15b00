import type { Assertion } from './check.ts';
import type { WrittenPolicy } from './execution.ts';
import type { JsonObject } from './json.ts';
import type { Repeat } from './repeat.ts';
import type { Place, SourceFile } from './source.ts';
import type { Route } from './upstream.ts';

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
  /** Over the suite's, key by key. */
  readonly policy: WrittenPolicy | null;
  /** What `${case.NAME}` takes; null for a scenario without cases. */
  readonly variant: Variant | null;
  /** Null: it is run once. */
  readonly repeat: Repeat | null;
  /** Null: it must pass. */
  readonly twin: OnTwin | null;
  /** Over the target's own, for this scenario's process. */
  readonly env: Readonly<Record<string, string>>;
  readonly files: ScenarioFiles | null;
  /** What the client declares; null: it has no roots. */
  readonly roots: readonly Root[] | null;
  /** Run first; not part of the output. */
  readonly setup: readonly Step[];
  readonly steps: readonly Step[];
  /** Run in any case; not part of the output. */
  readonly teardown: readonly Step[];
  /** Assertions on the whole output. */
  readonly assertions: readonly Assertion[];
  readonly place: Place;
}

/** On a broken variant of the target a scenario must fail. */
export interface OnTwin {
  readonly name: string;
  /** The id of the same scenario on the sound target, where it must pass. */
  readonly of: string;
  /** Where the variant is described. */
  readonly place: Place;
}

/** One of a scenario's `cases`: each is run by itself. */
export interface Variant {
  readonly name: string;
  readonly values: JsonObject;
}

/** What `${tmp}` holds when the server starts. */
export type ScenarioFiles =
  | { readonly kind: 'folder'; readonly absolute: string }
  /** By their paths in it. */
  | { readonly kind: 'texts'; readonly texts: Readonly<Record<string, string>> };

export interface Root {
  readonly uri: string;
  readonly name: string | null;
}

/** A value that a step keeps for later ones. */
export type Saving = {
  readonly name: string;
  readonly place: Place;
} & (
  | { readonly from: 'result' | 'json'; readonly pointer: string }
  | { readonly from: 'text'; readonly pattern: string }
);

/** How the client answers a prompt of the server. */
export interface Answer {
  /** `accept`, `decline` or `cancel`, once its placeholders are expanded. */
  readonly action: string;
  readonly content: JsonObject | null;
  readonly messageContains: string | null;
  readonly mode: 'form' | 'url' | null;
  readonly place: Place;
}

/** What the client answers when the server asks it for a model's words. */
export interface Sample {
  readonly text: string;
  readonly place: Place;
}

export interface Step {
  readonly tool: string;
  readonly args: JsonObject;
  /** One of the suite's `clients`; null: the usual one. */
  readonly client: string | null;
  readonly saves: readonly Saving[];
  /** How often the identical call is made. */
  readonly times: number;
  readonly poll: { readonly everyMs: number; readonly timeoutMs: number } | null;
  /** Deliberately not in `tools/list`. */
  readonly unlisted: boolean;
  /** Deliberately against the input schema. */
  readonly invalidArgs: boolean;
  /** Null: not scripted here. */
  readonly elicitation: readonly Answer[] | null;
  readonly sampling: readonly Sample[] | null;
  /** Wall-clock cap of the call: the step's, else the scenario's, else the suite's. */
  readonly timeoutMs: number;
  readonly assertions: readonly Assertion[];
  readonly place: Place;
}
