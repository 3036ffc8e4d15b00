import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import { variable } from './interpolate.ts';
import { checkEndpoint } from './target-url.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const KEY_VARIABLE = 'ANTHROPIC_API_KEY';
const BASE_URL_VARIABLE = 'ANTHROPIC_BASE_URL';

/** `--judge`; null: the default of the mode. */
export type JudgeMode = 'auto' | 'required' | 'off';

export interface JudgeChoice {
  readonly judge: JudgeMode | null;
  /** `--judge-model`, over what the suites say. */
  readonly judgeModel: string | null;
}

/** Whether criteria are graded. Key and address are read once, here. */
export type JudgePlan =
  | { readonly state: 'on'; readonly apiKey: string; readonly baseUrl: string | null }
  | { readonly state: 'no_key' }
  | { readonly state: 'off' };

/** Decides before anything starts: a key that is required and missing is a mistake of the input. */
export function planJudge(
  suites: readonly Suite[],
  { judge }: JudgeChoice,
  env: Env,
): Result<JudgePlan, readonly Diagnostic[]> {
  if (judge === 'off') return ok({ state: 'off' });
  const isNeeded = suites.some(hasCriterion);
  const required =
    judge === 'required' ||
    (judge === null && suites.some((suite) => suite.mode === 'live' && hasCriterion(suite)));
  const key = variable(env, KEY_VARIABLE);
  const apiKey = key?.trim() ?? '';
  if (apiKey === '') {
    if (!required) return ok({ state: 'no_key' });
    return err([
      { code: 'judge_key_missing', name: KEY_VARIABLE, set: key !== undefined, place: null },
    ]);
  }
  // Another character would end the header, and no call could be made.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return err([{ code: 'bad_token', name: KEY_VARIABLE, place: null }]);
  }
  const baseUrl = variable(env, BASE_URL_VARIABLE)?.trim() || null;
  const unfit = isNeeded && baseUrl !== null ? checkBase(baseUrl, env) : [];
  return unfit.length > 0 ? err(unfit) : ok({ state: 'on', apiKey, baseUrl });
}

function checkBase(baseUrl: string, env: Env): readonly Diagnostic[] {
  const url = baseUrl.replaceAll('${', () => '$${');
  const headers = { authorization: '' };
  return checkEndpoint({ what: BASE_URL_VARIABLE, url, headers, started: false, place: null }, env);
}

/** Of a scenario that its author skips, none is graded. */
function hasCriterion({ scenarios }: Suite): boolean {
  return scenarios.some(
    ({ skip, steps, assertions }) =>
      skip === null &&
      [...assertions, ...steps.flatMap((step) => step.assertions)].some(
        ({ kind }) => kind === 'judge',
      ),
  );
}
