import { getEventListeners } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { err, ok } from '../model/result.ts';
import { createAnthropicAsk } from './anthropic.ts';
import type { Answer, Ask } from './ask.ts';
import { createJudge } from './create-judge.ts';
import type { Judge } from './judge.ts';
import { SYSTEM_PROMPT } from './prompt.ts';
import {
  AT_ONCE,
  gradedBy,
  gradedOf,
  judging,
  KEY,
  never,
  QUESTION,
  troubleOf,
} from './test-rig.ts';

const SETTINGS = { model: 'm', maxTokens: 1, timeoutMs: 20_000 };
const STATUS = { kind: 'status', type: null, message: '', location: null } as const;
const ANSWER: Answer = {
  blocks: [{ type: 'text', text: 'VERDICT: PASS\nREASON: x' }],
  stopReason: 'end_turn',
  model: 'm',
  inputTokens: 1,
  outputTokens: 1,
};

// Loads the SDK, which is not to use up the time of the short limits below.
beforeAll(async () => {
  await createAnthropicAsk({
    ...SETTINGS,
    apiKey: KEY,
    baseUrl: 'http://',
    redact: (text) => text,
  })({ system: '', user: '' }, never);
});

/** A judge whose calls stay open until they are answered by hand, in the order of the criteria's names. */
function byHand() {
  const open = new Map<string, (reply: Awaited<ReturnType<Ask>>) => void>();
  const asked: string[] = [];
  const ask: Ask = ({ user }) =>
    new Promise((resolve) => {
      const name = /Criterion: (.*)$/.exec(user)?.[1] ?? '';
      asked.push(name);
      open.set(name, resolve);
    });
  const judge = createJudge(ask, SETTINGS, () => 'id');
  const grade = (criterion: string, signal = never) =>
    judge.grade({ criterion, output: 'o' }, signal);
  const answer = (name: string, reply: Awaited<ReturnType<Ask>> = ok(ANSWER)) =>
    open.get(name)?.(reply);
  return { grade, answer, asked };
}

function gradeAll(judge: Judge, count: number, signal = never) {
  return Promise.all(Array.from({ length: count }, () => judge.grade(QUESTION, signal)));
}

test('a judge says how it was set up', async () => {
  const { judge } = await judging([]);
  expect(judge.settings).toEqual({ model: 'claude-haiku-4-5', maxTokens: 256, timeoutMs: 20_000 });
  expect(judge.systemPrompt).toBe(SYSTEM_PROMPT);
});

describe('time', () => {
  test('is up although the server hangs, or stalls in the body', async () => {
    const timeoutMs = 1000;
    const script = [{ when: 'hang', mode: 'hang' }, { mode: 'stall' }];
    const { judge, server } = await judging(script, { timeoutMs });
    const replies = ['hang', 'stall'].map((criterion) =>
      judge.grade({ criterion, output: 'o' }, never),
    );
    await server.asked(2);
    const trouble = { kind: 'timeout', afterMs: timeoutMs, before: null };
    const reply = { kind: 'unavailable', trouble, attempts: 1 };
    expect(await Promise.all(replies)).toEqual([reply, reply]);
  });

  test('is up although whoever asks ignores the signal', async () => {
    const ask: Ask = () => new Promise(() => {});
    const judge = createJudge(ask, { ...SETTINGS, timeoutMs: 20 }, () => 'id');
    expect(troubleOf(await judge.grade(QUESTION, never))).toMatchObject({ kind: 'timeout' });
  });

  test('covers all attempts, and what came before is told', async () => {
    const before = { ...STATUS, status: 529, retryAfter: '0' };
    const replies = [Promise.resolve(err(before)), new Promise<never>(() => {})];
    const ask: Ask = () => replies.shift() ?? Promise.resolve(ok(ANSWER));
    const judge = createJudge(ask, { ...SETTINGS, timeoutMs: 100 }, () => 'id');
    const trouble = { kind: 'timeout', afterMs: 100, before };
    const reply = { kind: 'unavailable', trouble, attempts: 2 };
    expect(await judge.grade(QUESTION, never)).toEqual(reply);
  });

  test('is not waited away', async () => {
    const headers = { 'retry-after': '120' };
    const limited = { mode: 'status', status: 429, headers };
    const { reply } = await gradedBy([limited], { timeoutMs: 9000 });
    expect(reply).toMatchObject({ trouble: { status: 429, retryAfter: '120' }, attempts: 1 });
  });
});

describe('attempts', () => {
  test('go on until there is a reply', async () => {
    const limited = { mode: 'status', status: 429, headers: AT_ONCE, times: 2 };
    const { reply, requests } = await gradedBy([limited, { mode: 'fail' }]);
    expect(gradedOf(reply)).toMatchObject({ verdict: 'FAIL', parsed: true, attempts: 3 });
    expect(new Set(requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('are not made for a verdict that is none', async () => {
    const { requests } = await gradedBy([{ mode: 'refusal', times: 1 }, { mode: 'pass' }]);
    expect(requests).toHaveLength(1);
  });
});

describe('an interruption', () => {
  test('before the call: none is made', async () => {
    const { judge, server } = await judging([{ mode: 'pass' }]);
    expect(await judge.grade(QUESTION, AbortSignal.abort())).toEqual({ kind: 'interrupted' });
    expect(server.requests).toEqual([]);
  });

  test('during calls and in the queue', async () => {
    const { judge, server } = await judging([{ mode: 'hang' }]);
    const run = new AbortController();
    const replies = gradeAll(judge, 6, run.signal);
    await server.asked(4);
    run.abort();
    expect(await replies).toEqual(Array(6).fill({ kind: 'interrupted' }));
    await server.dropped(4);
    expect(server.requests).toHaveLength(4);
  });

  test('while it waits to ask again', async () => {
    const headers = { 'retry-after': '9' };
    const { judge, server } = await judging([{ mode: 'status', status: 529, headers }]);
    const run = new AbortController();
    const reply = judge.grade(QUESTION, run.signal);
    await server.asked(1);
    run.abort();
    expect(await reply).toEqual({ kind: 'interrupted' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('many criteria', () => {
  test('four at once, the others in order', async () => {
    const { grade, answer, asked } = byHand();
    const names = ['1', '2', '3', '4', '5', '6', '7'];
    const replies = names.map((name) => grade(name));
    await Promise.resolve();
    expect(asked).toEqual(['1', '2', '3', '4']);
    answer('3');
    await replies[2];
    answer('1');
    await replies[0];
    expect(asked).toEqual(['1', '2', '3', '4', '5', '6']);
    for (const [index, name] of names.entries()) {
      answer(name);
      expect(gradedOf((await replies[index]) ?? { kind: 'interrupted' }).verdict).toBe('PASS');
    }
    expect(asked).toEqual(names);
  });

  test('one that is interrupted in the queue does not keep a place', async () => {
    const { grade, answer, asked } = byHand();
    const run = new AbortController();
    const first = ['1', '2', '3', '4'].map((name) => grade(name));
    const gone = grade('gone', run.signal);
    const last = grade('last');
    run.abort();
    expect(await gone).toEqual({ kind: 'interrupted' });
    for (const name of ['1', '2', '3', '4']) answer(name);
    await Promise.all(first);
    answer('last');
    expect(gradedOf(await last).verdict).toBe('PASS');
    expect(asked).toEqual(['1', '2', '3', '4', 'last']);
  });

  test('warn of nothing and leave nothing behind', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): number => warnings.push(warning);
    process.on('warning', listen);
    const { judge } = await judging([{ mode: 'pass' }]);
    const run = new AbortController();
    const replies = await gradeAll(judge, 30, run.signal);
    process.off('warning', listen);
    expect(replies.map((reply) => gradedOf(reply).verdict)).toEqual(Array(30).fill('PASS'));
    expect(warnings).toEqual([]);
    // The clock is stopped together with the listener.
    expect(getEventListeners(run.signal, 'abort')).toEqual([]);
  });
});

describe('a refusal of the key or the request', () => {
  test.each([400, 401, 403])('%i: nothing is asked any more', async (status) => {
    const { judge, server } = await judging([{ mode: 'status', status }]);
    const first = troubleOf(await judge.grade(QUESTION, never));
    expect(first).toMatchObject({ kind: 'status', status });
    const trouble = { kind: 'stopped', first };
    const later = { kind: 'unavailable', trouble, attempts: 0 };
    expect(await gradeAll(judge, 3)).toEqual([later, later, later]);
    expect(server.requests).toHaveLength(1);
  });

  test.each([402, 404, 413])('%i: the others are asked', async (status) => {
    const { judge } = await judging([{ mode: 'status', status, times: 1 }, { mode: 'pass' }]);
    expect(troubleOf(await judge.grade(QUESTION, never))).toMatchObject({ status });
    expect(gradedOf(await judge.grade(QUESTION, never)).verdict).toBe('PASS');
  });

  test('those in the queue reply at once', async () => {
    const { judge, server } = await judging([{ mode: 'status', status: 401 }]);
    const replies = await gradeAll(judge, 12);
    const kinds = replies.map((reply) => troubleOf(reply).kind);
    expect(kinds.filter((kind) => kind === 'stopped').length).toBeGreaterThanOrEqual(8);
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });

  test('a wait ends, a call that is under way does not', async () => {
    const { grade, answer } = byHand();
    const busy = { ...STATUS, status: 529, retryAfter: '9' };
    const refused = { ...STATUS, status: 401, retryAfter: null };
    const replies = ['waits', 'is refused', 'goes on'].map((name) => grade(name));
    await Promise.resolve();
    answer('waits', err(busy));
    answer('is refused', err(refused));
    expect(await replies[0]).toEqual({
      kind: 'unavailable',
      trouble: { kind: 'stopped', first: refused },
      attempts: 1,
    });
    expect(await replies[1]).toMatchObject({ trouble: refused, attempts: 1 });
    answer('goes on');
    expect(await replies[2]).toMatchObject({ kind: 'graded' });
  });
});
