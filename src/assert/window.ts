import type { ResultCheck } from '../model/assertion.ts';
import type { Check, StateExpectation, UpstreamExpectation } from '../model/check.ts';
import { type Difference, differences } from '../model/difference.ts';
import type { JsonValue } from '../model/json.ts';
import type { StateReading, StepEvidence, UpstreamRequest } from '../model/outcome.ts';
import { matchesPartly } from '../model/partial-match.ts';
import { failed, type Judgement, PASSED } from './judgement.ts';

const NOT_IN_LIVE: Judgement = { status: 'not_evaluated', evidence: { why: 'not_in_live' } };

/** Checks of what went on while a step was under way, all of its calls together. */
export type WindowCheck = Extract<
  Check,
  { readonly kind: 'upstream' | 'state' | 'elicitations' | 'prompts' | 'execution_claims' }
>;

export function isWindowCheck(check: Check): check is WindowCheck {
  return isWindow(check);
}

/** The same of any check of a result. */
export function isWindow({ kind }: Pick<ResultCheck, 'kind'>): boolean {
  return ['upstream', 'state', 'elicitations', 'prompts', 'execution_claims'].includes(kind);
}

export function judgeWindow(check: WindowCheck, evidence: StepEvidence): Judgement {
  switch (check.kind) {
    case 'upstream':
      return judgeUpstream(check.upstream, check.expected, evidence.upstream);
    case 'state':
      return judgeState(check.expected, evidence.state);
    case 'elicitations':
      return judgePromptCount(check.expected, evidence);
    case 'prompts':
      return judgePrompts(evidence);
    case 'execution_claims':
      return judgeClaims(evidence);
  }
}

/** Of several calls it is the first that is told. */
function judgeClaims({ contradictions, execution }: StepEvidence): Judgement {
  const [first] = contradictions;
  if (first === undefined) return PASSED;
  const judged = failed({ why: 'contradicted', contradictions, execution });
  const times = execution?.calls.length ?? 1;
  if (first.call === undefined) return judged;
  return { ...judged, call: { of: 'times', number: first.call, times } };
}

function judgeUpstream(
  name: string,
  expected: UpstreamExpectation,
  all: readonly UpstreamRequest[] | null,
): Judgement {
  if (all === null) return NOT_IN_LIVE;
  const received = all.filter(({ upstream }) => upstream === name);
  const matching = received.filter((request) => isLike(request, expected)).length;
  const holds = expected.count === null ? matching > 0 : matching === expected.count;
  return holds ? PASSED : failed({ why: 'upstream_count', matching, received });
}

function isLike(request: UpstreamRequest, expected: UpstreamExpectation): boolean {
  const { method, path, query, headers, json } = expected;
  if (method !== null && request.method !== method) return false;
  if (path !== null && request.path !== path) return false;
  if (!Object.entries(query).every(([name, value]) => has(request.query, name, value)))
    return false;
  const named = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  if (!named.every(([name, value]) => has(request.headers, name, value))) return false;
  return json === undefined || matchesPartly(json, parsed(request.body));
}

function has(
  values: Readonly<Record<string, string | readonly string[]>>,
  name: string,
  value: string,
): boolean {
  const found = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof found === 'string' ? found === value : (found?.includes(value) ?? false);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function judgeState(expected: StateExpectation, reading: StateReading | null): Judgement {
  if (reading === null) return NOT_IN_LIVE;
  const { before, after } = reading;
  if (expected.want === 'match') {
    const found = differences(expected.value, after, true);
    return found.length === 0 ? PASSED : failed({ why: 'differs', differences: found });
  }
  const changes = [...differences(before, after, false), ...rawChanges(reading)];
  if (expected.want === 'changed') {
    return changes.length > 0 ? PASSED : failed({ why: 'state_unchanged' });
  }
  return changes.length === 0 ? PASSED : failed({ why: 'state_changed', differences: changes });
}

/** Their pointers lead into what was read, not into the value. */
function rawChanges({ raw }: StateReading): readonly Difference[] {
  if (raw === undefined) return [];
  return differences(raw.before, raw.after, false).map((difference) => ({
    ...difference,
    path: `(raw)${difference.path}`,
  }));
}

function judgePromptCount(expected: number, { prompts }: StepEvidence): Judgement {
  const asked = prompts.filter(({ kind }) => kind === 'elicitation');
  return asked.length === expected ? PASSED : failed({ why: 'prompt_count', prompts: asked });
}

function judgePrompts({ prompts, unusedAnswers }: StepEvidence): Judgement {
  const unanswered = prompts.find(({ trouble }) => trouble !== null);
  if (unanswered !== undefined) return failed({ why: 'prompt_unanswered', prompt: unanswered });
  if (unusedAnswers > 0) {
    return failed({ why: 'answers_unused', unused: unusedAnswers, prompts });
  }
  return PASSED;
}
