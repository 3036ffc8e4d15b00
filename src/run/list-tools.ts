import { err, ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { emptyScenario } from '../scenario/contract-unit.ts';
import type { RunPlan } from '../scenario/plan.ts';
import type { RunDeps } from './deps.ts';
import { Leases } from './lease.ts';
import type { Listing } from './listing.ts';
import { beginScenario } from './scenario.ts';
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
