import { gated } from './gate.ts';
import { createJson } from './json.ts';
import { createPretty } from './pretty.ts';
import type { CreateReporter } from './reporter.ts';

const REPORTERS: ReadonlyMap<string, CreateReporter> = new Map([
  ['pretty', gated(createPretty)],
  ['json', gated(createJson)],
]);

/** Names of the format's description that have no reporter yet. */
const NOT_YET: readonly string[] = ['junit', 'github', 'markdown'];

export type ReporterLookup =
  | { readonly kind: 'found'; readonly create: CreateReporter }
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'unknown'; readonly known: readonly string[] };

export function findReporter(name: string): ReporterLookup {
  const create = REPORTERS.get(name);
  if (create !== undefined) return { kind: 'found', create };
  if (NOT_YET.includes(name)) return { kind: 'not_yet' };
  return { kind: 'unknown', known: [...REPORTERS.keys()] };
}
