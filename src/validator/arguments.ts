import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { ok, type Result } from '../model/result.ts';
import type { SchemaProblem } from '../model/trouble.ts';
import { misspeltArguments } from './misspelt.ts';
import { nearest } from './nearest.ts';
import { unknownProperty } from './problems.ts';
import { compileSchema, type SchemaFault } from './schema.ts';

/**
 * Holds the arguments of a call against the tool's `inputSchema`, and against slips that the
 * schema would let pass. An error means that the schema is at fault and nothing was decided.
 */
export function checkArguments(
  inputSchema: JsonValue,
  args: JsonObject,
): Result<readonly SchemaProblem[], SchemaFault> {
  const compiled = compileSchema(inputSchema);
  if (!compiled.ok) return compiled;
  const checked = compiled.value(args);
  if (!checked.ok) return checked;
  const slips = [
    ...misspeltArguments(inputSchema, args),
    ...inPlaceOfMissing(inputSchema, args),
  ].filter((slip, index, all) => all.findIndex(sameAs(slip)) === index);
  return ok([...checked.value.filter((problem) => !slips.some(sameAs(problem))), ...slips]);
}

/** With a required argument missing, one that nobody declared is likely meant to be it. */
function inPlaceOfMissing(schema: JsonValue, args: JsonObject): SchemaProblem[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  const missing = names.filter((name) => !Object.hasOwn(args, name));
  if (missing.length === 0) return [];
  return Object.keys(args)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({ path: '', message: unknownProperty(name), nearest: nearest(name, missing) }));
}

function sameAs(a: SchemaProblem): (b: SchemaProblem) => boolean {
  return (b) => a.path === b.path && a.message === b.message;
}
