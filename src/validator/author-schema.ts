import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JsonObject } from '../model/json.ts';
import { dialectOf } from './dialect.ts';
import { runLimited } from './limit.ts';
import { compileSchema, faultOf } from './schema.ts';
import { admitsAll } from './vacuous.ts';

const COMPILE_LIMIT_MS = 4000;

/**
 * Why a schema that an author wrote into a check cannot be used; null when it can. Unlike a server's,
 * it may hold no word that a validator passes over: `requried: [id]` would ask for nothing.
 */
export function schemaMistake(schema: JsonObject): string | null {
  const compiled = compileSchema(schema);
  if (!compiled.ok) return compiled.error.detail;
  const ajv = dialectOf(schema.$schema)?.create({
    strictSchema: true,
    formats: fullFormats,
    validateSchema: false,
    ownProperties: true,
    logger: false,
  });
  try {
    runLimited(() => ajv?.compile(schema), COMPILE_LIMIT_MS);
    return admitsAll(schema) ? 'it asks nothing of a value' : null;
  } catch (thrown) {
    return faultOf(thrown).replace(/^strict mode: /, '');
  }
}
