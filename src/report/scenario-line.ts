import { unreachable } from '../model/result.ts';
import type { ScenarioRef, ScenarioResult, ScenarioStatus } from '../model/run-result.ts';
import { skipText } from './cause.ts';
import { showLine } from './explained.ts';
import { rateText } from './repeat-text.ts';
import { runsOf } from './runs-of.ts';
import type { Style } from './style.ts';
import { duration, quoted, statusWord } from './words.ts';
/** The one line of a scenario that has ended. */
export function scenarioLine(scenario: ScenarioResult, style: Style): string {
  const end = style.faint(`  ${outcomeText(scenario)}`);
  return `${symbol(scenario.status, style)} ${nameOf(scenario.scenario)}${end}`;
}

/** The head of a failure: as the line, and what the scenario is about. */
export function titleLine(scenario: ScenarioResult, style: Style): string {
  const { description } = scenario.scenario;
  const about = description === null ? '' : `\n  ${style.faint(showLine(description))}`;
  const name = style.strong(nameOf(scenario.scenario));
  return `${symbol(scenario.status, style)} ${name}  ${outcomeText(scenario)}${about}`;
}

/** The folders that `--keep-tmp` left, if it was asked for. */
export function keptLines(scenario: ScenarioResult): string[] {
  const kept = new Set(runsOf(scenario).flatMap(({ tmp }) => tmp ?? []));
  return [...kept].map((tmp) => `kept: ${showLine(tmp)}`);
}

/** The id, which begins with a path; with the name when the file is called otherwise. */
export function nameOf({ id, name }: ScenarioRef): string {
  const stem = (id.split('/').at(-1) ?? '').replace(/\.ya?ml(?=[#@]|$)/, '');
  const own = stem === name ? '' : ` ${quoted(showLine(name, 100))}`;
  return `${showLine(id)}${own}`;
}

function outcomeText(scenario: ScenarioResult): string {
  const { status } = scenario;
  if (status === 'skipped') return `skipped: ${showLine(skipText(scenario.skipReason))}`;
  if (status === 'not_run') return 'not run';
  const time = duration(scenario.durationMs);
  const rate = rateText(scenario);
  if (status === 'passed' && !scenario.caught && rate === null) return time;
  const word = scenario.caught ? 'failed there, as it must' : statusWord(status);
  return [word, ...(rate === null ? [] : [rate]), time].join(', ');
}

/** One of several runs: what it came to, also where that is the rule. */
export function runText(run: ScenarioResult): string {
  if (run.status === 'skipped') return outcomeText(run);
  return `${statusWord(run.status)}, ${duration(run.durationMs)}`;
}

function symbol(status: ScenarioStatus, style: Style): string {
  switch (status) {
    case 'passed':
      return style.good('✓');
    case 'failed':
      return style.bad('✗');
    case 'errored':
      return style.bad('!');
    case 'skipped':
      return style.warn('-');
    case 'known_failure':
      return style.warn('~');
    case 'not_run':
      return style.faint('·');
    default:
      return unreachable(status);
  }
}
