import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion, Check } from '../model/check.ts';
import type { Outcome, Reply, StepEvidence } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import { isBlank } from '../model/visible.ts';
import { saysNothing } from './blank.ts';
import { judgeContains } from './contains.ts';
import { judgeData, judgeOutputSchema, judgeSchema } from './data.ts';
import { Effort } from './effort.ts';
import { judgeError } from './error.ts';
import { judgeExecution } from './execution.ts';
import {
  failed,
  type Judgement,
  PASSED,
  STEP_DID_NOT_HOLD,
  type TextOutput,
  UNGRADED,
} from './judgement.ts';
import { judgeMatches } from './matches.ts';
import { judgeNotContains } from './not-contains.ts';
import { isWindow, isWindowCheck, judgeWindow } from './window.ts';

/** A step around whose call nothing was looked at. */
export const NO_EVIDENCE: StepEvidence = {
  durationMs: 0,
  upstream: [],
  attempts: null,
  prompts: [],
  unusedAnswers: 0,
  state: null,
  outputSchema: null,
  observation: null,
  execution: null,
  contradictions: [],
};

/** Results in the order of the assertions. `evidence`: of this call, or of the step around it. */
export function evaluateStep(
  assertions: readonly Assertion[],
  outcome: Outcome,
  evidence: StepEvidence = NO_EVIDENCE,
): AssertionResult[] {
  if (!isAnswer(outcome.reply)) return notEvaluated(assertions);
  const onError = new Map<Assertion, Judgement>();
  for (const assertion of assertions) {
    if (assertion.kind !== 'error') continue;
    onError.set(assertion, judgeError(assertion.expected, outcome.error, outcome.text));
  }
  const output = replyIsExpected([...onError.values()], outcome) ? outputOf(outcome) : null;
  const effort = new Effort();
  const context: Context = { outcome, output, evidence, effort };
  const judged = assertions.map((assertion) => ({
    assertion,
    judgement: onError.get(assertion) ?? judge(assertion, context),
  }));
  const holds = judged.every(({ judgement }) => !isBroken(judgement));
  return judged.map(({ assertion, judgement }) => {
    const open = !holds && isOpen(assertion, judgement);
    return resultOf(assertion, open ? STEP_DID_NOT_HOLD : judgement);
  });
}

/** The assertions on a whole scenario's output, all of whose steps have held. */
export function evaluateOutput(
  assertions: readonly Assertion[],
  output: TextOutput,
): AssertionResult[] {
  const effort = new Effort();
  return assertions.map((assertion) => resultOf(assertion, judgeText(assertion, output, effort)));
}

/** What was not run, or ran into trouble, says nothing. */
export function notEvaluated(assertions: readonly Assertion[]): AssertionResult[] {
  return assertions.map((assertion) => resultOf(assertion, STEP_DID_NOT_HOLD));
}

/**
 * What the calls of one step come to together: the first that failed, or else the last. Checks of
 * what went on around them have seen them all. `times`: how many there were to be.
 */
export function mergeCalls(
  calls: readonly (readonly AssertionResult[])[],
  times: number,
): AssertionResult[] {
  const last = calls.at(-1) ?? [];
  return last.map((result, at) => {
    const results = calls.map((call) => call[at] ?? result);
    const worst = WORST.map((status) => results.findIndex((each) => each.status === status));
    const index = worst.find((found) => found !== -1);
    if (index === undefined) return result;
    const found = results[index] ?? result;
    if (times === 1 || isWindow(found.check) || !isBroken(found)) return found;
    return { ...found, call: { of: 'times', number: index + 1, times } };
  });
}

const WORST = ['failed', 'errored', 'not_evaluated'] as const;

interface Context {
  readonly outcome: Outcome;
  /** Null when the reply is an error that nobody expects, or none where one is. */
  readonly output: TextOutput | null;
  readonly evidence: StepEvidence;
  readonly effort: Effort;
}

function judge(assertion: Assertion, context: Context): Judgement {
  const { outcome, output, evidence, effort } = context;
  if (isWindowCheck(assertion)) return judgeWindow(assertion, evidence);
  switch (assertion.kind) {
    case 'within_ms':
      return judgeDuration(assertion.expected, evidence.durationMs);
    case 'output_schema':
      return output === null
        ? STEP_DID_NOT_HOLD
        : judgeOutputSchema(evidence.outputSchema, outcome);
    case 'execution':
      return judgeExecution(assertion.expected, evidence.observation);
    case 'structured':
    case 'json':
      return output === null
        ? STEP_DID_NOT_HOLD
        : judgeData(assertion.kind, assertion.expected, outcome);
    case 'schema':
    case 'json_schema': {
      const data = assertion.kind === 'schema' ? 'structured' : 'json';
      return output === null ? STEP_DID_NOT_HOLD : judgeSchema(data, assertion.expected, outcome);
    }
    default:
      return judgeText(assertion, output, effort);
  }
}

function judgeDuration(limitMs: number, tookMs: number): Judgement {
  return tookMs <= limitMs ? PASSED : failed({ why: 'too_slow', tookMs });
}

function judgeText(assertion: Assertion, output: TextOutput | null, effort: Effort): Judgement {
  if (output === null) return STEP_DID_NOT_HOLD;
  // Joined texts of replies without any are line breaks that nobody sent.
  const text = output.hasText ? output.text : '';
  switch (assertion.kind) {
    case 'contains':
      return judgeContains(assertion.expected, text, effort);
    case 'not_contains':
      return judgeNotContains(assertion.expected, { ...output, text }, assertion.own);
    case 'matches':
      return judgeMatches(assertion.expected, text, effort);
    case 'judge':
      return judgeCriterion(output, text);
    case 'error':
    case 'structured':
    case 'json':
    case 'schema':
    case 'json_schema':
    case 'output_schema':
    case 'execution':
    case 'execution_claims':
    case 'upstream':
    case 'state':
    case 'elicitations':
    case 'prompts':
    case 'within_ms':
      return STEP_DID_NOT_HOLD;
    default:
      return unreachable(assertion);
  }
}

/** Of output that says nothing no judge need be asked whether it does what it should. */
function judgeCriterion(output: TextOutput, text: string): Judgement {
  return (output.saysNothing ?? isBlank(text)) ? failed({ why: 'no_text' }) : UNGRADED;
}

/** An error that no assertion asks for is never output, even if the implied assertion is absent. */
function replyIsExpected(onError: readonly Judgement[], { error }: Outcome): boolean {
  if (error !== null && onError.length === 0) return false;
  return onError.every(({ status }) => status === 'passed');
}

function isBroken({ status }: Judgement): boolean {
  return status === 'failed' || status === 'errored';
}

/** What a step that does not hold says nothing about. */
function isOpen({ kind }: Check, { status, evidence }: Judgement): boolean {
  return (kind === 'not_contains' && status === 'passed') || evidence?.why === 'ungraded';
}

function isAnswer({ kind }: Reply): boolean {
  return kind === 'result' || kind === 'protocol_error';
}

function outputOf(outcome: Outcome): TextOutput {
  const { text, textFrom } = outcome;
  return { text, hasText: textFrom !== 'none', saysNothing: saysNothing(outcome) };
}

function resultOf(assertion: Assertion, judgement: Judgement): AssertionResult {
  const { place, own, ...check } = assertion;
  return { check, own, place, ...judgement };
}
