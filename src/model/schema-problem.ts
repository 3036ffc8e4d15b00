import type { JsonValue } from './json.ts';

/** One place where a value breaks a schema. `path` is a JSON Pointer, empty for the whole. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
  /** What stands there, where that is what is wrong. */
  readonly came?: JsonValue;
  /** For an unknown or missing property: the valid name that is nearest. */
  readonly nearest: string | null;
  /** For an unknown property: all names that are valid there. */
  readonly known?: readonly string[];
}
