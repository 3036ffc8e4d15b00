import { setTimeout as sleep } from 'node:timers/promises';
import type { CallTrouble, Graded, JudgeReply, JudgeTrouble } from '../model/verdict.ts';
import type { Answer, Ask } from './ask.ts';
import { Bound } from './bound.ts';
import type { Judge, JudgeSettings } from './judge.ts';
import { type Question, SYSTEM_PROMPT, userMessage } from './prompt.ts';
import { isFinal, waitBeforeNext } from './retry.ts';
import { createSlots } from './slots.ts';
import { parseVerdict, textOf } from './verdict.ts';

const CALLS_AT_ONCE = 4;

/** The one owner of retries, time and concurrency. `random`: a new, never empty text each time. */
export function createJudge(ask: Ask, settings: JudgeSettings, random: () => string): Judge {
  const slots = createSlots(CALLS_AT_ONCE);
  const halt = new Halt();

  const grade = async (question: Question, signal: AbortSignal): Promise<JudgeReply> => {
    const bound = new Bound(settings.timeoutMs, signal, halt.signal);
    const grading = new Grading(ask, bound, halt, settings);
    try {
      if (!(await slots.take(bound.waits))) return grading.cut();
      try {
        bound.start();
        return await grading.run(userMessage(question, random));
      } finally {
        slots.release();
      }
    } finally {
      bound.release();
    }
  };
  return { settings, systemPrompt: SYSTEM_PROMPT, grade };
}

/** Set by the first trouble that every other call would meet as well. */
class Halt {
  readonly #controller = new AbortController();
  #first: CallTrouble | null = null;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get first(): CallTrouble | null {
    return this.#first;
  }

  set(trouble: CallTrouble): void {
    this.#first ??= trouble;
    this.#controller.abort();
  }
}

/** The attempts at one criterion. */
class Grading {
  readonly #ask: Ask;
  readonly #bound: Bound;
  readonly #halt: Halt;
  readonly #settings: JudgeSettings;
  #attempts = 0;
  /** What the last attempt that ended by itself came to. */
  #trouble: CallTrouble | null = null;

  constructor(ask: Ask, bound: Bound, halt: Halt, settings: JudgeSettings) {
    this.#ask = ask;
    this.#bound = bound;
    this.#halt = halt;
    this.#settings = settings;
  }

  async run(user: string): Promise<JudgeReply> {
    for (;;) {
      this.#attempts += 1;
      const call = this.#ask({ system: SYSTEM_PROMPT, user }, this.#bound.calls);
      const asked = await untilAborted(call, this.#bound.calls);
      if (asked === null) return this.cut();
      if (asked.ok) return { kind: 'graded', graded: this.#graded(asked.value, user) };
      this.#trouble = asked.error;
      if (isFinal(asked.error)) this.#halt.set(asked.error);
      const waitMs = waitBeforeNext(asked.error, this.#attempts, this.#bound.leftMs);
      if (waitMs === null) return this.#unavailable(asked.error);
      const { waits } = this.#bound;
      await sleep(waitMs, null, { signal: waits }).catch(() => {});
      if (waits.aborted) return this.cut();
    }
  }

  /** The reply when it was not the judge that ended it. */
  cut(): JudgeReply {
    const { cause } = this.#bound;
    const { first } = this.#halt;
    if (cause === 'timeout') {
      const { timeoutMs: afterMs } = this.#settings;
      return this.#unavailable({ kind: 'timeout', afterMs, before: this.#trouble });
    }
    if (cause === null && first) return this.#unavailable({ kind: 'stopped', first });
    return { kind: 'interrupted' };
  }

  #unavailable(trouble: JudgeTrouble): JudgeReply {
    return { kind: 'unavailable', trouble, attempts: this.#attempts };
  }

  #graded({ blocks, ...answer }: Answer, sent: string): Graded {
    const verdict = parseVerdict(blocks, answer.stopReason);
    return { ...verdict, raw: textOf(blocks), ...answer, attempts: this.#attempts, sent };
  }
}

/** Null when the signal fires first; it does not wait for work that ignores the signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(null);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
