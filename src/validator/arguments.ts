import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SchemaProblem } from '../model/schema-problem.ts';
import { runLimited } from './limit.ts';
import { nearest } from './nearest.ts';
import { unknownProperty } from './problems.ts';
import { compileSchema, faultOf, type SchemaFault } from './schema.ts';
import { unnamedArguments } from './unnamed.ts';

/** For all that is done with one schema and one value, in ms: both may be hostile. */
const LIMIT_MS = 5000;

/**
 * Holds the arguments of a call against the tool's `inputSchema`, and against names that the
 * schema would let pass and does not have. An error means that the schema is at fault and nothing was decided.
 */
export function checkArguments(
  inputSchema: JsonValue,
  args: JsonObject,
  limitMs: number = LIMIT_MS,
): Result<readonly SchemaProblem[], SchemaFault> {
  try {
    const checked = runLimited(() => checkAll(inputSchema, args), limitMs);
    return checked.ok ? checked.value : err({ detail: `not checked within ${limitMs} ms` });
  } catch (thrown) {
    return err({ detail: faultOf(thrown) });
  }
}

function checkAll(
  inputSchema: JsonValue,
  args: JsonObject,
): Result<readonly SchemaProblem[], SchemaFault> {
  const compiled = compileSchema(inputSchema);
  if (!compiled.ok) return compiled;
  const checked = compiled.value(args);
  if (!checked.ok) return checked;
  const slips = new Map<string, SchemaProblem>();
  for (const found of [unnamedArguments, inPlaceOfMissing]) {
    for (const slip of found(inputSchema, args)) {
      if (!slips.has(keyOf(slip))) slips.set(keyOf(slip), slip);
    }
  }
  return ok([...checked.value.filter((problem) => !slips.has(keyOf(problem))), ...slips.values()]);
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

function keyOf({ path, message }: SchemaProblem): string {
  return JSON.stringify([path, message]);
}
