import type { AssertionResult } from '../model/assertion.ts';
import type { FoundContradiction, StepExecution } from '../model/execution.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Place } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';
import { mergeObservations } from '../policy/observation.ts';
import type { ProbeTool, SequenceRun } from './ending.ts';
import {
  contradictionsOf,
  demandsOf,
  evidenceOf,
  executionOf,
  outsideOfSteps,
} from './execution.ts';
import { joined, type Traffic } from './traffic.ts';

type Outside = Pick<SequenceRun, 'outside' | 'probe'>;

/** While it starts, and while its state is read, too, a server keeps to the policy and to its word. */
export function policyKept(
  scenario: Scenario,
  suite: Suite,
  { outside, probe }: Outside,
  network: StepExecution['evidenced']['network'],
): readonly AssertionResult[] {
  const demands = demandsOf(suite, scenario);
  const { tool, traffic } = probe;
  // What a tool has set off is its own; a resource makes no claims.
  const nobodys = tool === null ? joined(outside, traffic) : outside;
  const found = outsideOfSteps(suite, demands, seen(nobodys, network));
  const execution = tool === null ? null : probeExecution(tool, suite, seen(traffic, network));
  const ofProbe = execution === null ? [] : contradictionsOf(demands, execution);
  return [
    ...broken(found, { place: scenario.place, execution: null, tool: null }),
    ...broken(ofProbe, { place: suite.state?.place ?? scenario.place, execution, tool }),
  ];
}

function seen({ upstream, attempts, prompts }: Traffic, network: string) {
  return { upstream, attempts: network === 'tripwire' ? attempts : null, prompts };
}

function probeExecution(
  { declaration, observations }: ProbeTool,
  suite: Suite,
  evidence: ReturnType<typeof seen>,
): StepExecution {
  const observed = mergeObservations(observations);
  return executionOf(declaration, [{ observed, evidenced: evidenceOf(suite, evidence) }], false);
}

interface Whose {
  readonly place: Place;
  readonly execution: StepExecution | null;
  readonly tool: ProbeTool | null;
}

function broken(
  contradictions: readonly FoundContradiction[],
  { place, execution, tool }: Whose,
): readonly AssertionResult[] {
  if (contradictions.length === 0) return [];
  const reading = tool === null ? {} : { reading: tool.name };
  const evidence = { why: 'contradicted', contradictions, execution, ...reading } as const;
  return [{ check: { kind: 'policy_kept' }, own: false, place, status: 'failed', evidence }];
}
