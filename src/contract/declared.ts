import type { ToolFinding } from '../model/contract.ts';
import type { Declaring } from './closed-world.ts';

/** Tools of which it is not known, all of it, what their calls may do. */
export function checkDeclared(declared: readonly Declaring[]): readonly ToolFinding[] {
  return declared
    .filter(
      ({ declaration: { llm, externalApi, problems } }) =>
        problems.length > 0 || [llm, externalApi].includes('unknown'),
    )
    .map(({ tool, declaration }) => ({
      tool: tool.name,
      code: 'undeclared',
      problems: declaration.problems,
    }));
}
