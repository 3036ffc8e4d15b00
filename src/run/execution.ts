import {
  type CallExecution,
  type Contradiction,
  DEFAULT_METADATA_KEY,
  type Declaration,
  type ExecutionEvidence,
  type FoundContradiction,
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
import { mergeEvidence } from '../policy/evidence.ts';
import { mergeObservations, readObservation } from '../policy/observation.ts';

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

/** What its calls come to. There is at least one. */
export function executionOf(
  declared: Declaration,
  calls: readonly [CallExecution, ...CallExecution[]],
  follows: boolean,
): StepExecution {
  const [first, ...rest] = calls;
  return {
    declared,
    observed: mergeObservations(calls.map(({ observed }) => observed)),
    evidenced: mergeEvidence(first.evidenced, ...rest.map(({ evidenced }) => evidenced)),
    calls,
    follows,
  };
}

/** With what was seen late: it came after the last call. */
export function seenLate(execution: StepExecution, late: ExecutionEvidence): StepExecution {
  const add = <T extends CallExecution>(to: T): T => ({
    ...to,
    evidenced: mergeEvidence(to.evidenced, late),
  });
  const last = execution.calls.length - 1;
  const calls = execution.calls.map((call, at) => (at === last ? add(call) : call));
  return { ...add(execution), calls };
}

/** Of each call by itself, since one that tells the truth does not make up for one that lies. */
export function contradictionsOf(
  { policy }: Demands,
  { declared: declaration, calls }: StepExecution,
): readonly FoundContradiction[] {
  const found = new Map<string, FoundContradiction>();
  for (const [at, { observed: observation, evidenced: evidence }] of calls.entries()) {
    for (const each of contradictions({ policy, declaration, observation, evidence })) {
      const key = 'dimension' in each ? `${each.code} ${each.dimension}` : each.code;
      if (found.has(key)) continue;
      found.set(key, calls.length === 1 ? each : { ...each, call: at + 1 });
    }
  }
  return [...found.values()];
}
