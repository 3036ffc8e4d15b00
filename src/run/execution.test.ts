import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contradiction } from '../model/execution.ts';
import type { Reply } from '../model/outcome.ts';
import {
  DECLARATIONS,
  type Entry,
  EVIDENCE,
  nameOf,
  OBSERVATIONS,
  POLICIES,
} from '../policy/test-rig.ts';
import { scenario as bare } from '../scenario/test-rig.ts';
import {
  contradictionsOf,
  declarationOf,
  demandsOf,
  evidenceOf,
  executionOf,
  observationOf,
  outsideOfSteps,
  seenLate,
} from './execution.ts';
import { listed, outcomeOf, promptOf, requests, suiteOf } from './test-rig.ts';
import { NO_TRAFFIC } from './traffic.ts';

const KEY = 'com.santurcesoftware/execution';
const OTHER = 'example.com/claims';
const ANY = { policy: null, metadataKey: KEY };
const NEVER = { llm: 'never', externalApi: 'never' };

function demands(suitePolicy: string | null, own: string | null) {
  const { suite, scenario } = suiteOf(
    bare(...(own === null ? [] : [`policy: ${own}`])),
    suitePolicy === null ? '' : `policy: ${suitePolicy}\n`,
  );
  return demandsOf(suite, scenario);
}

describe('what is demanded', () => {
  test('is nothing where nobody wrote a policy, under the usual key', () => {
    expect(demands(null, null)).toEqual(ANY);
  });

  test('is both policies, under the key of the nearer one', () => {
    const both = demands(
      '{llm: never, metadata_key: a}',
      `{external_api: [x], metadata_key: ${OTHER}}`,
    );
    expect(both).toEqual({
      policy: {
        llm: 'never',
        externalApi: ['x'],
        unknown: 'fail',
        observation: 'optional',
        metadataKey: OTHER,
      },
      metadataKey: OTHER,
    });
    expect(demands('{metadata_key: a}', '{llm: never}').metadataKey).toBe('a');
    expect(demands(null, '{llm: never}').metadataKey).toBe(KEY);
  });
});

describe('what is declared', () => {
  test('is what the tool says under the key', () => {
    expect(declarationOf(listed('a', NEVER), ANY)).toMatchObject({ llm: 'never', problems: [] });
    const under = { policy: null, metadataKey: OTHER };
    expect(declarationOf(listed('a', NEVER, OTHER), under).llm).toBe('never');
    expect(declarationOf(listed('a', NEVER), under).llm).toBe('unknown');
  });

  test('is nothing of a tool that is not listed', () => {
    expect(declarationOf(undefined, ANY)).toEqual({
      llm: 'unknown',
      externalApi: 'unknown',
      providers: [],
      problems: [{ code: 'absent' }],
    });
  });
});

describe('what is observed', () => {
  const said = { schemaVersion: 1, llmInvoked: true, externalApiAttempted: false };
  const raw = { content: [], _meta: { [KEY]: said } };

  test('is what a result says, an error result as well', () => {
    for (const result of [raw, { ...raw, isError: true }])
      expect(observationOf(outcomeOf({ kind: 'result', raw: result }), ANY)).toEqual({
        kind: 'present',
        llmInvoked: true,
        externalApiAttempted: false,
        isError: 'isError' in result,
        problems: [],
      });
    // Under another key it is there, and is not read.
    const under = { policy: null, metadataKey: OTHER };
    expect(observationOf(outcomeOf({ kind: 'result', raw }), under)).toMatchObject({
      llmInvoked: null,
      problems: [{ code: 'misplaced', path: ['_meta', KEY], key: OTHER }],
    });
  });

  test.each<[Reply]>([
    // Whatever its data looks like.
    [{ kind: 'protocol_error', code: -32602, message: 'no', data: { _meta: { [KEY]: said } } }],
    [{ kind: 'timeout', afterMs: 5 }],
    [{ kind: 'lost', exit: null, detail: null }],
    [{ kind: 'interrupted' }],
  ])('is nothing of what is no result: %j', (reply) => {
    expect(observationOf(outcomeOf(reply), ANY)).toMatchObject({
      kind: 'no_result',
      llmInvoked: null,
      externalApiAttempted: null,
    });
  });
});

const STUBS = `upstreams:
  model: { kind: llm }
  other_model: { kind: llm, provider: anthropic }
  mailchimp: {}
  lists: { provider: mailchimp }
  geo: { provider: maps }
`;
// Each address is used somewhere.
const URLS = ['model', 'other_model', 'mailchimp', 'lists', 'geo'];
const { suite } = suiteOf(
  bare(`vars: { all: "${URLS.map((name) => `\${upstreams.${name}.url}`).join(' ')}" }`),
  STUBS,
);
const NOTHING = { llmRequests: 0, samplings: 0, apiCalls: [], tripwire: 0, network: 'open' };

describe('what is seen', () => {
  test('is nothing, live or in a quiet step', () => {
    for (const upstream of [null, []])
      expect(evidenceOf(suite, { upstream, attempts: null, prompts: [] })).toEqual(NOTHING);
  });

  test('is counted by kind and by provider, several stubs of one together', () => {
    const upstream = [
      ...requests('geo'),
      ...requests('model', 2),
      ...requests('mailchimp', 2),
      ...requests('other_model'),
      ...requests('lists', 3),
      ...requests('nobody'),
    ];
    const prompts = [promptOf('sampling'), promptOf('elicitation'), promptOf('sampling')];
    expect(evidenceOf(suite, { upstream, attempts: null, prompts })).toEqual({
      ...NOTHING,
      llmRequests: 3,
      samplings: 2,
      apiCalls: [
        { provider: 'mailchimp', count: 5 },
        { provider: 'maps', count: 1 },
      ],
    });
  });
});

describe('what is seen of nobody’s call', () => {
  const codes = (policy: string | null, upstream: string) =>
    outsideOfSteps(suite, demands(policy, null), {
      ...NO_TRAFFIC,
      upstream: requests(upstream),
      attempts: null,
    }).map(({ code }) => code);

  test('breaks no promise of a tool, but a policy', () => {
    expect(codes(null, 'model')).toEqual([]);
    expect(codes('{llm: allow, observation: required}', 'model')).toEqual([]);
    expect(codes('{llm: never}', 'model')).toEqual(['policy_never_seen']);
    expect(codes('{llm: never}', 'geo')).toEqual([]);
    expect(codes('{external_api: never}', 'geo')).toEqual(['policy_never_seen']);
    expect(codes('{external_api: never}', 'model')).toEqual([]);
    expect(codes('{external_api: [mailchimp]}', 'geo')).toEqual(['forbidden_provider_seen']);
    expect(codes('{external_api: [mailchimp]}', 'lists')).toEqual([]);
    expect(codes('{llm: never, external_api: never}', 'nobody')).toEqual([]);
  });
});

test('the three sources of a call are held against each other and the policy', () => {
  const declared = declarationOf(listed('a', NEVER), ANY);
  const observed = observationOf(outcomeOf({ kind: 'result', raw: {} }), ANY);
  const evidenced = evidenceOf(suite, { upstream: requests('geo'), attempts: null, prompts: [] });
  const codes = (policy: string | null) =>
    contradictionsOf(
      demands(policy, null),
      executionOf(declared, [{ observed, evidenced }], false),
    ).map(({ code }) => code);
  expect(codes(null)).toEqual(['declared_never_seen']);
  expect(codes('{external_api: never, observation: required}')).toEqual([
    'declared_never_seen',
    'policy_never_seen',
    'observation_missing',
  ]);
});

test('of several calls, nothing that all together contradict goes unsaid of each', () => {
  const from = <T>(entries: readonly Entry<T>[]) =>
    fc.constantFrom(...entries.map(({ value }) => value));
  const evidence = from(EVIDENCE);
  const call = fc.record({ observed: from(OBSERVATIONS), evidenced: evidence });
  const codesOf = (found: readonly (Contradiction & { readonly call?: number })[]) =>
    found.map(nameOf);
  fc.assert(
    fc.property(
      ...[from(DECLARATIONS), from(POLICIES), call, fc.array(call, { maxLength: 2 }), evidence],
      (declared, policy, first, rest, late) => {
        const network = first.evidenced.network;
        const same = rest.map((each) => {
          return { ...each, evidenced: { ...each.evidenced, network } };
        });
        const once = executionOf(declared, [first, ...same], false);
        const execution = seenLate(once, { ...late, network });
        const { observed, evidenced } = execution;
        const whole = executionOf(declared, [{ observed, evidenced }], false);
        const of = (it: typeof whole) => contradictionsOf({ policy, metadataKey: KEY }, it);
        expect(codesOf(of(execution))).toEqual(expect.arrayContaining(codesOf(of(whole))));
        expect(of(whole).every((each) => !('call' in each))).toBe(true);
        for (const { call: number = 0 } of rest.length > 0 ? of(execution) : [])
          expect(number).toBeGreaterThan(0);
        expect(execution.calls).toHaveLength(1 + rest.length);
      },
    ),
    { numRuns: 2000 },
  );
});
