import { baselineOf, checkBaseline } from '../contract/baseline.ts';
import { checkList, namesTwice } from '../contract/list.ts';
import { toolFacts } from '../contract/tool-facts.ts';
import type { Baseline, ToolFinding } from '../model/contract.ts';
import type { ListedTool, ServerInfo } from '../model/outcome.ts';
import type { Suite } from '../model/suite.ts';
import type { ToolListing } from '../model/tool-facts.ts';
import { admits } from '../policy/decide.ts';
import { emptyScenario } from '../scenario/contract-unit.ts';
import { declarationOf, demandsOf } from './execution.ts';

export interface Listing {
  readonly server: ServerInfo;
  readonly tools: readonly ListedTool[];
}

/** What can be said of each tool by the list alone, and what the suite's policy says of it. */
export function listingOf({ server, tools }: Listing, suite: Suite): ToolListing {
  const demands = demandsOf(suite, emptyScenario('tools', null));
  const twice = namesTwice(tools);
  return {
    server,
    tools: tools.map((tool) => {
      const declaration = declarationOf(tool, demands);
      const violations = admits(demands.policy, declaration);
      return toolFacts(tool, { declaration, violations, isTwice: twice.includes(tool.name) });
    }),
    claimed: suite.mode === 'live',
    hasPolicy: demands.policy !== null,
  };
}

/** A list as it will be held, and what there is to say of it. */
export interface NewBaseline {
  readonly tools: Baseline['tools'];
  /** In what it differs from the one before; null: there was none. */
  readonly drift: readonly ToolFinding[] | null;
  /** Why it cannot be held by name. */
  readonly unfit: readonly ToolFinding[];
  /** Why clients refuse it. */
  readonly refused: readonly ToolFinding[];
}

export function newBaseline({ tools }: Listing, suite: Suite, before: Baseline): NewBaseline {
  const metadataKey = keyOf(suite);
  const findings = checkList(tools, []);
  const nameless = tools.flatMap(({ name, nameless: isSo }) => (isSo ? [name] : []));
  const isUnfit = ({ tool, code }: ToolFinding) =>
    code === 'listed_twice' || code === 'list_cut' || nameless.includes(tool);
  return {
    tools: baselineOf(tools, metadataKey),
    drift: before.isNew ? null : checkBaseline(tools, before, metadataKey),
    unfit: findings.filter(isUnfit),
    refused: findings.filter((finding) => !isUnfit(finding)),
  };
}

/** Where the suite's tools declare what they depend on. */
export function keyOf(suite: Suite): string {
  return demandsOf(suite, emptyScenario('tools', null)).metadataKey;
}
