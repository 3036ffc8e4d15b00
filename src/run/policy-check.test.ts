import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { Prompt } from '../model/outcome.ts';
import { declarationOf, demandsOf, observationOf } from './execution.ts';
import { policyKept } from './policy-check.ts';
import { listed, outcomeOf, promptOf, requests, suiteOf } from './test-rig.ts';
import { NO_TRAFFIC, type Traffic } from './traffic.ts';

const STUBS = 'upstreams: { model: { kind: llm }, geo: {} }\n';

function kept(policy: string | null, upstream: string, prompts: readonly Prompt[] = []) {
  const lines = [
    'name: a',
    'vars: { all: "${upstreams.model.url} ${upstreams.geo.url}" }',
    ...(policy === null ? [] : [`policy: ${policy}`]),
    'tool_sequence: [{ tool: t }]',
    'expected_contains: [x]',
  ];
  const { suite, scenario } = suiteOf(`${lines.join('\n')}\n`, STUBS);
  const outside = { upstream: upstream === '' ? [] : requests(upstream), attempts: [], prompts };
  const probe = { traffic: NO_TRAFFIC, tool: null };
  return policyKept(scenario, suite, { outside, probe }, 'open');
}

test('what keeps to the policy is no result at all', () => {
  expect(kept(null, 'model')).toEqual([]);
  expect(kept('{llm: never}', '')).toEqual([]);
  expect(kept('{llm: never}', 'geo')).toEqual([]);
  expect(kept('{external_api: [geo]}', 'geo')).toEqual([]);
});

test('what does not fails, at the scenario, and belongs to no step', () => {
  const [only, ...others] = kept('{llm: never, external_api: never}', 'model');
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    check: { kind: 'policy_kept' },
    own: false,
    status: 'failed',
    evidence: {
      why: 'contradicted',
      contradictions: [{ code: 'policy_never_seen', dimension: 'llm' }],
      execution: null,
    },
  });
  expect(kept('{external_api: [mailchimp]}', 'geo')[0]?.evidence).toMatchObject({
    contradictions: [{ code: 'forbidden_provider_seen', allowed: ['mailchimp'], seen: ['geo'] }],
  });
});

test('a completion that is asked of the client is inference, an elicitation is none', () => {
  const [only] = kept('{llm: never}', '', [promptOf('sampling')]);
  expect(only?.evidence).toMatchObject({ contradictions: [{ code: 'policy_never_seen' }] });
  expect(kept('{llm: never}', '', [promptOf('elicitation')])).toEqual([]);
  expect(kept('{external_api: never}', '', [promptOf('sampling')])).toEqual([]);
});

describe('what reads the state', () => {
  const asks: Traffic = { ...NO_TRAFFIC, upstream: requests('model') };
  const samples: Traffic = { ...NO_TRAFFIC, prompts: [promptOf('sampling')] };

  /** Codes of what it breaks; by a tool that declares this, or by a resource. */
  function broken(
    policy: string | null,
    traffic: Traffic,
    declared: JsonObject | 'resource',
    said: JsonObject | null = null,
  ) {
    const { suite, scenario } = suiteOf(
      `name: a\nvars: { u: "\${upstreams.model.url}" }\n${policy === null ? '' : `policy: ${policy}\n`}tool_sequence: [{ tool: t }]\nexpected_contains: [x]\n`,
      'upstreams: { model: { kind: llm } }\n',
    );
    const demands = demandsOf(suite, scenario);
    const meta = said === null ? {} : { [demands.metadataKey]: { schemaVersion: 1, ...said } };
    const reply = { kind: 'result', raw: { _meta: meta } } as const;
    const tool =
      declared === 'resource'
        ? null
        : {
            name: 'state',
            declaration: declarationOf(listed('state', declared), demands),
            observations: [observationOf(outcomeOf(reply), demands)],
          };
    const found = policyKept(
      scenario,
      suite,
      { outside: NO_TRAFFIC, probe: { traffic, tool } },
      'open',
    );
    return found.flatMap(({ evidence }) =>
      evidence?.why === 'contradicted'
        ? evidence.contradictions.map(({ code }) => `${evidence.reading ?? '-'} ${code}`)
        : [],
    );
  }

  const never = { llm: 'never', externalApi: 'never' };
  const thinks = { llm: 'conditional', externalApi: 'never' };
  const denies = { llmInvoked: false, externalApiAttempted: false };
  const owns = { llmInvoked: true, externalApiAttempted: false };

  test.each<[string, ReturnType<typeof broken>, readonly string[]]>([
    ['a resource asks', broken('{llm: never}', asks, 'resource'), ['- policy_never_seen']],
    ['a resource samples', broken('{llm: never}', samples, 'resource'), ['- policy_never_seen']],
    ['a resource without a policy', broken(null, asks, 'resource'), []],
    ['a tool keeps its word', broken(null, NO_TRAFFIC, never, denies), []],
    ['a tool asks as it says', broken(null, asks, thinks, owns), []],
    ['a tool asks', broken(null, asks, never), ['state declared_never_seen']],
    ['a tool samples', broken(null, samples, never), ['state declared_never_seen']],
    ['a tool denies it', broken(null, asks, thinks, denies), ['state observed_false_seen']],
    ['a tool owns up', broken(null, NO_TRAFFIC, never, owns), ['state declared_never_observed']],
    [
      'a tool against a policy',
      broken('{llm: never}', asks, thinks, owns),
      ['state policy_never_observed', 'state policy_never_seen'],
    ],
    [
      'a tool says nothing where it must',
      broken('{observation: required}', NO_TRAFFIC, never),
      ['state observation_missing'],
    ],
  ])('%s', (_, found, codes) => {
    expect(found).toEqual(codes);
  });
});
