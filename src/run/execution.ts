import {
  type Contradiction,
  DEFAULT_METADATA_KEY,
  type Declaration,
  type ExecutionEvidence,
  type Observation,
  type Policy,
  type StepExecution,
} from '../model/execution.ts';
import type {
  ListedTool,
  Outcome,
  Prompt,
  ProxyAttempt,
  UpstreamRequest,
} from '../model/outcome.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import { contradictions } from '../policy/contradictions.ts';
import { merge } from '../policy/decide.ts';
import { readDeclaration } from '../policy/declaration.ts';
import { readObservation } from '../policy/observation.ts';

/** What is demanded of a scenario's tools, and under which key they tell of themselves. */
export interface Demands {
  /** Null: nothing is demanded. */
  readonly policy: Policy | null;
  readonly metadataKey: string;
}

export function demandsOf(suite: Suite, scenario: Scenario): Demands {
  const policy = merge(suite.policy, scenario.policy);
  return { policy, metadataKey: policy?.metadataKey ?? DEFAULT_METADATA_KEY };
}

/** A tool that is not listed declares nothing. */
export function declarationOf(tool: ListedTool | undefined, { metadataKey }: Demands): Declaration {
  return readDeclaration(tool?.raw ?? {}, metadataKey);
}

export function observationOf({ reply }: Outcome, { metadataKey }: Demands): Observation {
  return readObservation(reply.kind === 'result' ? reply.raw : null, metadataKey);
}

/** What was seen from outside. */
export interface Seen {
  /** Null when there are no stubs. */
  readonly upstream: readonly UpstreamRequest[] | null;
  /** At the tripwire; null without one. */
  readonly attempts: readonly ProxyAttempt[] | null;
  readonly prompts: readonly Prompt[];
}

export function evidenceOf(
  { upstreams }: Suite,
  { upstream, attempts, prompts }: Seen,
): ExecutionEvidence {
  const received = upstream ?? [];
  const countOf = (name: string) => received.filter((request) => request.upstream === name).length;
  // Several stubs may stand for one provider.
  const apiCalls = new Map<string, number>();
  let llmRequests = 0;
  for (const { name, kind, provider } of upstreams) {
    const count = countOf(name);
    if (kind === 'llm') llmRequests += count;
    else if (count > 0) apiCalls.set(provider, (apiCalls.get(provider) ?? 0) + count);
  }
  return {
    llmRequests,
    samplings: prompts.filter(({ kind }) => kind === 'sampling').length,
    apiCalls: [...apiCalls].map(([provider, count]) => ({ provider, count })),
    tripwire: (attempts ?? []).reduce((sum, { more = 0 }) => sum + 1 + more, 0),
    network: attempts === null ? 'open' : 'tripwire',
  };
}

/** What was seen of nobody's call, against the policy alone. */
export function outsideOfSteps(
  suite: Suite,
  { policy, metadataKey }: Demands,
  seen: Seen,
): readonly Contradiction[] {
  return contradictions({
    policy,
    declaration: readDeclaration({}, metadataKey),
    observation: readObservation(null, metadataKey),
    evidence: evidenceOf(suite, seen),
  });
}

export function contradictionsOf(
  { policy }: Demands,
  { declared, observed, evidenced }: StepExecution,
): readonly Contradiction[] {
  return contradictions({
    policy,
    declaration: declared,
    observation: observed,
    evidence: evidenced,
  });
}
