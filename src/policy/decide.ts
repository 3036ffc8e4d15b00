import {
  type Breach,
  type Claim,
  DEFAULT_METADATA_KEY,
  type Declaration,
  type Declared,
  type Policy,
  type Violation,
  type WrittenPolicy,
} from '../model/execution.ts';

const DEFAULTS: Policy = {
  llm: 'allow',
  externalApi: 'allow',
  unknown: 'fail',
  observation: 'optional',
  metadataKey: DEFAULT_METADATA_KEY,
};

/** A scenario's policy overrides its suite's key by key. Null: nobody wrote one. */
export function merge(suite: WrittenPolicy | null, scenario: WrittenPolicy | null): Policy | null {
  if (suite === null && scenario === null) return null;
  return { ...DEFAULTS, ...suite, ...scenario };
}

/**
 * Whether a tool may be called, by what it declares: none of the answer means yes. `allow` demands
 * nothing, so that it admits what is unknown as well, whatever `unknown` says.
 */
export function admits(policy: Policy | null, declaration: Declaration): readonly Violation[] {
  if (policy === null) return [];
  return [...llmViolations(policy, declaration), ...apiViolations(policy, declaration)];
}

function llmViolations(policy: Policy, { llm: declared }: Declaration): readonly Violation[] {
  if (policy.llm === 'allow') return [];
  const breach = breachOfNever(declared);
  return violations(policy, { dimension: 'llm', declared, demanded: 'never' }, breach);
}

function apiViolations(policy: Policy, declaration: Declaration): readonly Violation[] {
  const { externalApi: demanded } = policy;
  if (demanded === 'allow') return [];
  const { externalApi: declared, providers } = declaration;
  const breach =
    demanded === 'never' ? breachOfNever(declared) : breachOfList(declared, providers, demanded);
  return violations(policy, { dimension: 'external_api', declared, demanded }, breach);
}

function breachOfNever(declared: Declared): Breach | null {
  if (declared === 'never') return null;
  return { code: declared === 'unknown' ? 'undeclared' : 'declared_use' };
}

function breachOfList(
  declared: Declared,
  providers: readonly string[],
  allowed: readonly string[],
): Breach | null {
  const breach = breachOfNever(declared);
  if (breach?.code !== 'declared_use') return breach;
  if (providers.length === 0) return { code: 'providers_unnamed' };
  const outside = providers.filter((name) => !allowed.includes(name));
  return outside.length === 0 ? null : { code: 'providers_outside', outside };
}

function violations(policy: Policy, claim: Claim, breach: Breach | null): readonly Violation[] {
  if (breach === null) return [];
  const unknown = breach.code === 'undeclared' || breach.code === 'providers_unnamed';
  return unknown && policy.unknown === 'allow' ? [] : [{ ...claim, ...breach }];
}
