import type { Dialect } from './dialect.ts';
import { LEAN } from './lean.ts';
import type { Compiled } from './own-errors.ts';

const known = new Map<string, Compiled>();

/**
 * The meta-schema of a dialect, compiled. Shared by all schemas, and safe: here a foreign schema
 * is data and is never added. The build puts compiled ones in the place of this file.
 */
export function metaSchemaOf({ uri, create }: Dialect): Compiled {
  const compiled = known.get(uri) ?? create(LEAN).getSchema(uri);
  if (compiled === undefined) throw new Error(`no meta-schema ${uri}`);
  known.set(uri, compiled as Compiled);
  return compiled as Compiled;
}
