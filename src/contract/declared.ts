import type { ToolFinding } from '../model/contract.ts';
import type { Declaring } from './closed-world.ts';

/** Tools of which it is not known what their calls may do. */
export function checkDeclared(declared: readonly Declaring[]): readonly ToolFinding[] {
  return declared
    .filter(({ declaration: { llm, externalApi } }) => [llm, externalApi].includes('unknown'))
    .map(({ tool, declaration }) => ({
      tool: tool.name,
      code: 'undeclared',
      problems: declaration.problems,
    }));
}
