import type { AssertionEvidence, AssertionStatus, CallAt } from '../model/assertion.ts';

/** What one check came to. */
export interface Judgement {
  readonly status: AssertionStatus;
  readonly evidence: AssertionEvidence | null;
  /** Which of several calls it is about, where that is told with it. */
  readonly call?: CallAt;
}

/** What the text checks look at; `hasText` is false when no reply carried any. */
export interface TextOutput {
  readonly text: string;
  readonly hasText: boolean;
  /** Nothing can be absent from it; where that is not told, only blank text counts as such. */
  readonly saysNothing?: boolean;
}

export const PASSED: Judgement = { status: 'passed', evidence: null };

export const STEP_DID_NOT_HOLD: Judgement = {
  status: 'not_evaluated',
  evidence: { why: 'step_did_not_hold' },
};

/** Criteria are graded once the sequence has ended. */
export const UNGRADED: Judgement = { status: 'not_evaluated', evidence: { why: 'ungraded' } };

/** A needle that expanded to nothing is in every text: there is nothing to look for. */
export const EMPTY_NEEDLE: Judgement = { status: 'errored', evidence: { why: 'empty_needle' } };

export function failed(evidence: AssertionEvidence): Judgement {
  return { status: 'failed', evidence };
}
