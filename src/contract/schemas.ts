import type { ToolFinding } from '../model/contract.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { compileSchema } from '../validator/schema.ts';
import { admitsAll } from '../validator/vacuous.ts';

/** Tools without an `outputSchema`, and schemas that nobody can use. */
export function checkSchemas(tools: readonly ListedTool[]): readonly ToolFinding[] {
  return tools.flatMap(({ name: tool, inputSchema, raw }): ToolFinding[] => {
    const { outputSchema } = raw;
    // One that is not there at all is why clients refuse the list, and told as that.
    const input = raw.inputSchema === undefined ? [] : unusable(tool, 'inputSchema', inputSchema);
    return [...input, ...ofOutput(tool, outputSchema)];
  });
}

function ofOutput(tool: string, schema: JsonValue | undefined): ToolFinding[] {
  if (schema === undefined) return [{ tool, code: 'output_schema_missing' }];
  const found = unusable(tool, 'outputSchema', schema);
  const isVacuous = found.length === 0 && isJsonObject(schema) && describesNothing(schema);
  return isVacuous ? [{ tool, code: 'output_schema_vacuous' }] : found;
}

/** Any object fits it, as each output must be one, and no part of it has a name. */
function describesNothing({ type, ...others }: JsonObject): boolean {
  const { properties } = others;
  const hasNames = isJsonObject(properties) && Object.keys(properties).length > 0;
  return type === 'object' && !hasNames && admitsAll(others);
}

function unusable(
  tool: string,
  which: 'inputSchema' | 'outputSchema',
  schema: JsonValue,
): ToolFinding[] {
  const compiled = compileSchema(schema);
  if (compiled.ok) return [];
  return [{ tool, code: 'schema_unusable', which, detail: compiled.error.detail }];
}
