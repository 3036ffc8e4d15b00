import type { JsonValue } from './json.ts';
import type { Place } from './source.ts';

/** Where servers put declarations and observations, unless a policy names another key. */
export const DEFAULT_METADATA_KEY = 'com.santurcesoftware/execution';

export type Dimension = 'llm' | 'external_api';

/** What a tool says of a dependency. `unknown`: it says so, or what it says can't be read. */
export type Declared = 'never' | 'conditional' | 'always' | 'unknown';

/** What a tool says that its calls may do: a claim, which only evidence can refute. */
export interface Declaration {
  readonly llm: Declared;
  readonly externalApi: Declared;
  /** Empty when none are named, and always with `externalApi: never`. */
  readonly providers: readonly string[];
  readonly problems: readonly DeclarationProblem[];
}

/** What a result says that its call did. A flag is null when it is not told or can't be read: never false. */
export interface Observation {
  /** `no_result`: a JSON-RPC error, a time-out or a lost connection has no place for one. */
  readonly kind: 'present' | 'absent' | 'no_result';
  readonly llmInvoked: boolean | null;
  readonly externalApiAttempted: boolean | null;
  /** The result is an error: its call may have ended before it came to anything. */
  readonly isError: boolean;
  /** Empty unless one was there. */
  readonly problems: readonly ObservationProblem[];
}

/** Why an object of the extension could not be read at all. `found` is untrusted and unbounded. */
export type ExtensionProblem =
  | { readonly code: 'meta_malformed'; readonly found: JsonValue }
  /** Something that looks like it, at `path` instead of in `_meta` under the key. */
  | { readonly code: 'misplaced'; readonly path: readonly string[]; readonly key: string }
  | { readonly code: 'malformed'; readonly found: JsonValue }
  | { readonly code: 'version_missing' }
  | { readonly code: 'version_malformed'; readonly found: JsonValue }
  | { readonly code: 'version_unknown'; readonly found: number };

type FieldProblem<Field> =
  /** `near`: a name that is there, and may be meant. */
  | { readonly code: 'field_missing'; readonly field: Field; readonly near?: string }
  | { readonly code: 'field_malformed'; readonly field: Field; readonly found: JsonValue };

type DeclaredField = 'llm' | 'externalApi';

export type DeclarationProblem =
  | { readonly code: 'absent' }
  | ExtensionProblem
  | FieldProblem<DeclaredField>
  | { readonly code: 'unknown_word'; readonly field: DeclaredField; readonly found: string }
  | { readonly code: 'providers_malformed'; readonly found: JsonValue }
  /** It contradicts itself: the `never` does not count. */
  | { readonly code: 'never_with_providers'; readonly providers: readonly string[] };

export type ObservationProblem =
  | ExtensionProblem
  | FieldProblem<'llmInvoked' | 'externalApiAttempted'>;

/** What a suite demands of the tools that its scenarios call, every default filled in. */
export interface Policy {
  readonly llm: 'never' | 'allow';
  /** A list: these providers and no others. */
  readonly externalApi: 'never' | 'allow' | readonly string[];
  /** What counts where something is demanded and nothing is known. */
  readonly unknown: 'fail' | 'allow';
  readonly observation: 'optional' | 'required';
  readonly metadataKey: string;
}

/** A policy as its author wrote it. */
export type WrittenPolicy = Partial<Policy>;

/** Why a tool must not be called under a policy. */
export type Violation = Claim & Breach;

/** What a tool says of a dependency, beside what a policy demands. */
export interface Claim {
  readonly dimension: Dimension;
  readonly declared: Declared;
  readonly demanded: 'never' | readonly string[];
}

export type Breach =
  | { readonly code: 'declared_use' }
  /** Nothing is known; passes under `unknown: allow`. */
  | { readonly code: 'undeclared' }
  /** It may call somebody, and does not say whom; passes under `unknown: allow`. */
  | { readonly code: 'providers_unnamed' }
  | { readonly code: 'providers_outside'; readonly outside: readonly string[] };

/** What an author expects a result to say of its call; null: it need not say. */
export type ExecutionExpectation =
  | { readonly want: 'none' }
  | {
      readonly want: 'match';
      readonly llmInvoked: boolean | null;
      readonly externalApiAttempted: boolean | null;
    };

/** The three sources on the calls of one step, side by side. */
export interface StepExecution {
  readonly declared: Declaration;
  /** Of all its calls together. */
  readonly observed: Observation;
  readonly evidenced: ExecutionEvidence;
  /** Each by itself: what one says is no excuse for another. What came late is seen of the last. */
  readonly calls: readonly CallExecution[];
  /** Earlier steps have made calls: what one of them set off may have come late, and be seen here. */
  readonly follows: boolean;
}

export type CallExecution = Pick<StepExecution, 'observed' | 'evidenced'>;

/** A tool that a scenario must not call, and where it first does. */
export interface PolicyBreach {
  readonly tool: string;
  readonly place: Place;
  readonly declaration: Declaration;
  /** It has no place for a declaration. */
  readonly unlisted?: true;
  readonly violations: readonly Violation[];
}

/** What was seen from outside while one step ran. */
export interface ExecutionEvidence {
  /** Requests to stubs of `kind: llm`. */
  readonly llmRequests: number;
  /** Completions that the server asked of the client. */
  readonly samplings: number;
  /** Requests to the other stubs. */
  readonly apiCalls: readonly ProviderCalls[];
  /** Attempts to reach anything but the stubs, refused by the proxy. */
  readonly tripwire: number;
  /** `open`: the target may have called somebody unseen; also in a live run. */
  readonly network: 'open' | 'tripwire';
}

interface ProviderCalls {
  readonly provider: string;
  readonly count: number;
}

/** Two of declaration, observation, evidence and policy that can't both hold of a call. */
export type Contradiction =
  | { readonly code: ObservedCode; readonly dimension: Dimension }
  | {
      readonly code: SeenCode;
      readonly dimension: Dimension;
      readonly evidence: ExecutionEvidence;
    }
  /** It was called, and is not among those that the tool names. */
  | {
      readonly code: 'undeclared_provider_seen';
      readonly declared: readonly string[];
      readonly seen: readonly string[];
    }
  | {
      readonly code: 'forbidden_provider_seen';
      readonly allowed: readonly string[];
      readonly seen: readonly string[];
    }
  /** An attempt outside of the stubs under a list of providers: nobody knows whose it was. */
  | {
      readonly code: 'unknown_provider_seen';
      readonly allowed: readonly string[];
      readonly attempts: number;
    }
  | { readonly code: 'observation_missing' }
  | { readonly code: 'observation_unreadable'; readonly problems: readonly ObservationProblem[] };

/** `call`: the first of several that it is true of, from 1. */
export type FoundContradiction = Contradiction & { readonly call?: number };

/**
 * Observed true, against what the tool declares or the policy demands; observed false in a result
 * that is no error, against `always`.
 */
type ObservedCode = 'declared_never_observed' | 'policy_never_observed' | 'declared_always_denied';

/** Seen, against what the tool declares, what the policy demands or what the result says. */
type SeenCode = 'declared_never_seen' | 'policy_never_seen' | 'observed_false_seen';
