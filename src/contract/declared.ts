import type { ToolFinding } from '../model/contract.ts';
import type { Declaration } from '../model/execution.ts';

export interface DeclaredTool {
  readonly tool: string;
  readonly declaration: Declaration;
}

/** Tools of which it is not known, all of it, what their calls may do. */
export function checkDeclared(declared: readonly DeclaredTool[]): readonly ToolFinding[] {
  return declared
    .filter(
      ({ declaration: { llm, externalApi, problems } }) =>
        problems.length > 0 || [llm, externalApi].includes('unknown'),
    )
    .map(({ tool, declaration }) => ({
      tool,
      code: 'undeclared',
      problems: declaration.problems,
    }));
}
