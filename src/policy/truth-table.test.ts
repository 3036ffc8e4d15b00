import { expect, test } from 'vitest';
import { contradictions } from './contradictions.ts';
import { admits } from './decide.ts';
import {
  DECLARATIONS,
  type Entry,
  EVIDENCE,
  nameOf,
  OBSERVATIONS,
  POLICIES,
  times,
} from './test-rig.ts';

/** `admits` once more, as patterns over a declaration and a policy written out as text. */
const VIOLATIONS: Record<string, RegExp> = {
  'declared_use llm': /says-llm:(conditional|always) .*wants-llm:never/,
  'undeclared llm': /says-llm:unknown .*wants-llm:never .*unknown:fail/,
  'declared_use external_api': /says-api:(conditional|always) .*wants-api:never/,
  'undeclared external_api': /says-api:unknown .*wants-api:(never|list).*unknown:fail/,
  'providers_unnamed external_api':
    /says-api:(conditional|always) names:\. .*wants-api:list.*unknown:fail/,
  'providers_outside external_api':
    /says-api:(conditional|always) names:(a\. .*list:\.|a?b\. .*list:a?\.)/,
};

/**
 * `contradictions` likewise: one pattern over declaration and policy, such as `says-llm:never
 * says-api:always names:ab. wants-llm:never wants-api:list:a. unknown:fail observation:required`,
 * one over observation and evidence, such as `told-llm:T told-api:? reply:ok req:1 samp:0 called:ab. trip:0
 * net:open`. Both must match.
 */
const CONTRADICTIONS: readonly (readonly [name: string, demand: RegExp, event: RegExp])[] = [
  ['declared_never_observed llm', /says-llm:never/, /told-llm:T/],
  ['declared_never_observed external_api', /says-api:never/, /told-api:T/],
  ['declared_always_denied llm', /says-llm:always/, /told-llm:F .*reply:ok/],
  ['declared_always_denied external_api', /says-api:always/, /told-api:F reply:ok/],
  ['policy_never_observed llm', /wants-llm:never/, /told-llm:T/],
  ['policy_never_observed external_api', /wants-api:never/, /told-api:T/],
  ['declared_never_seen llm', /says-llm:never/, /(req|samp):1/],
  ['declared_never_seen external_api', /says-api:never/, /called:[ab]|trip:1/],
  ['policy_never_seen llm', /wants-llm:never/, /(req|samp):1/],
  ['policy_never_seen external_api', /wants-api:never/, /called:[ab]|trip:1/],
  ['observed_false_seen llm', /^/, /told-llm:F .*(req|samp):1/],
  ['observed_false_seen external_api', /^/, /told-api:F .*(called:[ab]|trip:1)/],
  ['undeclared_provider_seen', /names:a\./, /called:a?b/],
  ['undeclared_provider_seen', /names:b\./, /called:a/],
  ['forbidden_provider_seen', /wants-api:list:\./, /called:[ab]/],
  ['forbidden_provider_seen', /wants-api:list:a\./, /called:a?b/],
  ['unknown_provider_seen', /wants-api:list.*unknown:fail/, /trip:1/],
  ['observation_missing', /observation:required/, /^absent/],
  ['observation_unreadable', /observation:required/, /told-(llm|api):\?/],
];

test('what a policy admits is what the patterns say', () => {
  const met = new Set<string>();
  for (const [declaration, policy] of times(DECLARATIONS, POLICIES)) {
    const row = `${declaration.text} ${policy.text}`;
    const expected = Object.keys(VIOLATIONS).filter((name) => VIOLATIONS[name]?.test(row));
    expect(admits(policy.value, declaration.value).map(nameOf), row).toEqual(expected);
    for (const name of expected) met.add(name);
  }
  expect([...met].sort()).toEqual(Object.keys(VIOLATIONS).sort());
});

test('what contradicts itself is what the patterns say, in every row', () => {
  const rows = <A, B>(as: readonly Entry<A>[], bs: readonly Entry<B>[], part: 1 | 2) =>
    times(as, bs).map(([a, b]) => {
      const text = `${a.text} ${b.text}`;
      const rules = CONTRADICTIONS.map((rule, at) => (rule[part].test(text) ? 1 << at : 0));
      return { a: a.value, b: b.value, text, rules: union(rules) };
    });
  const demands = rows(DECLARATIONS, POLICIES, 1);
  const events = rows(OBSERVATIONS, EVIDENCE, 2);
  const bits = new Map<string, number>();
  for (const [name] of CONTRADICTIONS) bits.set(name, bits.get(name) ?? 1 << bits.size);
  const bitOf = (name: string) => bits.get(name) ?? Number.NaN;
  /** By the rules of which both patterns match. */
  const expectations = new Map<number, number>();
  const expectedOf = (rules: number) =>
    union(CONTRADICTIONS.map(([name], at) => (rules & (1 << at) ? bitOf(name) : 0)));

  const wrong: string[] = [];
  for (const { a: declaration, b: policy, ...demand } of demands)
    for (const { a: observation, b: evidence, ...event } of events) {
      const rules = demand.rules & event.rules;
      const expected = expectations.get(rules) ?? expectedOf(rules);
      expectations.set(rules, expected);
      // A sum, not a union: what is told twice is wrong as well.
      let found = 0;
      for (const one of contradictions({ declaration, policy, observation, evidence }))
        found += bitOf(nameOf(one));
      if (found !== expected) wrong.push(`${demand.text} ${event.text}`);
    }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(demands.length * events.length).toBe(1_133_568);
  expect(union([...expectations.values()])).toBe(2 ** bits.size - 1);
});

function union(masks: readonly number[]): number {
  return masks.reduce((all, mask) => all | mask, 0);
}
