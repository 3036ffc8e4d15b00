import { baselineOf } from '../contract/baseline.ts';
import { toolFacts } from '../contract/tool-facts.ts';
import type { Baseline } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { ServerInfo } from '../model/run-result.ts';
import type { Suite } from '../model/suite.ts';
import type { ToolListing } from '../model/tool-facts.ts';
import type { Trouble } from '../model/trouble.ts';
import { admits } from '../policy/decide.ts';
import { emptyScenario } from '../scenario/contract-unit.ts';
import type { RunPlan } from '../scenario/plan.ts';
import type { RunDeps } from './deps.ts';
import { declarationOf, demandsOf } from './execution.ts';
import { Leases } from './lease.ts';
import { beginScenario } from './scenario.ts';
export interface Listing {
  readonly server: ServerInfo;
  readonly tools: readonly ListedTool[];
}

/** Starts or reaches the suite's server, and asks for its tools; calls none. */
export async function listTools(
  suite: Suite,
  plan: RunPlan,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<Result<Listing, Trouble>> {
  const { target } = suite;
  if (target === null) throw new Error('a suite without a target');
  const scenario = emptyScenario('tools', target.place);
  const leases = new Leases({ plan, deps, emit: () => undefined, signal });
  try {
    const begin = beginScenario(scenario, suite);
    const leased = await leases.acquire({ suite, target, scenario, begin });
    if (!leased.ok) return err(leased.error.trouble);
    const { connection, tools } = leased.value;
    return ok({ server: connection.server, tools });
  } finally {
    await leases.closeAll();
  }
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
  return baselineOf(tools, demandsOf(suite, emptyScenario('tools', null)).metadataKey);
}
