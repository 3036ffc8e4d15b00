import { stepHolds } from '../assert/hold.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Suite } from '../model/suite.ts';
import type { JudgeInfo, JudgeReply } from '../model/verdict.ts';
import { KEY_VARIABLE } from '../scenario/judge-plan.ts';
import type { RunPlan } from '../scenario/plan.ts';
import type { RunContext, RunDeps } from './deps.ts';
/** Gives the criteria among the results their verdicts; the others stay as they are. */
export type Grade = (
  results: readonly AssertionResult[],
  text: string,
) => Promise<readonly AssertionResult[]>;

/** Criteria are a stage of their own, after a sequence that has held: each is one question. */
export function graderOf(suite: Suite, { plan, deps, signal }: RunContext): Grade {
  const grade = async (result: AssertionResult, text: string): Promise<AssertionResult> => {
    const { check } = result;
    if (check.kind !== 'judge' || result.evidence?.why !== 'ungraded') return result;
    switch (plan.judge.state) {
      case 'off':
        return { ...result, evidence: { why: 'judge_off' } };
      case 'no_key':
        return { ...result, evidence: { why: 'judge_no_key', variable: KEY_VARIABLE } };
      case 'on': {
        const question = { criterion: check.expected, output: text };
        return graded(result, await deps.judge(suite.judge).grade(question, signal));
      }
    }
  };
  return (results, text) => Promise.all(results.map((result) => grade(result, text)));
}

function graded(result: AssertionResult, reply: JudgeReply): AssertionResult {
  switch (reply.kind) {
    case 'graded': {
      const { verdict } = reply.graded;
      const passed = verdict === 'PASS';
      return {
        ...result,
        status: passed ? 'passed' : 'failed',
        evidence: passed ? null : { why: 'judged_fail' },
        graded: reply.graded,
      };
    }
    case 'unavailable': {
      const { trouble, attempts } = reply;
      return {
        ...result,
        status: 'errored',
        evidence: { why: 'judge_unavailable', trouble, attempts },
      };
    }
    case 'interrupted':
      return { ...result, evidence: { why: 'judge_interrupted' } };
  }
}

/** The steps with their criteria graded, and which of them have changed. */
export async function gradeSteps(
  steps: readonly StepResult[],
  grade: Grade,
): Promise<{ readonly steps: readonly StepResult[]; readonly changed: readonly StepResult[] }> {
  const changed: StepResult[] = [];
  const all = await Promise.all(
    steps.map(async (step) => {
      if (!step.assertions.some(isUngraded)) return step;
      const assertions = await grade(step.assertions, step.text);
      const next: StepResult = { ...step, assertions, status: statusOf(assertions) };
      changed.push(next);
      return next;
    }),
  );
  return { steps: all, changed };
}

function isUngraded({ evidence }: AssertionResult): boolean {
  return evidence?.why === 'ungraded';
}

/** What nobody will grade any more, since the sequence did not hold. */
export function leaveUngraded(results: readonly AssertionResult[]): AssertionResult[] {
  return results.map((result) =>
    isUngraded(result) ? { ...result, evidence: { why: 'step_did_not_hold' } } : result,
  );
}

function statusOf(assertions: readonly AssertionResult[]): StepResult['status'] {
  if (assertions.some(({ status }) => status === 'failed')) return 'failed';
  return stepHolds(assertions) ? 'passed' : 'errored';
}

/** For the report; null when no selected scenario has a criterion. */
export function judgeInfo(plan: RunPlan, deps: Pick<RunDeps, 'judge'>): JudgeInfo | null {
  const suites = plan.suites.filter(({ scenarios }) =>
    scenarios.some(({ steps, assertions }) =>
      [...assertions, ...steps.flatMap((step) => step.assertions)].some(
        ({ kind }) => kind === 'judge',
      ),
    ),
  );
  const [first] = suites;
  if (first === undefined) return null;
  const { state } = plan.judge;
  return {
    state,
    models: [...new Set(suites.map(({ judge }) => judge.model))],
    maxTokens: Math.max(...suites.map(({ judge }) => judge.maxTokens)),
    systemPrompt: state === 'on' ? deps.judge(first.judge).systemPrompt : null,
  };
}
