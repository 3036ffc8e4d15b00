import type { Judge } from '../judge/judge.ts';
import type { JudgeSettings } from '../model/suite.ts';
import type { Mask } from '../report/redact.ts';
import type { RunDeps } from '../run/deps.ts';
import type { JudgePlan } from '../scenario/judge-plan.ts';

interface Account {
  readonly apiKey: string;
  /** Null for the official address. */
  readonly baseUrl: string | null;
  /** Masks what is shown of a reply before it is cut. */
  readonly redact: Mask;
}

export type CreateJudge = (account: Account, settings: JudgeSettings) => Judge;

/** One judge for all suites with equal settings. What it is sent has its secrets masked. */
export async function openJudges(
  plan: JudgePlan,
  mask: Mask,
  { judges }: { readonly judges: () => Promise<CreateJudge> },
): Promise<RunDeps['judge']> {
  if (plan.state !== 'on') {
    return () => {
      throw new Error('nothing is to be graded');
    };
  }
  const create = await judges();
  const { apiKey, baseUrl } = plan;
  const open = new Map<string, Judge>();
  return (settings) => {
    const key = JSON.stringify(settings);
    const known = open.get(key);
    if (known !== undefined) return known;
    const judge = masked(create({ apiKey, baseUrl, redact: mask }, settings), mask);
    open.set(key, judge);
    return judge;
  };
}

function masked(judge: Judge, mask: Mask): Judge {
  return {
    ...judge,
    grade: ({ criterion, output }, signal) =>
      judge.grade({ criterion: mask.exact(criterion), output: mask.exact(output) }, signal),
  };
}
