import type { AssertionResult } from '../model/assertion.ts';
import type { ProxyAttempt, UpstreamRequest } from '../model/outcome.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import { demandsOf, outsideOfSteps } from './execution.ts';

/** While it starts, between two steps and for the probe, too, a server keeps to the policy. */
export function policyKept(
  scenario: Scenario,
  suite: Suite,
  received: readonly UpstreamRequest[],
  attempts: readonly ProxyAttempt[] | null,
): readonly AssertionResult[] {
  const found = outsideOfSteps(suite, demandsOf(suite, scenario), received, attempts);
  if (found.length === 0) return [];
  return [
    {
      check: { kind: 'policy_kept' },
      own: false,
      place: scenario.place,
      status: 'failed',
      evidence: { why: 'contradicted', contradictions: found, execution: null },
    },
  ];
}
