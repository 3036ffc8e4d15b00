import { expect, test } from 'vitest';
import type { Declaration, ExecutionEvidence, Policy } from '../model/execution.ts';
import { type CallFacts, contradictions } from './contradictions.ts';
import { admits } from './decide.ts';
import {
  DECLARATIONS,
  EVIDENCE,
  nameOf,
  OBSERVATIONS,
  observes,
  POLICIES,
  times,
} from './test-rig.ts';

const declarations = DECLARATIONS.map(({ value }) => value);
const policies = POLICIES.map(({ value }) => value);
const observations = OBSERVATIONS.map(({ value }) => value);
const evidences = EVIDENCE.map(({ value }) => value);

const calls = times(declarations, observations);
const NAMES: string[] = [];
const bitOf = (name: string) => {
  if (!NAMES.includes(name)) NAMES.push(name);
  return 1 << NAMES.indexOf(name);
};
/** What is found, as bits, so that rows are held against each other in no time. */
const found = (facts: CallFacts) =>
  contradictions(facts).reduce((all, one) => all | bitOf(nameOf(one)), 0);

test('more evidence never takes a contradiction away', () => {
  const count = ({ llmRequests, samplings, apiCalls, tripwire }: ExecutionEvidence) =>
    llmRequests + samplings + apiCalls.length + tripwire;
  const grows = ([a, b]: readonly [number, number]) => {
    const [less, more] = [evidences[a], evidences[b]];
    if (!less || !more) return false;
    return (
      count(more) === count(less) + 1 &&
      more.llmRequests >= less.llmRequests &&
      more.samplings >= less.samplings &&
      more.tripwire >= less.tripwire &&
      more.network === less.network &&
      less.apiCalls.every(({ provider }) =>
        more.apiCalls.some((call) => call.provider === provider),
      )
    );
  };
  const steps = times([...evidences.keys()], [...evidences.keys()]).filter(grows);
  expect(steps.length).toBeGreaterThan(70);

  let lost = 0;
  for (const policy of policies)
    for (const [declaration, observation] of calls) {
      const bits = evidences.map((evidence) =>
        found({ declaration, observation, policy, evidence }),
      );
      for (const [less, more] of steps) lost |= (bits[less] ?? 0) & ~(bits[more] ?? 0);
    }
  expect(NAMES.filter((name) => lost & bitOf(name))).toEqual([]);
});

/** The keys of a policy by what they admit. */
const LOOSENESS = {
  llm: ['allow', 'never'],
  externalApi: ['allow', 'ab', 'a', '', 'never'],
  unknown: ['allow', 'fail'],
  observation: ['optional', 'required'],
} as const;
const KEYS = ['llm', 'externalApi', 'unknown', 'observation'] as const;
const rank = (policy: Policy) =>
  KEYS.map((key) => {
    const value = policy[key];
    const word = typeof value === 'string' ? value : value.join('');
    return (LOOSENESS[key] as readonly string[]).indexOf(word);
  });

/** Pairs of policies of which the second is tighter, by one step in one key. */
const TIGHTENED = times([...policies.entries()], [...policies.entries()]).flatMap((pair) => {
  const [[from, loose], [to, tight]] = pair;
  if (loose === null || tight === null) return [];
  const steps = rank(tight).map((at, key) => at - (rank(loose)[key] ?? Number.NaN));
  return steps.filter((step) => step !== 0).join() === '1' ? [{ from, to, loose, tight }] : [];
});

test('a tighter policy admits no more', () => {
  expect(TIGHTENED.length).toBe(92);
  for (const [{ loose, tight }, declaration] of times(TIGHTENED, declarations))
    if (admits(tight, declaration).length === 0) expect(admits(loose, declaration)).toEqual([]);
});

test('a tighter policy finds no less', () => {
  // A provider that a list forbids is, under `never`, just one more call.
  const byList = bitOf('forbidden_provider_seen') | bitOf('unknown_provider_seen');
  const byNever = bitOf('policy_never_seen external_api');
  const general = (bits: number) => (bits & byList ? byNever : 0) | (bits & ~byList);
  let lost = 0;
  for (const [declaration, observation] of calls)
    for (const evidence of evidences) {
      const bits = policies.map((policy) => found({ declaration, observation, policy, evidence }));
      for (const { from, to, tight } of TIGHTENED) {
        const before = bits[from] ?? 0;
        const expected = tight.externalApi === 'never' ? general(before) : before;
        lost |= expected & ~(bits[to] ?? 0);
      }
    }
  expect(NAMES.filter((name) => lost & bitOf(name))).toEqual([]);
});

test('no policy is the same as one that allows all', () => {
  const allow = policies.filter((policy) => policy !== null && rank(policy).join() === '0,0,1,0');
  expect(allow).toHaveLength(1);
  for (const policy of allow)
    for (const [declaration, observation] of calls) {
      expect(admits(policy, declaration)).toEqual([]);
      for (const evidence of evidences) {
        const facts = { declaration, observation, evidence };
        expect(found({ ...facts, policy: null })).toBe(found({ ...facts, policy }));
      }
    }
});

test('where the unknown fails, all that is admitted is known', () => {
  for (const [policy, declaration] of times(policies, declarations)) {
    if (policy?.unknown !== 'fail' || admits(policy, declaration).length > 0) continue;
    const { externalApi: demanded } = policy;
    const { llm, externalApi, providers } = declaration;
    if (policy.llm === 'never') expect(llm).toBe('never');
    if (demanded === 'never') expect(externalApi).toBe('never');
    if (typeof demanded === 'string' || externalApi === 'never') continue;
    expect(externalApi).not.toBe('unknown');
    expect(providers).not.toEqual([]);
    expect(demanded).toEqual(expect.arrayContaining([...providers]));
  }
});

test('an honest call of a tool that was admitted contradicts nothing', () => {
  const honest = (
    { llm, externalApi, providers }: Declaration,
    { llmRequests, samplings, apiCalls }: ExecutionEvidence,
  ) =>
    (llm !== 'never' || llmRequests + samplings === 0) &&
    (llm !== 'always' || llmRequests + samplings > 0) &&
    (externalApi !== 'never' || apiCalls.length === 0) &&
    (externalApi !== 'always' || apiCalls.length > 0) &&
    (providers.length === 0 || apiCalls.every(({ provider }) => providers.includes(provider)));
  const quiet = evidences.filter(({ tripwire }) => tripwire === 0);
  let admitted = 0;
  for (const [declaration, policy] of times(declarations, policies)) {
    if (policy?.unknown === 'allow' || admits(policy, declaration).length > 0) continue;
    for (const evidence of quiet) {
      if (!honest(declaration, evidence)) continue;
      const { llmRequests, samplings, apiCalls } = evidence;
      const observation = observes({
        llmInvoked: llmRequests + samplings > 0,
        externalApiAttempted: apiCalls.length > 0,
      });
      expect(contradictions({ policy, declaration, observation, evidence })).toEqual([]);
      admitted += 1;
    }
  }
  expect(admitted).toBeGreaterThan(1000);
});
