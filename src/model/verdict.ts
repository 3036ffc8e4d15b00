/** What a judge's reply says, read by the grammar. */
export interface Verdict {
  readonly verdict: 'PASS' | 'FAIL';
  /** The raw text, possibly empty, of a reply that is not of the grammar. */
  readonly reason: string;
  /** Whether the reply was of the grammar; what is not is a FAIL. */
  readonly parsed: boolean;
}

/** A verdict and the reply that it was read from. */
export interface Graded extends Verdict {
  /** The text of the reply, joined if there were several. */
  readonly raw: string;
  readonly stopReason: string | null;
  /** The model that served, as the reply names it. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly attempts: number;
  /** The user message as it went out; the system prompt is a constant. */
  readonly sent: string;
}

/** Why one call brought no reply. The texts are bounded, one line each, and untrusted. */
export type CallTrouble =
  | {
      readonly kind: 'status';
      readonly status: number;
      /** The error's type in the body, such as `overloaded_error`. */
      readonly type: string | null;
      readonly message: string;
      /** Both as the headers have it. */
      readonly retryAfter: string | null;
      readonly location: string | null;
    }
  /** `field`: the first one that is missing or not of its kind; null when the body is no JSON or has no end. */
  | {
      readonly kind: 'not_messages_api';
      readonly field: string | null;
      readonly detail: string;
    }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** Why there is no verdict. */
export type JudgeTrouble =
  | CallTrouble
  /** `before`: what the attempt before the last one came to. */
  | {
      readonly kind: 'timeout';
      readonly afterMs: number;
      readonly before: CallTrouble | null;
    }
  /** No call was made any more: `first` will not go away by asking again. */
  | { readonly kind: 'stopped'; readonly first: CallTrouble };

export type JudgeReply =
  | { readonly kind: 'graded'; readonly graded: Graded }
  | { readonly kind: 'unavailable'; readonly trouble: JudgeTrouble; readonly attempts: number }
  | { readonly kind: 'interrupted' };

/** How criteria are graded in this run. */
export interface JudgeInfo {
  readonly state: 'on' | 'no_key' | 'off';
  /** As asked for; several when the suites differ. */
  readonly models: readonly string[];
  readonly maxTokens: number;
  /** Null when nothing is graded. */
  readonly systemPrompt: string | null;
}
