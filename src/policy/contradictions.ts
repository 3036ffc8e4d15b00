import type {
  Contradiction,
  Declaration,
  Dimension,
  ExecutionEvidence,
  Observation,
  Policy,
} from '../model/execution.ts';

/** All that is known of one call, once it is over. */
export interface CallFacts {
  /** Null: nothing is demanded; lies are told all the same. */
  readonly policy: Policy | null;
  readonly declaration: Declaration;
  readonly observation: Observation;
  readonly evidence: ExecutionEvidence;
}

/** One dependency as each source tells it. */
interface Account {
  readonly dimension: Dimension;
  readonly declaredNever: boolean;
  readonly declaredAlways: boolean;
  readonly demandedNever: boolean;
  /** Null: not told. */
  readonly observed: boolean | null;
  readonly seen: boolean;
}

/**
 * What can't all be true of a call. Whatever is not known contradicts nothing here: that is for
 * `admits`, before the call. `conditional` is never contradicted, and `always` not by silence, nor
 * by an error: such a call may have ended before it came to its dependencies. Nor is an attempt that
 * a result owns up to: what was seen is never all that there was, behind a tripwire either.
 */
export function contradictions(facts: CallFacts): readonly Contradiction[] {
  return [
    ...accountsOf(facts).flatMap((account) => inAccount(account, facts)),
    ...undeclaredProviders(facts),
    ...forbiddenProviders(facts),
    ...missingObservation(facts),
  ];
}

/**
 * A request to a model's stub is inference alone: whether it is an external call as well, servers
 * see differently. An attempt outside of the stubs is an external call, whoever was meant.
 */
function accountsOf({ policy, declaration, observation, evidence }: CallFacts): readonly Account[] {
  return [
    {
      dimension: 'llm',
      declaredNever: declaration.llm === 'never',
      declaredAlways: declaration.llm === 'always',
      demandedNever: policy?.llm === 'never',
      observed: observation.llmInvoked,
      seen: evidence.llmRequests > 0 || evidence.samplings > 0,
    },
    {
      dimension: 'external_api',
      declaredNever: declaration.externalApi === 'never',
      declaredAlways: declaration.externalApi === 'always',
      demandedNever: policy?.externalApi === 'never',
      observed: observation.externalApiAttempted,
      seen: apiSeen(evidence),
    },
  ];
}

function inAccount(
  account: Account,
  { observation, evidence }: CallFacts,
): readonly Contradiction[] {
  const { dimension, declaredNever, declaredAlways, demandedNever, observed, seen } = account;
  const found: Contradiction[] = [];
  if (observed === true) {
    if (declaredNever) found.push({ code: 'declared_never_observed', dimension });
    if (demandedNever) found.push({ code: 'policy_never_observed', dimension });
  }
  if (observed === false && declaredAlways && !observation.isError) {
    found.push({ code: 'declared_always_denied', dimension });
  }
  if (seen) {
    if (declaredNever) found.push({ code: 'declared_never_seen', dimension, evidence });
    if (demandedNever) found.push({ code: 'policy_never_seen', dimension, evidence });
    if (observed === false) found.push({ code: 'observed_false_seen', dimension, evidence });
  }
  return found;
}

/** Against those that the tool names, if any. The proxy's attempts have no provider. */
function undeclaredProviders(facts: CallFacts): readonly Contradiction[] {
  const { providers: declared } = facts.declaration;
  const seen = providersSeen(facts.evidence).filter((name) => !declared.includes(name));
  if (declared.length === 0 || seen.length === 0) return [];
  return [{ code: 'undeclared_provider_seen', declared, seen }];
}

/** Against those that the policy lists. */
function forbiddenProviders({ policy, evidence }: CallFacts): readonly Contradiction[] {
  if (policy === null || typeof policy.externalApi === 'string') return [];
  const { externalApi: allowed } = policy;
  const found: Contradiction[] = [];
  const seen = providersSeen(evidence).filter((name) => !allowed.includes(name));
  if (seen.length > 0) found.push({ code: 'forbidden_provider_seen', allowed, seen });
  if (evidence.tripwire > 0 && policy.unknown === 'fail') {
    found.push({ code: 'unknown_provider_seen', allowed, attempts: evidence.tripwire });
  }
  return found;
}

/** On every result; what brought no result is not asked. */
function missingObservation({ policy, observation }: CallFacts): readonly Contradiction[] {
  if (policy?.observation !== 'required') return [];
  if (observation.kind === 'absent') return [{ code: 'observation_missing' }];
  const { problems } = observation;
  return problems.length === 0 ? [] : [{ code: 'observation_unreadable', problems }];
}

function apiSeen(evidence: ExecutionEvidence): boolean {
  return evidence.tripwire > 0 || providersSeen(evidence).length > 0;
}

/** Each once: several stubs may stand for one provider. */
function providersSeen({ apiCalls }: ExecutionEvidence): readonly string[] {
  const called = apiCalls.filter(({ count }) => count > 0);
  return [...new Set(called.map(({ provider }) => provider))];
}
