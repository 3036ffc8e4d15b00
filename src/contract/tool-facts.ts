import { HINT_DEFAULTS, HINTS, type Hint } from '../model/contract.ts';
import type { Declaration, Violation } from '../model/execution.ts';
import type { ListedTool } from '../model/outcome.ts';
import type { HintFact, Risk, ToolFacts } from '../model/tool-facts.ts';
import { closedWorldFlaws } from './closed-world.ts';
import { hintFlaws, statedHints } from './hints.ts';
import { listFlaws } from './list.ts';

/** What the policy has decided of a tool. */
export interface Decided {
  readonly declaration: Declaration;
  readonly violations: readonly Violation[];
  /** The list has another of its name. */
  readonly isTwice: boolean;
}

export function toolFacts(tool: ListedTool, { isTwice, ...decided }: Decided): ToolFacts {
  const { name, inputSchema, raw } = tool;
  const stated = statedHints(raw);
  const hints = Object.fromEntries(
    HINTS.map((hint): [Hint, HintFact] => {
      const value = stated[hint];
      return [hint, { value: value ?? HINT_DEFAULTS[hint], stated: value !== undefined }];
    }),
  ) as Record<Hint, HintFact>;
  return {
    name,
    title: typeof raw.title === 'string' ? raw.title : null,
    description: typeof raw.description === 'string' ? raw.description : null,
    inputSchema,
    outputSchema: raw.outputSchema ?? null,
    bytes: new TextEncoder().encode(JSON.stringify(raw)).length,
    hints,
    hintFlaws: [
      ...hintFlaws(raw).filter(({ code }) => code !== 'hint_absent'),
      ...closedWorldFlaws({ tool, declaration: decided.declaration }),
    ],
    listFlaws: listFlaws(tool, isTwice),
    risk: riskOf(hints),
    ...decided,
  };
}

function riskOf({ readOnlyHint, destructiveHint }: ToolFacts['hints']): Risk {
  if (readOnlyHint.value) return 'read_only';
  return destructiveHint.value ? 'destructive' : 'additive';
}
