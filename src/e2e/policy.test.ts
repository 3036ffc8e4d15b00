import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { act, type Claim, type Claims, type ClaimsRun, expectClaims, runClaims } from './claims.ts';
import { SLOW_MS, step } from './steps.ts';

const REFUSED = 'failed: policy_violation';
const NEVER = { llm: 'never', external_api: 'never' };

/** One call of a tool under a policy. */
const refused = (words: string, tool: string, policy: JsonObject = NEVER): Claim => [
  REFUSED,
  words,
  [act(tool)],
  { policy },
];
const admitted = (tool: string, policy: JsonObject): Claim => [
  'passed',
  null,
  [act(tool)],
  { policy },
];

const LLM = { llm: 'never' };
const API = { external_api: 'never' };

/** Each kind of declaration that can not be read as "never", with its reason. */
const UNREADABLE: Claims = {
  is_absent: refused('there is no declaration', 'absent'),
  is_malformed: refused('it is no object: ["never"]', 'malformed'),
  has_no_meta: refused('"_meta" is no object: "never"', 'meta_malformed'),
  is_misplaced: refused('stands at annotations/com.santurcesoftware/execution', 'misplaced'),
  has_no_version: refused('there is no "schemaVersion"', 'version_missing'),
  has_another_version: refused('"schemaVersion" is 2, and only 1 is known', 'version_unknown'),
  has_a_text_for_version: refused('"schemaVersion" is no number: "1"', 'version_malformed'),
  has_no_llm: refused('there is no "llm"', 'field_missing', LLM),
  has_a_boolean: refused('"llm" is false, and must be "never", "con', 'field_malformed', LLM),
  has_another_word: refused('"llm" is "seldom", which is none of its words', 'unknown_word', LLM),
  has_a_text_of_providers: refused('is no list of names: "a"', 'providers_malformed', API),
  names_some_beside_never: refused('and yet it names "a"', 'never_with_providers', API),
};

const UNREADABLE_TOOLS = Object.values(UNREADABLE).flatMap(([, , steps]) =>
  steps.map(({ tool }) => String(tool)),
);

const WORDS: Claims = {
  never: admitted('never', NEVER),
  conditional: refused('"llm": "conditional"; the policy demands "never"', 'thinks'),
  always: refused('declares "llm": "always"; the policy demands "never"', 'thinks_always'),
  unknown: refused('declares no llm that can be relied on', 'will_not_say'),
  api_conditional: refused('"externalApi": "conditional"; the policy demands', 'calls_a'),
  says_how: refused('in its "_meta" under "com.santurcesoftware/execution"', 'absent'),
  llm_alone: admitted('calls_a', LLM),
  api_alone: admitted('thinks', API),
  all_is_allowed: admitted('absent', { llm: 'allow', external_api: 'allow' }),
  unknown_is_allowed: [
    'passed',
    null,
    ['will_not_say', ...UNREADABLE_TOOLS].map((tool) => act(tool)),
    { policy: { ...NEVER, unknown: 'allow' } },
  ],
  use_is_not: refused('"llm": "always"', 'thinks_always', { llm: 'never', unknown: 'allow' }),
  another_key: admitted('other_key', { ...NEVER, metadata_key: 'example.com/claims' }),
  not_under_another_key: refused('under "example.com/claims"', 'never', {
    ...NEVER,
    metadata_key: 'example.com/claims',
  }),
};

const list = (...external_api: readonly string[]): JsonObject => ({ external_api });
const PROVIDERS: Claims = {
  on_the_list: admitted('calls_a', list('a')),
  one_of_the_list: admitted('calls_a', list('b', 'a')),
  both_of_the_list: admitted('calls_ab', list('a', 'b')),
  calls_none: admitted('never', list('a')),
  not_on_the_list: refused(
    'the provider "a"; the policy allows no provider but "b"',
    'calls_a',
    list('b'),
  ),
  one_beside_the_list: refused('the providers "a", "b"; the policy', 'calls_ab', list('a')),
  not_named: refused('and not which providers', 'calls_some', list('a')),
  not_named_but_allowed: admitted('calls_some', { ...list('a'), unknown: 'allow' }),
};

/** Whatever comes before it: nothing is called. */
const before = act('untouched');
const NOTHING: Claims = {
  in_the_sequence: [REFUSED, '"untold"', [before, act('untold')], { policy: NEVER }],
  in_the_setup: [REFUSED, '"untold"', [before], { policy: NEVER, setup: [step('untold')] }],
  in_the_teardown: [REFUSED, '"untold"', [before], { policy: NEVER, teardown: [step('untold')] }],
  unlisted: [REFUSED, '"hidden"', [before, act('hidden', {}, { unlisted: true })], { policy: LLM }],
  two_at_once: [
    REFUSED,
    'does not admit 2 tools; nothing was called',
    [before, act('untold'), act('hidden', {}, { unlisted: true })],
    { policy: LLM },
  ],
};
const gone = (tool: string, args: JsonObject = {}): JsonObject =>
  act(tool, args, { unlisted: true, expect: { error: 'protocol' } });
const MISSING: Claims = {
  hidden_and_refuses: ['passed', null, [gone('unseen', { error: 'protocol' })], { policy: NEVER }],
  hidden_and_asks: [
    'failed: execution_claims@0',
    'demands that nothing uses a model, and the stub',
    [gone('unseen', { error: 'protocol', requests: ['model'] })],
    { policy: NEVER },
  ],
  hidden_and_answers: [
    'failed: error@0',
    null,
    [gone('unseen', { said: null })],
    { policy: NEVER },
  ],
  hidden_and_refused: [
    REFUSED,
    'can declare nothing',
    [act('hidden', {}, { unlisted: true })],
    { policy: NEVER },
  ],
  missing_by_mistake: ['failed: unknown_tool@0', 'nevr', [act('nevr')], { policy: LLM }],
  unlisted_and_allowed: [
    'passed',
    null,
    [act('hidden', {}, { unlisted: true })],
    { policy: { llm: 'never', unknown: 'allow' } },
  ],
};

/** Under a suite's policy: the scenario's takes its place key by key. */
const DEMANDING = { llm: 'never', external_api: ['a'], observation: 'required' };
const KEY_BY_KEY: Claims = {
  by_the_suite: [REFUSED, '"llm": "conditional"', [act('thinks')]],
  by_the_scenario: ['passed', null, [act('thinks')], { policy: { llm: 'allow' } }],
  another_key_stays: [
    REFUSED,
    'no provider but "a"',
    [act('calls_ab')],
    { policy: { llm: 'allow' } },
  ],
  observation_stays: [
    'failed: execution_claims@0',
    'this one does not',
    [act('thinks', { said: null })],
    { policy: { llm: 'allow' } },
  ],
  observation_is_looser: [
    'passed',
    null,
    [act('never', { said: null })],
    { policy: { observation: 'optional' } },
  ],
  a_list_for_a_list: [REFUSED, 'no provider but "b"', [act('calls_a')], { policy: list('b') }],
};

const unchanged = act('untouched', {}, { expect: { state: 'unchanged' } });
const PROBED: Claims = {
  probe_is_refused: [REFUSED, '"silent_state"', [unchanged], { policy: LLM }],
  probe_is_not_used: ['passed', null, [act('never')], { policy: LLM }],
};

describe('a policy', () => {
  let run: ClaimsRun;

  beforeAll(async () => {
    run = await runClaims({
      open: { claims: { ...UNREADABLE, ...WORDS, ...PROVIDERS, ...NOTHING, ...MISSING } },
      demanding: { keys: { policy: DEMANDING }, claims: KEY_BY_KEY },
      probed: { keys: { state: { tool: 'silent_state' } }, claims: PROBED },
    });
  }, SLOW_MS);

  test.each([
    ['refuses what cannot be read, and says why', UNREADABLE],
    ['takes each word for what it is', WORDS],
    ['admits the providers of its list', PROVIDERS],
    ['holds for set-up, teardown and tools that are not listed', NOTHING],
    ['leaves a missing tool to be told as such', MISSING],
    ['of a scenario overrides that of its suite key by key', KEY_BY_KEY],
    ['holds for what reads the state', PROBED],
  ])('%s', (_, claims) => {
    expectClaims(run, claims);
  });

  test('that refuses has nothing called', () => {
    for (const tool of ['untouched', 'untold', 'silent_state'])
      expect(run.diary).not.toContain(`call ${tool}`);
    for (const name of [...Object.keys(NOTHING), 'probe_is_refused', ...Object.keys(UNREADABLE)])
      expect(new Set(run.of(name).steps.map(({ status }) => status))).toEqual(new Set(['not_run']));
    expect(run.diary.filter((line) => line === 'call never')).not.toEqual([]);
  });

  test('needs no list of tools but the one that is read anyway', () => {
    const count = (start: string) => run.diary.filter((line) => line.startsWith(start)).length;
    expect(count('start ')).toBeGreaterThan(2);
    expect(count('ask tools/list')).toBe(count('ask initialize'));
  });
});
