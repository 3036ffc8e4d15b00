import type { ExecutionEvidence } from '../model/execution.ts';

/** What was seen at several times, as one. */
export function mergeEvidence(
  first: ExecutionEvidence,
  ...rest: readonly ExecutionEvidence[]
): ExecutionEvidence {
  const all = [first, ...rest];
  const sum = (of: (one: ExecutionEvidence) => number) => all.reduce((n, one) => n + of(one), 0);
  const apiCalls = new Map<string, number>();
  for (const { provider, count } of all.flatMap((one) => one.apiCalls)) {
    apiCalls.set(provider, (apiCalls.get(provider) ?? 0) + count);
  }
  return {
    llmRequests: sum(({ llmRequests }) => llmRequests),
    samplings: sum(({ samplings }) => samplings),
    apiCalls: [...apiCalls].map(([provider, count]) => ({ provider, count })),
    tripwire: sum(({ tripwire }) => tripwire),
    network: first.network,
  };
}
