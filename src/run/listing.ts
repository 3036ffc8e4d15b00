import { baselineOf } from '../contract/baseline.ts';
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
  return {
    server,
    tools: tools.map((tool) => {
      const declaration = declarationOf(tool, demands);
      return toolFacts(tool, { declaration, violations: admits(demands.policy, declaration) });
    }),
    claimed: suite.mode === 'live',
    hasPolicy: demands.policy !== null,
  };
}

/** The list as a baseline holds it. */
export function newBaseline({ tools }: Listing, suite: Suite): Baseline['tools'] {
  return baselineOf(tools, keyOf(suite));
}

/** Where the suite's tools declare what they depend on. */
export function keyOf(suite: Suite): string {
  return demandsOf(suite, emptyScenario('tools', null)).metadataKey;
}
