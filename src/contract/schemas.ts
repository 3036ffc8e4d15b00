import type { ToolFinding } from '../model/contract.ts';
import type { JsonValue } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { compileSchema } from '../validator/schema.ts';

/** Tools without an `outputSchema`, and schemas that nobody can use. */
export function checkSchemas(tools: readonly ListedTool[]): readonly ToolFinding[] {
  return tools.flatMap(({ name: tool, inputSchema, raw }): ToolFinding[] => {
    const { outputSchema } = raw;
    return [
      ...unusable(tool, 'inputSchema', inputSchema),
      ...(outputSchema === undefined
        ? [{ tool, code: 'output_schema_missing' as const }]
        : unusable(tool, 'outputSchema', outputSchema)),
    ];
  });
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
