import { expect, test } from 'vitest';
import { policyKept } from './policy-check.ts';
import { requests, suiteOf } from './test-rig.ts';

const STUBS = 'upstreams: { model: { kind: llm }, geo: {} }\n';

function kept(policy: string | null, upstream: string) {
  const lines = [
    'name: a',
    'vars: { all: "${upstreams.model.url} ${upstreams.geo.url}" }',
    ...(policy === null ? [] : [`policy: ${policy}`]),
    'tool_sequence: [{ tool: t }]',
    'expected_contains: [x]',
  ];
  const { suite, scenario } = suiteOf(`${lines.join('\n')}\n`, STUBS);
  return policyKept(scenario, suite, upstream === '' ? [] : requests(upstream), null);
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
