import type { RunResult } from '../model/run-result.ts';
import { showLine } from './explained.ts';
import { failureText } from './failure-text.ts';
import { findingText } from './finding-text.ts';
import { forgivenTexts } from './forgiven-text.ts';
import { assertionsOf, judgeUse } from './judge-use.ts';
import type { ReportOptions, RunSummary } from './reporter.ts';
import { runsOf } from './runs-of.ts';
import { nameOf } from './scenario-line.ts';
import type { Style } from './style.ts';
import { ranCount, type Summary, summarize } from './summary.ts';
import { troubleText } from './trouble-text.ts';
import { duration, grouped, plural } from './words.ts';

const LISTED = 20;
const KEY_VARIABLE = 'ANTHROPIC_API_KEY';

/** What follows the scenarios' lines: failures in full, notes, what was not run, the verdict. */
export function endText(
  { result, exitCode }: RunSummary,
  verbosity: ReportOptions['verbosity'],
  style: Style,
): string {
  const failures = result.scenarios
    .filter(({ status }) => status === 'failed' || status === 'errored')
    .map((scenario) => failureText(scenario, verbosity === 'verbose', style));
  const notes = verbosity === 'quiet' ? '' : notesText(result, style);
  const retries = verbosity === 'quiet' ? '' : retriedText(result, style);
  const forgiven = listText(forgivenTexts(result).map((text) => `${style.warn('note')}: ${text}`));
  const ungraded = ungradedText(result, style);
  const served = servedText(result, style);
  const parts = [
    ...failures,
    notes,
    forgiven,
    retries,
    served,
    ungraded,
    notRunText(result),
  ].filter((part) => part !== '');
  return [...parts, `${finalLine(result, exitCode, style)}\n`].join('\n');
}

/** `FAILED 2 failed, 5 passed (7 scenarios, 9 tool calls, 1.2 s)` */
function finalLine(result: RunResult, exitCode: number, style: Style): string {
  const summary = summarize(result);
  const word = verdictWord(exitCode, summary, result);
  const paint = word === 'PASSED' ? style.good : style.bad;
  const total = unitsText(result);
  const calls = plural(summary.tool_calls, 'tool call');
  const live = result.suites.some(({ mode }) => mode === 'live') ? ['live'] : [];
  const facts = `(${[...live, total, calls, ...judgeFacts(result), duration(result.durationMs)].join(', ')})`;
  return `${style.strong(paint(word))} ${countsText(summary)} ${style.faint(facts)}`;
}

function unitsText({ scenarios }: RunResult): string {
  const contracts = scenarios.filter(({ scenario }) => scenario.kind === 'contract').length;
  const some = contracts === 0 ? [] : [plural(contracts, 'contract')];
  return [plural(scenarios.length - contracts, 'scenario'), ...some].join(', ');
}

/** Only where criteria were graded. */
function judgeFacts(result: RunResult): string[] {
  const { calls, inputTokens, outputTokens } = judgeUse(result);
  if (calls === 0) return [];
  return [`${plural(calls, 'judge call')}`, `${plural(inputTokens + outputTokens, 'token')}`];
}

/** The exit code in a word; the counts alone do not say why a run is not green. */
function verdictWord(exitCode: number, summary: Summary, result: RunResult): string {
  if (exitCode >= 128) return 'INTERRUPTED';
  if (exitCode === 1) return 'FAILED';
  if (result.cut === 'time_limit') return 'TIME IS UP';
  if (exitCode === 70) return 'BUG';
  if (ranCount(result) === 0) return 'NOTHING RAN';
  if (exitCode === 0) return 'PASSED';
  return summary.errored > 0 ? 'ERRORED' : 'NOT COMPLETE';
}

function countsText(summary: Summary): string {
  const some = (count: number, word: string): string[] =>
    count === 0 ? [] : [`${grouped(count)} ${word}`];
  return [
    ...some(summary.failed, 'failed'),
    ...some(summary.errored, 'errored'),
    `${grouped(summary.passed)} passed`,
    ...some(summary.known_failure, 'known to fail'),
    ...some(summary.skipped, 'skipped'),
    ...some(summary.not_run, 'not run'),
    ...some(summary.flaky, 'flaky'),
    ...some(
      summary.not_evaluated,
      `assertion${summary.not_evaluated === 1 ? '' : 's'} not evaluated`,
    ),
  ].join(', ');
}

/** Another model than the one that was asked for; a date behind its name is none. */
function servedText(result: RunResult, style: Style): string {
  const asked = result.judge?.models ?? [];
  const others = judgeUse(result).servedModels.filter(
    (served) => !asked.some((model) => served === model || served.startsWith(`${model}-`)),
  );
  if (others.length === 0) return '';
  const names = others.map((name) => showLine(name, 100)).join(', ');
  return `${style.warn('note')}: the judge asked for ${asked.join(', ')}, and ${names} served\n`;
}

/** How many criteria say nothing in this run, and what would change that. */
function ungradedText({ scenarios, judge }: RunResult, style: Style): string {
  if (judge === null || judge.state === 'on') return '';
  const why = judge.state === 'off' ? 'judge_off' : 'judge_no_key';
  const results = scenarios.flatMap(runsOf).flatMap(assertionsOf);
  const left = results.filter(({ evidence }) => evidence?.why === why);
  if (left.length === 0) return '';
  const count = plural(left.length, 'criterion was', 'criteria were');
  const reason =
    judge.state === 'off' ? 'the judge is off' : `there is no judge: set ${KEY_VARIABLE}`;
  return `${style.warn('note')}: ${count} not graded, ${reason}\n`;
}

/** Protocol findings of scenarios that no failure shows; a server repeats them each time it starts. */
function notesText(result: RunResult, style: Style): string {
  const counts = new Map<string, number>();
  for (const { status, findings } of result.scenarios) {
    if (status === 'failed' || status === 'errored') continue;
    for (const text of new Set(findings.map(findingText))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const lines = [...counts].map(
    ([text, count]) => `${style.warn('note')}: ${text} (in ${plural(count, 'scenario')})`,
  );
  return listText(lines);
}

/** Attempts at a live server that were made again. */
function retriedText({ scenarios }: RunResult, style: Style): string {
  const connected = scenarios
    .flatMap(runsOf)
    .filter(({ steps }) => steps.some(({ calls }) => calls > 0));
  const lines = connected.flatMap(({ scenario, retried }) =>
    retried.map((trouble) => {
      const reason = showLine(troubleText(trouble, null).title);
      return `${style.warn('note')}: ${nameOf(scenario)} was connected again, since ${reason}`;
    }),
  );
  return listText(lines);
}

function notRunText(result: RunResult): string {
  const cut = result.scenarios.filter(({ status }) => status === 'not_run');
  return listText(cut.map(({ scenario }) => `not run: ${nameOf(scenario)}`));
}

function listText(lines: readonly string[]): string {
  const more = lines.length - LISTED;
  const rest = more > 0 ? [`… and ${grouped(more)} more`] : [];
  return [...lines.slice(0, LISTED), ...rest].map((line) => `${line}\n`).join('');
}
