import { describe, expect, test } from 'vitest';
import type {
  Contradiction,
  Declaration,
  Dimension,
  ExecutionEvidence,
  Observation,
  WrittenPolicy,
} from '../model/execution.ts';
import { contradictions } from './contradictions.ts';
import { merge } from './decide.ts';
import { NOTHING_SEEN, observes } from './test-rig.ts';

interface Facts {
  readonly policy?: WrittenPolicy;
  readonly declared?: Partial<Declaration>;
  readonly observed?: Partial<Observation> | 'absent' | 'no_result';
  readonly seen?: Partial<ExecutionEvidence>;
}

function of({ policy, declared, observed = 'absent', seen }: Facts): readonly Contradiction[] {
  return contradictions({
    policy: merge(policy ?? null, null),
    declaration: {
      llm: 'unknown',
      externalApi: 'unknown',
      providers: [],
      problems: [],
      ...declared,
    },
    observation: observes(typeof observed === 'string' ? { kind: observed } : observed),
    evidence: { ...NOTHING_SEEN, ...seen },
  });
}

const calls = (...names: string[]) => ({
  apiCalls: names.map((provider) => ({ provider, count: 1 })),
});
/** Evidence as it is told back. */
const told = (seen: Partial<ExecutionEvidence>) => ({ evidence: { ...NOTHING_SEEN, ...seen } });

test('nothing known, nothing demanded, nothing seen: no contradiction', () => {
  expect(of({})).toEqual([]);
});

describe.each<[Dimension, 'llm' | 'externalApi', keyof Observation, Partial<ExecutionEvidence>[]]>([
  ['llm', 'llm', 'llmInvoked', [{ llmRequests: 1 }, { samplings: 1 }]],
  ['external_api', 'externalApi', 'externalApiAttempted', [calls('a'), { tripwire: 1 }]],
])('%s', (dimension, field, flag, traces) => {
  const never = { [field]: 'never' } as const;

  test('declared never, observed true', () => {
    const code = 'declared_never_observed';
    expect(of({ declared: never, observed: { [flag]: true } })).toEqual([{ code, dimension }]);
  });

  test('declared never, seen', () => {
    for (const seen of traces)
      expect(of({ declared: never, seen })).toEqual([
        { code: 'declared_never_seen', dimension, ...told(seen) },
      ]);
  });

  test('declared always, and denied by a result that is no error', () => {
    const always = { [field]: 'always' } as const;
    const code = 'declared_always_denied';
    const denies = { [flag]: false };
    expect(of({ declared: always, observed: denies })).toEqual([{ code, dimension }]);
    expect(of({ declared: always, observed: { ...denies, isError: true } })).toEqual([]);
    for (const silent of [{ [flag]: null }, 'absent', 'no_result'] as const)
      expect(of({ declared: always, observed: silent })).toEqual([]);
    for (const other of ['conditional', 'unknown', 'never'] as const)
      expect(of({ declared: { [field]: other }, observed: denies })).toEqual([]);
  });

  test('never by policy, observed true', () => {
    const code = 'policy_never_observed';
    expect(of({ policy: never, observed: { [flag]: true } })).toEqual([{ code, dimension }]);
  });

  test('never by policy, seen, whatever `unknown` says and with no observation', () => {
    for (const seen of traces)
      for (const unknown of ['fail', 'allow'] as const)
        expect(of({ policy: { ...never, unknown }, observed: 'no_result', seen })).toEqual([
          { code: 'policy_never_seen', dimension, ...told(seen) },
        ]);
  });

  test('observed false, seen', () => {
    for (const seen of traces)
      expect(of({ observed: { [flag]: false }, seen })).toEqual([
        { code: 'observed_false_seen', dimension, ...told(seen) },
      ]);
  });

  test('all of them at once', () => {
    const facts = { policy: never, declared: never };
    for (const seen of traces) {
      expect(of({ ...facts, observed: { [flag]: true }, seen }).map(({ code }) => code)).toEqual([
        ...['declared_never_observed', 'policy_never_observed'],
        ...['declared_never_seen', 'policy_never_seen'],
      ]);
      expect(of({ ...facts, observed: { [flag]: false }, seen }).map(({ code }) => code)).toEqual([
        ...['declared_never_seen', 'policy_never_seen', 'observed_false_seen'],
      ]);
    }
  });

  test('what fits is none', () => {
    for (const declared of ['conditional', 'always', 'unknown'] as const)
      for (const observed of [{ [flag]: true }, { [flag]: null }, 'absent', 'no_result'] as const)
        for (const seen of [...traces, {}])
          for (const policy of [{}, { [field]: 'allow' }] as const)
            expect(of({ policy, declared: { [field]: declared }, observed, seen })).toEqual([]);
    expect(of({ policy: never, declared: never, observed: { [flag]: false } })).toEqual([]);
  });
});

describe('a provider that was called', () => {
  test('and is not among those that the tool names', () => {
    for (const externalApi of ['conditional', 'always', 'unknown'] as const) {
      const declared = { externalApi, providers: ['a', 'b'] };
      expect(of({ declared, seen: calls('x', 'a', 'y') })).toEqual([
        { code: 'undeclared_provider_seen', declared: ['a', 'b'], seen: ['x', 'y'] },
      ]);
      expect(of({ declared, seen: calls('b') })).toEqual([]);
      expect(of({ declared, seen: { tripwire: 1, llmRequests: 1 } })).toEqual([]);
      expect(of({ declared: { externalApi }, seen: calls('x') })).toEqual([]);
    }
  });

  test('and is not on the list, whatever `unknown` says', () => {
    for (const unknown of ['fail', 'allow'] as const) {
      const policy: WrittenPolicy = { externalApi: ['a'], unknown };
      expect(of({ policy, seen: calls('a', 'x') })).toEqual([
        { code: 'forbidden_provider_seen', allowed: ['a'], seen: ['x'] },
      ]);
      expect(of({ policy, seen: calls('a') })).toEqual([]);
      expect(of({ policy: { externalApi: [], unknown }, seen: calls('a') })).toEqual([
        { code: 'forbidden_provider_seen', allowed: [], seen: ['a'] },
      ]);
    }
  });

  test('is told once, and only when it was called', () => {
    const apiCalls = [
      { provider: 'x', count: 1 },
      { provider: 'y', count: 0 },
      { provider: 'x', count: 2 },
    ];
    expect(of({ policy: { externalApi: [] }, seen: { apiCalls } })).toEqual([
      { code: 'forbidden_provider_seen', allowed: [], seen: ['x'] },
    ]);
    const none = [{ provider: 'x', count: 0 }];
    const never = { externalApi: 'never' } as const;
    expect(of({ policy: never, declared: never, seen: { apiCalls: none } })).toEqual([]);
  });

  test('outside of the stubs is nobody that a list knows, unless the unknown is allowed', () => {
    expect(of({ policy: { externalApi: ['a'] }, seen: { tripwire: 2 } })).toEqual([
      { code: 'unknown_provider_seen', allowed: ['a'], attempts: 2 },
    ]);
    expect(of({ policy: { externalApi: ['a'], unknown: 'allow' }, seen: { tripwire: 2 } })).toEqual(
      [],
    );
    expect(of({ policy: { externalApi: 'allow' }, seen: { tripwire: 2 } })).toEqual([]);
  });
});

test('an attempt that a result owns up to, and that nothing has seen, is no contradiction', () => {
  const observed = { llmInvoked: true, externalApiAttempted: true };
  for (const network of ['open', 'tripwire'] as const)
    expect(of({ observed, seen: { network } })).toEqual([]);
});

describe('an observation that a policy requires', () => {
  const problems = [{ code: 'field_missing', field: 'llmInvoked' }] as const;
  const policy: WrittenPolicy = { observation: 'required' };

  test('is missing or unreadable', () => {
    expect(of({ policy, observed: 'absent' })).toEqual([{ code: 'observation_missing' }]);
    const code = 'observation_unreadable';
    expect(of({ policy, observed: { problems } })).toEqual([{ code, problems }]);
  });

  test('is there, or has no place', () => {
    expect(of({ policy, observed: { llmInvoked: false, externalApiAttempted: true } })).toEqual([]);
    expect(of({ policy, observed: 'no_result' })).toEqual([]);
  });

  test('is not required by any other', () => {
    for (const other of [{}, { policy: {} }, { policy: { observation: 'optional' } }] as Facts[])
      for (const observed of ['absent', { problems }] as const)
        expect(of({ ...other, observed })).toEqual([]);
  });
});
