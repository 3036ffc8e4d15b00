import type { JsonObject } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';

/** A tool of a list, with these members of its own. */
export function tool(name: string, members: JsonObject = {}): ListedTool {
  const raw: JsonObject = { name, inputSchema: { type: 'object' }, ...members };
  return { name, inputSchema: raw.inputSchema ?? null, raw };
}

export const reader = (name: string): ListedTool =>
  tool(name, { annotations: { readOnlyHint: true } });
