import type { Contract, ToolFinding } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';

/** Tools that are listed and that no scenario calls. */
export function checkCoverage(
  tools: readonly ListedTool[],
  { called, skipped }: Pick<Contract, 'called' | 'skipped'>,
): readonly ToolFinding[] {
  const open = tools.map(({ name }) => name).filter((name) => !called.includes(name));
  return open.map((tool) => {
    const files = skipped.filter((call) => call.tool === tool).map(({ file }) => file);
    return { tool, code: 'never_called', skipped: [...new Set(files)] };
  });
}
