import { describe, expect, test } from 'vitest';
import type { Suite } from '../model/suite.ts';
import type { Mode } from '../model/target.ts';
import { type JudgeMode, planJudge } from './judge-plan.ts';
import { load, SUITE, scenario, step, tell } from './test-rig.ts';

const KEY = { ANTHROPIC_API_KEY: 'sk-test-1234' };
const CRITERION = scenario('expected_judge: ["Lists an event."]');

function suite(mode: Mode, ...scenarios: readonly string[]): Suite {
  const named = scenarios.map((text, index) => text.replace('name: a', `name: n${index}`));
  const loaded = load(named, SUITE);
  if (!loaded.ok) throw new Error(tell(loaded.error).join('\n'));
  return { ...loaded.value, mode };
}

const GRADED = suite('hermetic', CRITERION);
const LIVE = suite('live', CRITERION);

/** The plan's state, or the codes of what is wrong. */
function plan(
  suites: readonly Suite[],
  judge: JudgeMode | null,
  env: Readonly<Record<string, string>>,
) {
  const planned = planJudge(suites, { judge, judgeModel: null }, env);
  return planned.ok ? planned.value.state : planned.error.map(({ code }) => code).join();
}

const MISSING = 'judge_key_missing';

describe('which criteria are graded', () => {
  const without = { ANTHROPIC_BASE_URL: 'https://a.org' };
  test.each<[JudgeMode | null, Suite, string]>([
    [null, GRADED, 'no_key'],
    ['auto', GRADED, 'no_key'],
    ['required', GRADED, MISSING],
    ['off', GRADED, 'off'],
    [null, LIVE, MISSING],
    ['auto', LIVE, 'no_key'],
    ['required', LIVE, MISSING],
    ['off', LIVE, 'off'],
    [null, suite('hermetic', scenario()), 'no_key'],
    [null, suite('live', scenario()), 'no_key'],
    ['required', suite('live', scenario()), MISSING],
  ])('--judge %s, suite %#', (judge, one, bare) => {
    for (const key of [undefined, '', ' ', '\t\n']) {
      const env = key === undefined ? without : { ...without, ANTHROPIC_API_KEY: key };
      expect(plan([one], judge, env)).toBe(bare);
    }
    expect(plan([one], judge, { ...without, ...KEY })).toBe(judge === 'off' ? 'off' : 'on');
  });

  test('a live suite among others requires the key', () => {
    const plain = suite('live', scenario());
    expect(plan([GRADED, plain], null, {})).toBe('no_key');
    expect(plan([GRADED, LIVE], null, {})).toBe(MISSING);
    expect(plan([plain, LIVE], null, {})).toBe(MISSING);
    expect(plan([], null, {})).toBe('no_key');
  });

  test('the criterion of a step counts, that of a skipped scenario does not', () => {
    const ofStep = step('expect: {judge: "Names it."}');
    expect(plan([suite('live', scenario(), ofStep)], null, {})).toBe(MISSING);
    const skipped = scenario('skip: being moved', 'expected_judge: ["Lists an event."]');
    expect(plan([suite('live', scenario(), skipped)], null, {})).toBe('no_key');
  });

  test('what is missing is told: unset, or set and empty', () => {
    const told = (env: Readonly<Record<string, string>>) =>
      planJudge([LIVE], { judge: null, judgeModel: null }, env);
    const missing = { code: MISSING, name: 'ANTHROPIC_API_KEY', place: null };
    expect(told({})).toEqual({ ok: false, error: [{ ...missing, set: false }] });
    expect(told({ ANTHROPIC_API_KEY: ' ' })).toEqual({
      ok: false,
      error: [{ ...missing, set: true }],
    });
  });
});

describe('key and address', () => {
  const read = (env: Readonly<Record<string, string>>) => {
    const planned = planJudge([GRADED], { judge: null, judgeModel: null }, env);
    if (!planned.ok) throw new Error(JSON.stringify(planned.error));
    return planned.value;
  };

  test('are read without blanks around them', () => {
    const env = { ANTHROPIC_API_KEY: ' sk-1\n', ANTHROPIC_BASE_URL: ' https://a.org\n' };
    expect(read(env)).toEqual({ state: 'on', apiKey: 'sk-1', baseUrl: 'https://a.org' });
    expect(read(KEY)).toMatchObject({ baseUrl: null });
    expect(read({ ...KEY, ANTHROPIC_BASE_URL: ' ' })).toMatchObject({ baseUrl: null });
  });

  test('of an object that inherits them are none', () => {
    expect(plan([GRADED], null, Object.create(KEY))).toBe('no_key');
  });

  test.each([
    ['https://proxy.example.org/v1', 'on'],
    ['http://127.0.0.1:8080', 'on'],
    ['http://localhost:8080', 'on'],
    ['http://proxy.example.org', 'cleartext_token'],
    ['http://127.0.0.1.evil.org', 'cleartext_token'],
    ['https://user:pass@proxy.example.org', 'bad_url'],
    ['https://proxy.example.org/?api_key=x', 'bad_url'],
    ['proxy.example.org', 'bad_url'],
    ['ftp://${env.A}', 'bad_url'],
  ])('%s: %s', (url, expected) => {
    expect(plan([GRADED], null, { ...KEY, ANTHROPIC_BASE_URL: url })).toBe(expected);
  });

  test.each(['abc def', 'abc\ndef', 'ключ'])(
    'a key that no header can carry is told: %j',
    (key) => {
      expect(plan([GRADED], null, { ANTHROPIC_API_KEY: key })).toBe('bad_token');
    },
  );

  test('an address that nothing is sent to may be anything', () => {
    const env = { ANTHROPIC_BASE_URL: 'http://proxy.example.org' };
    expect(plan([suite('hermetic', scenario())], null, { ...env, ...KEY })).toBe('on');
    expect(plan([GRADED], null, env)).toBe('no_key');
    expect(plan([GRADED], 'off', { ...env, ...KEY })).toBe('off');
  });
});
