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

const SCRIPT = { sampling: [{ text: 'A season.' }] };
const ASKS_API = { requests: ['api'] };
const REQUIRED = { policy: { observation: 'required' } };
const said = (extension: JsonObject | null): JsonObject => ({ said: extension });
const OBSERVED: Claims = {
  required: holds('never', {}, REQUIRED),
  required_and_missing: lies('and this one does not', 'never', said(null), REQUIRED),
  required_and_texts: lies(
    '"llmInvoked" is "false", and must be true or false',
    'never',
    said({
      schemaVersion: 1,
      llmInvoked: 'false',
      externalApiAttempted: false,
    }),
    REQUIRED,
  ),
  required_and_partial: lies(
    'there is no "externalApiAttempted"',
    'never',
    said({
      schemaVersion: 1,
      llmInvoked: false,
    }),
    REQUIRED,
  ),
  required_and_newer: lies(
    '"schemaVersion" is 3, and only 1 is known',
    'never',
    said({
      schemaVersion: 3,
      llmInvoked: false,
      externalApiAttempted: false,
    }),
    REQUIRED,
  ),
  required_of_errors: [
    LIES,
    'and this one does not',
    [act('never', { said: null, error: 'tool' }, { expect: { error: 'tool' } })],
    REQUIRED,
  ],
  not_required_of_no_result: [
    'passed',
    null,
    [act('never', { error: 'protocol' }, { expect: { error: 'protocol', execution: 'none' } })],
    REQUIRED,
  ],
  optional: holds('never', said(null), { policy: { llm: 'never' } }),
};

const expecting = (execution: JsonObject | string, more: JsonObject = {}): JsonObject => ({
  ...more,
  expect: { execution },
});
const OTHERWISE: Claims = {
  otherwise: [
    'failed: execution@0',
    'expected  llmInvoked true and externalApiAttempted false\ncame      llmInvoked false, ext',
    [act('never', {}, expecting({ llm_invoked: true, external_api_attempted: false }))],
  ],
  otherwise_none: [
    'failed: execution@0',
    'expected  a result that says nothing of it\ncame      llmInvoked false',
    [act('never', {}, expecting('none'))],
  ],
  otherwise_absent: [
    'failed: execution@0',
    'came      a result that says nothing of it',
    [act('never', said(null), expecting({ llm_invoked: false }))],
  ],
  // What can not be read is there, and is neither true nor false.
  otherwise_unread: [
    'failed: execution@0',
    'came      llmInvoked unknown, externalApiAttempted unknown\nsince     "schemaVersion" is no',
    [
      act(
        'never',
        said({ schemaVersion: '1', llmInvoked: false }),
        expecting({ llm_invoked: false }),
      ),
    ],
  ],
  none_as_expected: ['passed', null, [act('never', said(null), expecting('none'))]],
  once_and_from_a_cache: [
    'passed',
    null,
    [
      act(
        'calls_a',
        { ...ASKS_API, once: 'cache' },
        { times: 2, expect: { upstream: { api: 1 } } },
      ),
    ],
  ],
  each_of_the_times: [
    'failed: execution@0',
    null,
    [
      act(
        'calls_a',
        { ...ASKS_API, once: 'each' },
        expecting({ external_api_attempted: true }, { times: 2 }),
      ),
    ],
  ],
  one_of_the_times_is_a_lie: [
    LIES,
    'called no external API, and 1 request to a went out',
    [act('calls_a', { ...ASKS_API, once: 'lie', ...says(false, false) }, { times: 2 })],
  ],
};

const deny = (denies: string): JsonObject => ({ ...ASKS_API, denies });
/** The truth of one call is no excuse for another. */
const EACH_CALL: Claims = {
  true_then_denied: [
    LIES,
    'this call called no external API, and 1 request to a went out',
    [act('calls_a', deny('times'), { times: 3 })],
  ],
  true_then_denied_in_a_poll: [
    LIES,
    'call      2 of 2',
    [
      act(
        'calls_a',
        deny('poll'),
        expecting({ external_api_attempted: false }, { poll: { every_ms: 10, timeout_ms: 20000 } }),
      ),
    ],
  ],
  missing_in_each: [LIES, 'call      1 of 2', [act('never', said(null), { times: 2 })], REQUIRED],
  is_a_lie_alone: [LIES, 'called no', [act('calls_a', { ...ASKS_API, ...says(false, false) })]],
  true_in_each: ['passed', null, [act('calls_a', ASKS_API, { times: 3 })]],
  denied_by_a_later_step: [
    'failed: execution_claims@1',
    'one that an earlier call set off without waiting for it may be meant',
    [act('calls_a', deny('step')), act('calls_a', deny('step'))],
  ],
};

const TOLD: Claims = {
  told_of_all: [
    'passed',
    null,
    [act('calls_ab', { requests: ['api', 'again', 'other', 'api'], samples: 0 })],
  ],
  told_of_models: ['passed', null, [act('thinks', { requests: ['model'], samples: 1 }, SCRIPT)]],
  told_of_problems: ['passed', null, [act('version_unknown', said({ schemaVersion: 1 }))]],
  told_of_no_result: [
    'passed',
    null,
    [act('never', { error: 'protocol' }, { expect: { error: 'protocol' } })],
  ],
  not_told: ['passed', null, [act('absent', { ...ASKS_API, said: null })]],
};

describe('what a result says of its call', () => {
  let run: ClaimsRun;

  beforeAll(async () => {
    run = await runClaims({
      all: { claims: { ...OBSERVED, ...OTHERWISE, ...EACH_CALL, ...TOLD } },
    });
  }, SLOW_MS);

  test.each([
    ['is required by a policy', OBSERVED],
    ['is what its author expects', OTHERWISE],
    ['is held against what was seen of that call alone', EACH_CALL],
    ['is told', TOLD],
  ])('%s', (_, claims) => {
    expectClaims(run, claims);
  });

  test('tells which call it was, and what was seen of it', () => {
    const [claims] = run.of('true_then_denied').steps[0]?.assertions.slice(-1) ?? [];
    expect(claims).toMatchObject({ kind: 'execution_claims', call: 2 });
    const { message } = run.of('true_then_denied');
    expect(message).toContain('observed  llmInvoked false, externalApiAttempted false');
    expect(message).toContain('seen      1 request to a');
    expect(message).toContain('call      2 of 3');
    expect(run.of('is_a_lie_alone').message).not.toContain('earlier call');
  });

  test('stands in the report beside what is declared and what was seen', () => {
    const told = (name: string) => run.of(name).steps[0]?.execution;
    const nothing = { llm_requests: 0, samplings: 0, api_calls: {}, tripwire: 0, network: 'open' };
    expect(told('told_of_all')).toEqual({
      declared: { llm: 'never', external_api: 'conditional', providers: ['a', 'b'] },
      observed: { kind: 'present', llm_invoked: false, external_api_attempted: true },
      evidenced: { ...nothing, api_calls: { a: 3, b: 1 } },
    });
    expect(told('told_of_models')).toEqual({
      declared: { llm: 'conditional', external_api: 'never', providers: [] },
      observed: { kind: 'present', llm_invoked: true, external_api_attempted: false },
      evidenced: { ...nothing, llm_requests: 1, samplings: 1 },
    });
    expect(told('told_of_problems')).toEqual({
      declared: {
        llm: 'unknown',
        external_api: 'unknown',
        providers: [],
        problems: [
          { code: 'version_unknown', message: '"schemaVersion" is 2, and only 1 is known' },
        ],
      },
      observed: {
        kind: 'present',
        llm_invoked: null,
        external_api_attempted: null,
        problems: [
          { code: 'field_missing', message: 'there is no "llmInvoked"' },
          { code: 'field_missing', message: 'there is no "externalApiAttempted"' },
        ],
      },
      evidenced: nothing,
    });
    expect(told('told_of_no_result')).toMatchObject({
      observed: { kind: 'no_result', llm_invoked: null, external_api_attempted: null },
    });
    expect(told('not_told')).toBeUndefined();
  });
});
