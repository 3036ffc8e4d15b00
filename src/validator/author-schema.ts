import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { dialectOf } from './dialect.ts';
import { runLimited } from './limit.ts';
import { compileSchema, faultOf } from './schema.ts';

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
    return asksForNothing(schema) ? 'it asks nothing of a value' : null;
  } catch (thrown) {
    return faultOf(thrown).replace(/^strict mode: /, '');
  }
}

/** Words that say something about a value and demand nothing of it. */
const REMARKS: readonly string[] = [
  ...['$schema', '$id', '$anchor', '$comment', '$defs', 'definitions'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
];

/** Whether every value fits, as far as that can be told without trying. */
function asksForNothing(schema: JsonObject): boolean {
  return Object.entries(schema).every(([key, value]) => {
    if (REMARKS.includes(key)) return true;
    return key === 'properties' && isJsonObject(value) && Object.keys(value).length === 0;
  });
}
