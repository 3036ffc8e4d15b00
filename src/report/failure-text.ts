import type { ScenarioResult, StepResult } from '../model/run-result.ts';
import { location } from './code-frame.ts';
import { explainedLines, showLine } from './explained.ts';
import { findingText } from './finding-text.ts';
import { isTrouble, type Problem, problemsOf } from './problems.ts';
import { promptedText } from './prompt-text.ts';
import { shownText } from './repeat-text.ts';
import { keptLines, titleLine } from './scenario-line.ts';
import { serverTail, stderrLines } from './stderr.ts';
import { leftOutText, stepLines, stepName } from './step-text.ts';
import type { Style } from './style.ts';
import { grouped, plural } from './words.ts';

const TEXT_LINES = 8;
/** Steps shown when the whole output is in question: the last ones. */
const STEPS = 6;
const FINDINGS = 5;
/** Requests without a route that are told apart; a server may repeat them without end. */
const UNMATCHED = 5;

/**
 * All that a reader needs to understand one scenario that is not passed; what has been `told` at
 * its line, steps and standard error, is left out.
 */
export function failureText(scenario: ScenarioResult, told: boolean, style: Style): string {
  const problems = problemsOf(scenario);
  const { steps, left } = told ? NO_STEPS : stepsToShow(scenario, problems);
  const shown = shownText(scenario);
  const sections = [
    shown === null ? [] : [`${shown}:`],
    ...problemSections(problems, style),
    left === 0 ? [] : [style.faint(`… ${plural(left, 'earlier step')}, told by --verbose`)],
    ...steps.map((step) => shownStep(step, problems, style)),
    told ? [] : stderrLines(serverTail(scenario).stderr, style),
    noteLines(scenario, problems),
  ];
  const lines = sections.flatMap((section) => section.map((line) => `  ${line}`));
  return `${[titleLine(scenario, style), ...lines].join('\n')}\n`;
}

/** Equal ones of those that nothing bounds are told once, and only the first of the others. */
export function problemSections(problems: readonly Problem[], style: Style): string[][] {
  const unmatched = problems.filter(isUnmatched);
  const others = problems.filter((problem) => !isUnmatched(problem));
  const counts = new Map<string, number>();
  for (const problem of unmatched) {
    const text = problemLines(problem, style).join('\n');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shown = [...counts].slice(0, UNMATCHED);
  const left = unmatched.length - shown.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...hintedOnce(others).map((problem) => problemLines(problem, style)),
    ...shown.map(([text, count]) => [
      ...text.split('\n'),
      ...(count === 1 ? [] : [`  … the same ${grouped(count)} times in all`]),
    ]),
    left === 0 ? [] : [`… and ${grouped(left)} more requests without a route`],
  ];
}

/** What to do is told with the first that it mends. */
function hintedOnce(problems: readonly Problem[]): readonly Problem[] {
  const told = new Set<string>();
  return problems.map((problem) => {
    const { explained } = problem;
    const hints = explained.hints.filter((hint) => !told.has(hint));
    for (const hint of hints) told.add(hint);
    return { ...problem, explained: { ...explained, hints } };
  });
}

function isUnmatched({ source }: Problem): boolean {
  return 'evidence' in source && source.evidence?.why === 'unmatched';
}

function problemLines(problem: Problem, style: Style): string[] {
  const { place, explained, step } = problem;
  const where = step === null ? '' : `${stepName(step)}: `;
  return [
    `${style.strong(location(place))}  ${style.bad(`${where}${showLine(explained.title)}`)}`,
    ...explainedLines(explained, style).map((line) => `  ${line}`),
    ...promptedLines(problem).map((line) => `  ${line}`),
  ];
}

/** A server that gets no further after its prompts may wait for another answer. */
function promptedLines({ step, source }: Problem): string[] {
  const code = 'code' in source ? source.code : null;
  if (step === null || (code !== 'timeout' && code !== 'connection_lost')) return [];
  const text = promptedText(step.prompts);
  return text === null ? [] : [showLine(text)];
}

interface Steps {
  readonly steps: readonly StepResult[];
  /** How many came before them, and are not shown. */
  readonly left: number;
}

const NO_STEPS: Steps = { steps: [], left: 0 };

function stepsToShow(scenario: ScenarioResult, problems: readonly Problem[]): Steps {
  const whole = problems.some((problem) => problem.step === null && !isTrouble(problem));
  const guilty = scenario.steps.filter((step) => problems.some((problem) => problem.step === step));
  if (!whole) return { steps: guilty, left: 0 };
  const ran = scenario.steps.filter((step) => step.status !== 'not_run');
  return { steps: ran.slice(-STEPS), left: Math.max(0, ran.length - STEPS) };
}

function shownStep(step: StepResult, problems: readonly Problem[], style: Style): string[] {
  const told = problems.some((problem) => problem.step === step && showsError(problem));
  return stepLines(step, { text: told ? null : { lines: TEXT_LINES, keep: 'head' }, style });
}

function showsError({ explained }: Problem): boolean {
  return explained.facts.some((fact) => fact.label === 'error');
}

function noteLines(scenario: ScenarioResult, problems: readonly Problem[]): string[] {
  const assertions = [...scenario.steps.flatMap((step) => step.assertions), ...scenario.assertions];
  const open = assertions.filter(({ own, status }) => own && status === 'not_evaluated').length;
  return [
    ...(problems.length === 0 ? ['no cause was recorded'] : []),
    ...(scenario.retried.length === 0
      ? []
      : [`note: connecting was tried ${plural(scenario.retried.length + 1, 'time')}`]),
    ...scenario.steps.flatMap((step) => {
      const text = leftOutText(step);
      return text === null ? [] : [`note: ${text}`];
    }),
    ...scenario.findings.slice(0, FINDINGS).map((finding) => `note: ${findingText(finding)}`),
    ...(open > 0 ? [`${plural(open, 'assertion')} not evaluated`] : []),
    ...keptLines(scenario),
  ];
}
