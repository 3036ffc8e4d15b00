import type { JsonValue } from './json.ts';
import type { Place } from './source.ts';

export interface Upstream {
  readonly name: string;
  /** A request to one of `llm` is inference. */
  readonly kind: 'api' | 'llm';
  /** Its name in declarations and policies. */
  readonly provider: string;
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
