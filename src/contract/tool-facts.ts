import { HINT_DEFAULTS, HINTS, type Hint } from '../model/contract.ts';
import type { Declaration, Violation } from '../model/execution.ts';
import type { ListedTool } from '../model/outcome.ts';
import type { HintFact, Risk, ToolFacts } from '../model/tool-facts.ts';
import { hintFlaws, statedHints } from './hints.ts';

/** What the policy has decided of a tool. */
export interface Decided {
  readonly declaration: Declaration;
  readonly violations: readonly Violation[];
}

export function toolFacts({ name, inputSchema, raw }: ListedTool, decided: Decided): ToolFacts {
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
    flaws: hintFlaws(raw).filter(({ code }) => code !== 'hint_absent'),
    risk: riskOf(hints),
    ...decided,
  };
}

function riskOf({ readOnlyHint, destructiveHint }: ToolFacts['hints']): Risk {
  if (readOnlyHint.value) return 'read_only';
  return destructiveHint.value ? 'destructive' : 'additive';
}
