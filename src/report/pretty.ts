import type { RunEvent } from '../model/event.ts';
import { ScenarioFold } from '../model/fold.ts';
import { unreachable } from '../model/result.ts';
import type { ScenarioEnd, ScenarioResult, SuiteResult } from '../model/run-result.ts';
import { criteriaLines } from './criteria-lines.ts';
import { disarm } from './escape.ts';
import { showLine } from './explained.ts';
import { problemSections } from './failure-text.ts';
import { findingText } from './finding-text.ts';
import { LiveLine, type Progress } from './live-line.ts';
import { problemsOf } from './problems.ts';
import { runName } from './repeat-text.ts';
import type { Reporter, ReportOptions, RunSummary } from './reporter.ts';
import { heldRules, openRules } from './rule-lines.ts';
import { endText } from './run-end.ts';
import { runsOf } from './runs-of.ts';
import { keptLines, runText, scenarioLine } from './scenario-line.ts';
import { serverTail, stderrLines } from './stderr.ts';
import { stepLines, stepName } from './step-text.ts';
import { createStyle, type Style } from './style.ts';
import { plural } from './words.ts';

const VERBOSE_LINES = 40;
const OWN_PROCESS =
  'a process of its own was started: its capabilities, roots, env or files are not those of the scenarios before it';

/** The report for people: a line per scenario as it ends, the failures in full at the end. */
export function createPretty(options: ReportOptions): Reporter {
  return new Pretty(options);
}

class Pretty implements Reporter {
  readonly #verbosity: ReportOptions['verbosity'];
  readonly #style: Style;
  readonly #live: LiveLine;
  readonly #told = new ScenarioFold();
  readonly #running = new Set<string>();
  #total = 0;
  #done = 0;
  #notPassed = 0;
  #wroteLines = false;

  constructor({ verbosity, colour, terminalWidth }: ReportOptions) {
    this.#verbosity = verbosity;
    this.#style = createStyle(colour);
    this.#live = new LiveLine(verbosity === 'quiet' ? null : terminalWidth);
  }

  event(event: RunEvent): string {
    this.#told.apply(event);
    switch (event.type) {
      case 'run_started':
        this.#total = event.scenarios.length;
        return this.#live.over(this.#liveSuites(event.suites), this.#progress());
      case 'scenario_started':
        this.#running.add(event.id);
        return this.#live.over('', this.#progress());
      case 'scenario_finished':
        return this.#finish(event.end);
      case 'step_finished':
      case 'step_graded':
      case 'repeat_finished':
      case 'server_connected':
        return '';
      case 'run_finished':
        return this.#live.over('', null);
      default:
        return unreachable(event);
    }
  }

  /** Against what a live run is: the lines of its scenarios look like those of any other. */
  #liveSuites(suites: readonly Omit<SuiteResult, 'listing'>[]): string {
    if (this.#verbosity === 'quiet') return '';
    const lines = suites
      .filter(({ mode }) => mode === 'live')
      .map(({ path, label, leftOut }) => {
        const left =
          leftOut === 0 ? '' : `, ${plural(leftOut, 'scenario')} without "live: true" left out`;
        return `${this.#style.accent('live')}: ${showLine(path)} against ${showLine(label ?? '')}${left}\n`;
      });
    return disarm(lines.join(''));
  }

  end(summary: RunSummary): string {
    const text = disarm(endText(summary, this.#verbosity, this.#style));
    return this.#live.over(this.#wroteLines ? `\n${text}` : text, null);
  }

  #finish(end: ScenarioEnd): string {
    const scenario = this.#told.of(end.id);
    this.#running.delete(end.id);
    this.#told.forget(end.id);
    this.#done += 1;
    if (end.status === 'failed' || end.status === 'errored') this.#notPassed += 1;
    const lines = scenario === null ? '' : this.#linesOf(scenario);
    if (lines !== '') this.#wroteLines = true;
    return this.#live.over(lines, this.#progress());
  }

  #linesOf(scenario: ScenarioResult): string {
    if (this.#verbosity === 'quiet') return '';
    const line = scenarioLine(scenario, this.#style);
    const details =
      this.#verbosity === 'verbose'
        ? verboseLines(scenario, this.#style)
        : [...openRules(scenario, this.#style), ...keptLines(scenario)].map((text) => `  ${text}`);
    return disarm([line, ...details].map((text) => `${text}\n`).join(''));
  }

  #progress(): Progress {
    return {
      done: this.#done,
      total: this.#total,
      failed: this.#notPassed,
      running: [...this.#running],
    };
  }
}

/** So that its author sees whether it was the check that was meant. */
function caughtLines(scenario: ScenarioResult, style: Style): string[] {
  const [first] = scenario.caught ? problemsOf(scenario) : [];
  if (first === undefined) return [];
  const where = first.step === null ? '' : `${stepName(first.step)}: `;
  return [`${style.accent('caught by')}: ${where}${showLine(first.explained.title)}`];
}

function verboseLines(scenario: ScenarioResult, style: Style): string[] {
  const { repeats, status } = scenario;
  const hasSection = status === 'failed' || status === 'errored';
  if (repeats === null) return runLines(scenario, style).map((line) => `  ${line}`);
  return runsOf(scenario).flatMap((run, index) => {
    // Why the run that is shown did not pass is told with the failure.
    const problems = hasSection && index === repeats.shown ? [] : problemsOf(run);
    const lines = [...problemSections(problems, style).flat(), ...runLines(run, style)];
    const head = style.strong(`${runName(index, repeats.times)}: ${runText(run)}`);
    return [`  ${head}`, ...lines.map((line) => `    ${line}`)];
  });
}

function runLines(run: ScenarioResult, style: Style): string[] {
  const text = { lines: VERBOSE_LINES, keep: 'head' } as const;
  return [
    ...caughtLines(run, style),
    ...(run.ownProcess ? [`${style.warn('note')}: ${OWN_PROCESS}`] : []),
    ...run.steps.flatMap((step) => stepLines(step, { text, style })),
    ...heldRules(run, style),
    ...openRules(run, style),
    ...criteriaLines(run, style),
    ...run.findings.map((finding) => `${style.warn('note')}: ${findingText(finding)}`),
    ...stderrLines(serverTail(run).stderr, style),
    ...keptLines(run),
  ];
}
