import { describe, expect, test } from 'vitest';
import type { Judge } from '../judge/judge.ts';
import type { Question } from '../judge/prompt.ts';
import type { JudgeSettings } from '../model/suite.ts';
import { createMask } from '../report/redact.ts';
import type { JudgePlan } from '../scenario/judge-plan.ts';
import { type CreateJudge, openJudges } from './judging.ts';

const SETTINGS: JudgeSettings = { model: 'm', maxTokens: 256, timeoutMs: 1000 };
const ON: JudgePlan = { state: 'on', apiKey: 'sk-test-1234', baseUrl: 'https://a.org' };
const MASK = createMask(['hunter22-secret']);
const { signal } = new AbortController();

/** A judge that keeps what it is asked. */
function recorder() {
  const accounts: Parameters<CreateJudge>[] = [];
  const asked: Question[] = [];
  const create: CreateJudge = (...given) => {
    accounts.push(given);
    const judge: Judge = {
      settings: given[1],
      systemPrompt: 'be strict',
      grade: async (question) => {
        asked.push(question);
        return { kind: 'interrupted' };
      },
    };
    return judge;
  };
  return { accounts, asked, judges: async () => create };
}

describe('the judges of a run', () => {
  test('are one for all suites with equal settings', async () => {
    const { accounts, judges } = recorder();
    const judgeOf = await openJudges(ON, MASK, { judges });
    expect(accounts).toEqual([]);
    expect(judgeOf(SETTINGS)).toBe(judgeOf({ ...SETTINGS }));
    expect(judgeOf({ ...SETTINGS, model: 'other' })).not.toBe(judgeOf(SETTINGS));
    expect(judgeOf(SETTINGS)).toMatchObject({ settings: SETTINGS, systemPrompt: 'be strict' });
    const account = { apiKey: 'sk-test-1234', baseUrl: 'https://a.org', redact: MASK };
    expect(accounts).toEqual([
      [account, SETTINGS],
      [account, { ...SETTINGS, model: 'other' }],
    ]);
  });

  test('see no secret, in the output or in the criterion', async () => {
    const { asked, judges } = recorder();
    const judge = (await openJudges(ON, MASK, { judges }))(SETTINGS);
    const base64 = Buffer.from('user:hunter22-secret').toString('base64');
    await judge.grade(
      { criterion: 'Tells hunter22-secret.', output: `hunter22-secret ${base64}` },
      signal,
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.criterion).toBe('Tells ***.');
    expect(asked[0]?.output).toBe('*** dXNlcjp***Q=');
  });

  test.each<JudgePlan>([{ state: 'off' }, { state: 'no_key' }])(
    '%j: are not loaded',
    async (plan) => {
      const judgeOf = await openJudges(plan, MASK, {
        judges: () => Promise.reject(new Error('loaded')),
      });
      expect(() => judgeOf(SETTINGS)).toThrow();
    },
  );
});
