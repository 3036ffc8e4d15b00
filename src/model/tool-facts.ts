import type { Flaw, Hint } from './contract.ts';
import type { Declaration, Violation } from './execution.ts';
import type { JsonValue } from './json.ts';
import type { ServerInfo } from './outcome.ts';
/** What can be said of a tool by the list alone. */
export interface ToolFacts {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly inputSchema: JsonValue;
  /** Null: it has none. */
  readonly outputSchema: JsonValue;
  /** Of its definition as the list has it, as UTF-8 JSON: what a client hands to its model. */
  readonly bytes: number;
  readonly hints: Readonly<Record<Hint, HintFact>>;
  /** What is wrong with its hints, but for those that it leaves out. */
  readonly hintFlaws: readonly Flaw[];
  /** Why clients cannot use the list because of it. */
  readonly listFlaws: readonly Flaw[];
  readonly risk: Risk;
  readonly declaration: Declaration;
  /** Why the suite's policy does not admit it. */
  readonly violations: readonly Violation[];
}

/** `stated`: false is the default that a client assumes. */
export interface HintFact {
  readonly value: boolean;
  readonly stated: boolean;
}

/** By its hints, defaults included. */
export type Risk = 'read_only' | 'additive' | 'destructive';

export interface ToolListing {
  readonly server: ServerInfo;
  readonly tools: readonly ToolFacts[];
  /** In a live run a declaration is the remote's claim. */
  readonly claimed: boolean;
  /** The suite has a policy. */
  readonly hasPolicy: boolean;
}
