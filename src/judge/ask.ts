import type { Result } from '../model/result.ts';
import type { CallTrouble } from '../model/verdict.ts';

/** One call of a model, without retries. What it answers after `signal` has fired is of no interest. */
export type Ask = (prompt: Prompt, signal: AbortSignal) => Promise<Result<Answer, CallTrouble>>;

export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** A reply of the Messages API, with the fields that are read checked. */
export interface Answer {
  readonly blocks: readonly unknown[];
  readonly stopReason: string | null;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}
