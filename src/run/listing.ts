import { baselineOf } from '../contract/baseline.ts';
import { namesTwice } from '../contract/list.ts';
import { toolFacts } from '../contract/tool-facts.ts';
import type { Baseline } from '../model/contract.ts';
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

/** The list as a baseline holds it. */
export function newBaseline({ tools }: Listing, suite: Suite): Baseline['tools'] {
  return baselineOf(tools, demandsOf(suite, emptyScenario('tools', null)).metadataKey);
}
