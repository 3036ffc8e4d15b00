import type { ExecutionExpectation } from './execution.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Place } from './source.ts';

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
  | { readonly kind: 'error'; readonly expected: ErrorExpectation }
  /** A partial deep match of `structuredContent`, or of the first text block parsed as JSON. */
  | { readonly kind: 'structured' | 'json'; readonly expected: JsonValue }
  /** A JSON Schema of the same two. */
  | { readonly kind: 'schema' | 'json_schema'; readonly expected: JsonObject }
  /** The tool's own `outputSchema`; implied unless the author says false. */
  | { readonly kind: 'output_schema' }
  | { readonly kind: 'upstream'; readonly upstream: string; readonly expected: UpstreamExpectation }
  | { readonly kind: 'state'; readonly expected: StateExpectation }
  | { readonly kind: 'elicitations'; readonly expected: number }
  | { readonly kind: 'within_ms'; readonly expected: number }
  /** What the result says of its call. */
  | { readonly kind: 'execution'; readonly expected: ExecutionExpectation }
  /** Declaration, observation, evidence and policy can all be true; implied. */
  | { readonly kind: 'execution_claims' }
  /** Scripted answers are used up, and no prompt comes without one; implied. */
  | { readonly kind: 'prompts' };

/** `count` null: at least one. */
export interface UpstreamExpectation {
  readonly count: number | null;
  readonly method: string | null;
  readonly path: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: JsonValue | undefined;
}

export type StateExpectation =
  | { readonly want: 'unchanged' | 'changed' }
  | { readonly want: 'match'; readonly value: JsonValue };

export const STATE_WORDS = ['unchanged', 'changed'] as const;

/** The two words mean themselves, wherever they come from; anything else is what the state has to hold. */
export function stateExpectation(value: JsonValue): StateExpectation {
  const want = STATE_WORDS.find((word) => word === value);
  return want === undefined ? { want: 'match', value } : { want };
}

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
