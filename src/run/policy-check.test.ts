import { expect, test } from 'vitest';
import type { Prompt } from '../model/outcome.ts';
import { policyKept } from './policy-check.ts';
import { promptOf, requests, suiteOf } from './test-rig.ts';

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
  const received = upstream === '' ? [] : requests(upstream);
  return policyKept(scenario, suite, { upstream: received, attempts: null, prompts });
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
