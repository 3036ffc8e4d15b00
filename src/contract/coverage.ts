import type { ToolFinding } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';

/** Tools that are listed and that no scenario calls. */
export function checkCoverage(
  tools: readonly ListedTool[],
  called: readonly string[],
): readonly ToolFinding[] {
  return tools
    .filter(({ name }) => !called.includes(name))
    .map(({ name }) => ({ tool: name, code: 'never_called' }));
}
