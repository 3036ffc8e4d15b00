import type { JsonObject, JsonValue } from '../model/json.ts';
import { ok, type Result } from '../model/result.ts';
import type { SchemaProblem } from '../model/trouble.ts';
import { misspeltArguments } from './misspelt.ts';
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
  const slips = misspeltArguments(inputSchema, args);
  return ok([...checked.value.filter((problem) => !slips.some(sameAs(problem))), ...slips]);
}

function sameAs(a: SchemaProblem): (b: SchemaProblem) => boolean {
  return (b) => a.path === b.path && a.message === b.message;
}
