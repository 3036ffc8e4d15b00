import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import {
  act,
  type Claims,
  type ClaimsRun,
  expectClaims,
  holds,
  LIES,
  lies,
  runClaims,
  says,
} from './claims.ts';
import { SLOW_MS } from './steps.ts';

const OUTSIDE = 'failed: policy_kept@output';
const ASKS_MODEL = { requests: ['model'] };
const ASKS_API = { requests: ['api'] };
/** A policy that lets a tool be called of which nothing is known. */
const trusting = (policy: JsonObject): JsonObject => ({ policy: { ...policy, unknown: 'allow' } });
const UNSCRIPTED = 'failed: prompts@0 execution_claims@0';
const SCRIPT = { sampling: [{ text: 'A season.' }] };

/** A declaration of "never" against what is said and seen, with no policy. */
const DECLARED: Claims = {
  declared_and_said: lies('never uses a model, and its result says', 'never', says(true, false)),
  declared_and_seen: lies('the stub of a model received 1 request', 'never', {
    ...ASKS_MODEL,
    said: null,
  }),
  declared_and_sampled: [
    LIES,
    'never uses a model, and the client was asked for 1 completion',
    [act('never', { samples: 1, said: null }, SCRIPT)],
  ],
  declared_and_attempted: lies('never calls an external API, and 2 requests to a', 'never', {
    requests: ['api', 'again'],
    said: null,
  }),
  said_no_but_seen: lies('this call used no model, and', 'thinks', {
    ...ASKS_MODEL,
    ...says(false, false),
  }),
  said_no_but_attempted: lies('called no external API, and 1 request to a', 'calls_a', {
    ...ASKS_API,
    ...says(false, false),
  }),
  another_provider: lies('declares the provider "a", and "b" was called', 'calls_a', {
    requests: ['api', 'other'],
  }),
  conditional_does: holds('calls_a', ASKS_API),
  conditional_does_not: holds('calls_a', {}),
  always_does_not: lies('each of its calls uses a model, and the result', 'thinks_always', {}),
  always_does_not_say: holds('thinks_always', { said: null }),
  always_but_for_errors: [
    'passed',
    null,
    [act('thinks_always', { error: 'tool' }, { expect: { error: 'tool' } })],
  ],
  always_does: holds('thinks_always', ASKS_MODEL),
  says_yes_unseen: holds('thinks', says(true, false)),
  declares_nothing: holds('absent', { requests: ['api', 'model'], said: null }),
  declares_under_another_key: holds('other_key', { ...ASKS_MODEL, said: null }),
};

/** A policy against what is said and seen of a tool of which nothing is known. */
const DEMANDED: Claims = {
  demanded_and_said: lies(
    'demands that nothing uses a model, and the result says',
    'absent',
    says(true, false),
    trusting({ llm: 'never' }),
  ),
  demanded_and_seen: lies('nothing uses a model, and the stub', 'absent', ASKS_MODEL, {
    ...trusting({ llm: 'never' }),
  }),
  demanded_and_sampled: [
    LIES,
    'demands that nothing uses a model, and the client was asked for 1 completion',
    [act('absent', { samples: 1, said: null }, SCRIPT)],
    trusting({ llm: 'never' }),
  ],
  // The client says that it can not, and is asked all the same.
  sampled_unscripted: [
    UNSCRIPTED,
    null,
    [act('absent', { samples: 1, said: null })],
    trusting({ llm: 'never' }),
  ],
  sampled_as_it_may: [
    'passed',
    null,
    [act('thinks', { samples: 1 }, { ...SCRIPT, expect: { execution: { llm_invoked: true } } })],
  ],
  attempted_all_the_same: lies(
    'nothing calls an external API, and 1 request to b',
    'absent',
    {
      requests: ['other'],
      said: null,
    },
    trusting({ external_api: 'never' }),
  ),
  beside_the_list: lies(
    'allows the provider "a", and "b" was called',
    'calls_some',
    {
      requests: ['api', 'other'],
    },
    trusting({ external_api: ['a'] }),
  ),
  of_the_list: holds(
    'calls_some',
    { requests: ['api', 'again'] },
    trusting({ external_api: ['a'] }),
  ),
  llm_is_no_api: holds('thinks', ASKS_MODEL, { policy: { external_api: 'never' } }),
};

const untouched = act('never');
const asking = (variable: string, stub: string, policy: JsonObject): JsonObject => ({
  env: { [variable]: stub },
  policy,
});
/** Each in a process of its own, whose start and end count. */
const AROUND: Claims = {
  start_asks_a_model: [
    OUTSIDE,
    'outside of the steps, the policy demands that nothing uses a model, and the stub',
    [untouched],
    asking('START_ASKS', 'model', { llm: 'never' }),
  ],
  start_asks_somebody: [
    OUTSIDE,
    'outside of the steps, the policy allows the provider "b", and "a" was called',
    [untouched],
    asking('START_ASKS', 'api', { external_api: ['b'] }),
  ],
  start_asks_as_it_may: [
    'passed',
    null,
    [untouched],
    asking('START_ASKS', 'api', { llm: 'never', external_api: ['a'] }),
  ],
  start_asks_unforbidden: ['passed', null, [untouched], { env: { START_ASKS: 'model,api' } }],
  listing_samples: [
    OUTSIDE,
    'outside of the steps, the policy demands that nothing uses a model, and the client was asked',
    [untouched],
    { env: { LIST_SAMPLES: 'yes' }, policy: { llm: 'never' } },
  ],
  listing_samples_unforbidden: ['passed', null, [untouched], { env: { LIST_SAMPLES: 'yes' } }],
  half_of_a_request: [
    `${LIES} upstream_unmatched@output`,
    'the stub of a model received 1 request',
    [act('never', { half: true }), act('never', {})],
  ],
  late_request: lies('the stub of a model received 1 request', 'never', { late: ['model'] }),
  late_and_said_no: lies('this call used no model', 'thinks', { late: ['model'] }),
  late_as_it_may: holds('thinks', { late: ['model'], said: null }),
};

/** What a driver of its own asks passes the tripwire by: that nothing was seen proves nothing. */
const BEHIND_A_TRIPWIRE: Claims = {
  owns_up_to_what_goes_by: holds('calls_a', says(false, true)),
};

describe('what is seen of a call', () => {
  let run: ClaimsRun;

  beforeAll(async () => {
    const keys = { isolation: 'scenario' };
    run = await runClaims({
      calls: { claims: { ...DECLARED, ...DEMANDED } },
      around: { keys, claims: AROUND },
      tripwire: { keys: { network: 'tripwire' }, claims: BEHIND_A_TRIPWIRE },
    });
  }, SLOW_MS);

  test.each([
    ['is held against what its tool declares and its result says', DECLARED],
    ['is held against the policy, whatever is known of its tool', DEMANDED],
    ['is no proof of what was not seen', BEHIND_A_TRIPWIRE],
    ['counts at the start and late', AROUND],
  ])('%s', (_, claims) => {
    expectClaims(run, claims);
  });

  test('before the first step is a finding, and no prompt of the step', () => {
    const { findings, steps } = run.of('listing_samples_unforbidden');
    expect(findings).toContainEqual(expect.objectContaining({ code: 'prompt_outside' }));
    expect(steps[0]).not.toHaveProperty('prompts');
  });

  test('and makes no other check fail', () => {
    for (const { name, steps } of run.report.scenarios) {
      const codes = steps.flatMap(({ code }) => code ?? []);
      expect(codes, name).toEqual([]);
    }
  });
});
