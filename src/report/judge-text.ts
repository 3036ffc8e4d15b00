import type { AssertionEvidence, AssertionResult, ResultCheck } from '../model/assertion.ts';
import { unreachable } from '../model/result.ts';
import type { CallTrouble, Graded, JudgeTrouble } from '../model/verdict.ts';
import { expectedFacts } from './assertion-facts.ts';
import type { Explained, Fact } from './explained.ts';
import { duration, plural, quoted } from './words.ts';

type JudgeEvidence = Extract<
  AssertionEvidence,
  {
    why:
      | 'ungraded'
      | 'judge_off'
      | 'judge_no_key'
      | 'judged_fail'
      | 'judge_interrupted'
      | 'judge_unavailable';
  }
>;

export function explainJudge(
  evidence: JudgeEvidence,
  { check, graded }: AssertionResult,
): Explained {
  switch (evidence.why) {
    case 'ungraded':
      return { title: 'the criterion was not graded', facts: expectedFacts(check), hints: [] };
    case 'judge_off':
      return say('not graded: the judge is off (--judge off)');
    case 'judge_no_key':
      return say(`not graded: ${evidence.variable} is not set, so there is no judge`);
    case 'judge_interrupted':
      return say('not graded: the run was cut short');
    case 'judged_fail':
      return judgedFail(check, graded);
    case 'judge_unavailable':
      return unavailable(evidence.trouble, evidence.attempts, check);
    default:
      return unreachable(evidence);
  }
}

function say(title: string): Explained {
  return { title, facts: [], hints: [] };
}

function judgedFail(check: ResultCheck, graded: Graded | undefined): Explained {
  const facts = expectedFacts(check);
  if (graded === undefined) return { title: 'the judge says FAIL', facts, hints: [] };
  if (graded.parsed) {
    const reason: Fact = { kind: 'plain', label: 'reason', text: graded.reason };
    return { title: 'the judge says FAIL', facts: [...facts, reason], hints: [] };
  }
  const stop = graded.stopReason ?? 'none';
  const reply: Fact[] =
    graded.raw.trim() === ''
      ? [{ kind: 'plain', label: 'reply', text: 'no text at all' }]
      : [{ kind: 'block', label: 'reply', text: graded.raw }];
  return {
    title: `the judge's reply is no verdict, which counts as FAIL (stop reason: ${stop})`,
    facts: [...facts, ...reply],
    hints: stop === 'max_tokens' ? ['a longer reply needs a larger judge.max_tokens'] : [],
  };
}

function unavailable(trouble: JudgeTrouble, attempts: number, check: ResultCheck): Explained {
  const after = attempts > 1 ? ` (${plural(attempts, 'attempt')})` : '';
  return {
    title: `the judge gave no verdict: ${troubleText(trouble)}${after}`,
    facts: [...expectedFacts(check), ...waitFacts(trouble)],
    hints: hintsOf(trouble),
  };
}

function troubleText(trouble: JudgeTrouble): string {
  switch (trouble.kind) {
    case 'timeout': {
      const before = trouble.before === null ? '' : `; before that: ${callText(trouble.before)}`;
      return `no answer within ${duration(trouble.afterMs)}${before}`;
    }
    case 'stopped':
      return `it was not asked any more, after ${callText(trouble.first)}`;
    default:
      return callText(trouble);
  }
}

function callText(trouble: CallTrouble): string {
  switch (trouble.kind) {
    case 'status': {
      const { status, type, message, location } = trouble;
      return [
        `HTTP status ${status}`,
        ...(type === null ? [] : [` ${type}`]),
        ...(message === '' ? [] : [`: ${message}`]),
        ...(location === null ? [] : [`; it redirects to ${location}, which is not followed`]),
      ].join('');
    }
    case 'not_messages_api': {
      const what = trouble.field === null ? 'no JSON' : `no ${quoted(trouble.field)} in it`;
      return `the answer is not of the Messages API (${what}): ${trouble.detail}`;
    }
    case 'unreachable':
      return trouble.detail;
    default:
      return unreachable(trouble);
  }
}

/** How long the server asks to be left alone, which may be longer than anybody waits. */
function waitFacts(trouble: JudgeTrouble): Fact[] {
  const call = callOf(trouble);
  if (call?.kind !== 'status' || call.retryAfter === null) return [];
  return [{ kind: 'plain', label: 'retry-after', text: call.retryAfter }];
}

function callOf(trouble: JudgeTrouble): CallTrouble | null {
  if (trouble.kind === 'stopped') return trouble.first;
  return trouble.kind === 'timeout' ? trouble.before : trouble;
}

function hintsOf(trouble: JudgeTrouble): string[] {
  const call = callOf(trouble);
  if (call?.kind === 'status' && (call.status === 401 || call.status === 403)) {
    return ['see that ANTHROPIC_API_KEY holds a valid key'];
  }
  if (call?.kind === 'status' && call.status === 404) {
    return ['see that judge.model names a model that exists'];
  }
  if (call?.kind === 'unreachable') {
    return ['see that ANTHROPIC_BASE_URL, if it is set, leads to a judge'];
  }
  if (call?.kind === 'not_messages_api') return ['see what ANTHROPIC_BASE_URL leads to'];
  return trouble.kind === 'timeout' ? ['a slow judge needs a larger judge.timeout_ms'] : [];
}
