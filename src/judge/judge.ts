import type { JudgeReply } from '../model/verdict.ts';
import type { Question } from './prompt.ts';

/** What the plan settled about judging. */
export interface JudgeSettings {
  readonly model: string;
  readonly maxTokens: number;
  /** For a whole criterion, retries and the waits between them included. */
  readonly timeoutMs: number;
}

export interface Judge {
  readonly settings: JudgeSettings;
  /** The constant that each call is made with, for the report. */
  readonly systemPrompt: string;
  /** Grades one criterion. Never rejects; `signal` ends it at once, as `interrupted`. */
  grade(question: Question, signal: AbortSignal): Promise<JudgeReply>;
}
