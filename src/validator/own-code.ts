import standalone from 'ajv/dist/standalone/index.js';
import type { JsonObject } from '../model/json.ts';
import { ownAjv } from './own.ts';

/** The code of a module whose `validate` is the compiled schema: for the build, so that no start compiles it. */
export function ownCode(schema: JsonObject): string {
  const ajv = ownAjv({ source: true, esm: true });
  return standalone.default(ajv, ajv.compile(schema));
}
