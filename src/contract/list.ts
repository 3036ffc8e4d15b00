import { type Flaw, HINTS, type RuleName, type ToolFinding } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';
import { type ShapeFault, shapeFaults } from '../model/tool-shape.ts';

/** Which rule looks at a part of a tool; what is not here is nobody's but the list's. */
const RULE_OF: Readonly<Record<string, RuleName>> = {
  inputSchema: 'output_schema',
  outputSchema: 'output_schema',
  annotations: 'hints',
  _meta: 'execution',
};

/**
 * What makes a list useless to clients, whatever is demanded of it, but for what one of the rules
 * that are demanded tells already.
 */
export function checkList(
  tools: readonly ListedTool[],
  demanded: readonly RuleName[],
): readonly ToolFinding[] {
  const twice = namesTwice(tools).map((tool): ToolFinding => ({ tool, code: 'listed_twice' }));
  return [
    ...twice,
    ...tools.flatMap((tool) => cuts(tool).map((flaw) => ({ ...flaw, tool: tool.name }))),
    ...refusals(tools, (tool, rule) => tool.nameless === true || !demanded.includes(rule)),
  ];
}

/** Why clients refuse the list, as far as this rule looks. */
export function refusalsOf(
  tools: readonly ListedTool[],
  rule: 'output_schema' | 'hints' | 'execution',
): readonly ToolFinding[] {
  return refusals(tools, (_, each) => each === rule).filter(
    ({ code, ...flaw }) => !(code === 'refused' && 'fault' in flaw && isOfHint(flaw.fault)),
  );
}

/** Of one tool; of a hint of the wrong type is told with the hints. */
export function listFlaws(tool: ListedTool, isTwice: boolean): readonly Flaw[] {
  const faults = shapeFaults(tool.raw).filter((fault) => !isOfHint(fault));
  const refused = faults.map((fault): Flaw => ({ code: 'refused', fault }));
  return [...(isTwice ? [{ code: 'listed_twice' } as const] : []), ...cuts(tool), ...refused];
}

function cuts({ cutAfter }: ListedTool): readonly Extract<Flaw, { code: 'list_cut' }>[] {
  return cutAfter === undefined ? [] : [{ code: 'list_cut', detail: cutAfter }];
}

/** The names that more than one tool has, each once. */
export function namesTwice(tools: readonly ListedTool[]): readonly string[] {
  const seen = new Set<string>();
  const twice = tools.map(({ name }) => name).filter((name) => seen.has(name) || !seen.add(name));
  return [...new Set(twice)];
}

function refusals(
  tools: readonly ListedTool[],
  isWanted: (tool: ListedTool, rule: RuleName) => boolean,
): readonly ToolFinding[] {
  return tools.flatMap((tool) =>
    shapeFaults(tool.raw)
      .filter(({ path }) => isWanted(tool, ruleOf(path)))
      .map((fault): ToolFinding => ({ tool: tool.name, code: 'refused', fault })),
  );
}

function ruleOf(path: string): RuleName {
  return RULE_OF[path.split('/')[0] ?? ''] ?? 'list';
}

function isOfHint({ path }: ShapeFault): boolean {
  return HINTS.some((hint) => path === `annotations/${hint}`);
}
