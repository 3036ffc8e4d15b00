import type { AssertionResult } from '../model/assertion.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import { demandsOf, outsideOfSteps, type Seen } from './execution.ts';

/** While it starts, between two steps and for the probe, too, a server keeps to the policy. */
export function policyKept(
  scenario: Scenario,
  suite: Suite,
  seen: Seen,
): readonly AssertionResult[] {
  const found = outsideOfSteps(suite, demandsOf(suite, scenario), seen);
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
