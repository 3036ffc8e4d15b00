import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type LoopbackJudge, type Rule, startJudge } from '../../fixtures/judge/server.mjs';
import type { Graded, JudgeReply, JudgeTrouble } from '../model/verdict.ts';
import { createAnthropicAsk } from './anthropic.ts';
import { createJudge } from './create-judge.ts';
import type { Judge } from './judge.ts';

export const KEY = 'sk-test-0123456789';
export const never = new AbortController().signal;
export const QUESTION = {
  criterion: 'The output names a season.',
  output: 'NORTH ATLANTIC, season 2025-26',
};
/** Makes a server's refusals come back at once. */
export const AT_ONCE = { 'retry-after': '0' };

interface Changes {
  readonly timeoutMs?: number;
  /** Instead of the loopback judge's. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly model?: string;
  readonly random?: () => string;
}

/** A judge that asks a server on loopback, which answers by these rules and is closed when the test ends. */
export async function judging(
  script: readonly Rule[],
  changes: Changes = {},
): Promise<{ judge: Judge; server: LoopbackJudge }> {
  const server = await startJudge(script, { key: KEY });
  onTestFinished(() => server.close());
  const { timeoutMs = 20_000, baseUrl = server.url, apiKey = KEY, random = randomUUID } = changes;
  const model = { model: changes.model ?? 'claude-haiku-4-5', maxTokens: 256 };
  const redact = (text: string): string => text.replaceAll(KEY, '***');
  const ask = createAnthropicAsk({ apiKey, baseUrl, redact, ...model });
  return { judge: createJudge(ask, { timeoutMs, ...model }, random), server };
}

/** What one criterion comes to with a server that answers by these rules. */
export async function gradedBy(script: readonly Rule[], changes: Changes = {}) {
  const { judge, server } = await judging(script, changes);
  const reply = await judge.grade(QUESTION, never);
  return { reply, requests: server.requests };
}

export function gradedOf(reply: JudgeReply): Graded {
  if (reply.kind !== 'graded') throw new Error(JSON.stringify(reply));
  return reply.graded;
}

export function troubleOf(reply: JudgeReply): JudgeTrouble {
  if (reply.kind !== 'unavailable') throw new Error(JSON.stringify(reply));
  return reply.trouble;
}
