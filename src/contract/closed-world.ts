import type { Flaw, ToolFinding } from '../model/contract.ts';
import type { Declaration } from '../model/execution.ts';
import type { ListedTool } from '../model/outcome.ts';
import { statedHints } from './hints.ts';

export interface Declaring {
  readonly tool: ListedTool;
  readonly declaration: Declaration;
}

/** Tools that say their world is closed, and declare that their calls may leave it. */
export function checkClosedWorld(tools: readonly Declaring[]): readonly ToolFinding[] {
  return tools.flatMap((each) =>
    closedWorldFlaws(each).map((flaw) => ({ tool: each.tool.name, ...flaw })),
  );
}

export function closedWorldFlaws({ tool, declaration }: Declaring): readonly Flaw[] {
  if (statedHints(tool.raw).openWorldHint !== false) return [];
  return (['llm', 'externalApi'] as const).flatMap((field): Flaw[] => {
    const declared = declaration[field];
    const leaves = declared === 'conditional' || declared === 'always';
    return leaves ? [{ code: 'hint_belied', hint: 'openWorldHint', field, declared }] : [];
  });
}
