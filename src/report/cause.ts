import type { AssertionResult } from '../model/assertion.ts';
import { unreachable } from '../model/result.ts';
import type { ScenarioResult, SkipReason } from '../model/run-result.ts';
import { location } from './code-frame.ts';
import { messageOf } from './explained.ts';
import { decidingTrouble, isTrouble, type Problem, problemsOf } from './problems.ts';
import { rateText, shownText } from './repeat-text.ts';
import { serverTail, stderrLines } from './stderr.ts';
import { PLAIN } from './style.ts';
import { plural } from './words.ts';
/** Why a scenario is what it is, for a machine: a code in snake_case and a plain text. */
export interface Cause {
  readonly code: string | null;
  readonly message: string | null;
}

const NO_CAUSE: Cause = { code: null, message: null };

export function causeOf(scenario: ScenarioResult): Cause {
  switch (scenario.status) {
    case 'passed':
    case 'not_run':
      return NO_CAUSE;
    case 'skipped':
      return { code: null, message: skipText(scenario.skipReason) };
    case 'failed':
    case 'errored':
    case 'known_failure':
      return problemCause(scenario);
    default:
      return unreachable(scenario.status);
  }
}

export function skipText(reason: SkipReason | null): string {
  if (reason === null) return 'no reason was recorded';
  switch (reason.kind) {
    case 'author':
      return reason.text;
    case 'no_target':
      return 'its suite has no target';
    case 'client_needs_http':
      return 'it speaks as several clients, which only a server over HTTP tells apart';
    case 'not_started':
      return 'it brings "env" or "files" for a server that is started, and the live one runs already';
    case 'nothing_evaluated':
      return 'none of its assertions could be evaluated';
    default:
      return unreachable(reason);
  }
}

/** Why a scenario failed on a twin, as it must; null where it is none that did. */
export function caughtBy(scenario: ScenarioResult): Cause | null {
  return scenario.caught ? problemCause({ ...scenario, status: 'failed' }) : null;
}

function problemCause(scenario: ScenarioResult): Cause {
  const problems = problemsOf(scenario);
  const trouble = decidingTrouble(scenario);
  // What failed is not the cause of an error, nor the other way round.
  const deciding = scenario.status === 'errored' ? 'errored' : 'failed';
  const assertions = problems.filter(
    ({ source }) => 'status' in source && source.status === deciding,
  );
  const first = trouble ?? assertions[0] ?? problems[0];
  const ofRuns = [rateText(scenario), shownText(scenario)].flatMap((text) => text ?? []);
  if (first === undefined) {
    return ofRuns.length === 0 ? NO_CAUSE : { code: null, message: ofRuns.join('\n') };
  }
  const stderr = isTrouble(first) ? stderrLines(serverTail(scenario).stderr, PLAIN) : [];
  const more = problems.length - 1;
  const rest = more > 0 ? [`(and ${plural(more, 'more problem')})`] : [];
  // An assertion has its own line and column beside it, a trouble has not.
  const where = isTrouble(first) ? [`at ${location(first.place)}`] : [];
  const message = [...ofRuns, messageOf(first.explained), ...where, ...stderr, ...rest].join('\n');
  return { code: codeOf(first, assertions), message };
}

function codeOf(first: Problem, assertions: readonly Problem[]): string {
  if (isTrouble(first)) return first.source.code;
  const codes = assertions.map((problem) => assertionCode(problem.source));
  return codes.find((code) => code !== 'assertion_failed') ?? 'assertion_failed';
}

function assertionCode(source: Problem['source']): string {
  const why = 'evidence' in source ? evidenceOf(source) : null;
  switch (why) {
    case 'unexpected_error':
    case 'pattern_too_slow':
    case 'schema_unusable':
    case 'judge_unavailable':
    case 'prompt_unanswered':
      return why;
    case 'contradicted':
      return 'execution_contradicted';
    case 'contract_broken':
    case 'no_tools':
      return 'contract_violation';
    case 'empty_needle':
      return 'missing_value';
    default:
      return 'assertion_failed';
  }
}

function evidenceOf(assertion: AssertionResult): string | null {
  return assertion.evidence?.why ?? null;
}
