import type { RunEvent } from '../model/event.ts';
import { unreachable } from '../model/result.ts';
import type {
  ScenarioEnd,
  ScenarioRef,
  ScenarioResult,
  StepResult,
  SuiteResult,
} from '../model/run-result.ts';
import { criteriaLines } from './criteria-lines.ts';
import { disarm } from './escape.ts';
import { showLine } from './explained.ts';
import { findingText } from './finding-text.ts';
import { LiveLine, type Progress } from './live-line.ts';
import { problemsOf } from './problems.ts';
import type { Reporter, ReportOptions, RunSummary } from './reporter.ts';
import { endText } from './run-end.ts';
import { keptLines, scenarioLine } from './scenario-line.ts';
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
  readonly #refs = new Map<string, ScenarioRef>();
  readonly #steps = new Map<string, StepResult[]>();
  readonly #running = new Set<string>();
  #done = 0;
  #notPassed = 0;
  #wroteLines = false;

  constructor({ verbosity, colour, terminalWidth }: ReportOptions) {
    this.#verbosity = verbosity;
    this.#style = createStyle(colour);
    this.#live = new LiveLine(verbosity === 'quiet' ? null : terminalWidth);
  }

  event(event: RunEvent): string {
    switch (event.type) {
      case 'run_started':
        for (const ref of event.scenarios) this.#refs.set(ref.id, ref);
        return this.#live.over(this.#liveSuites(event.suites), this.#progress());
      case 'scenario_started':
        this.#running.add(event.id);
        return this.#live.over('', this.#progress());
      case 'step_finished':
        this.#steps.set(event.id, [...(this.#steps.get(event.id) ?? []), event.step]);
        return '';
      case 'step_graded':
        this.#regrade(event.id, event.step);
        return '';
      case 'scenario_finished':
        return this.#finish(event.end);
      case 'server_connected':
        return '';
      case 'run_finished':
        return this.#live.over('', null);
      default:
        return unreachable(event);
    }
  }

  /** Against what a live run is: the lines of its scenarios look like those of any other. */
  #liveSuites(suites: readonly Omit<SuiteResult, 'server'>[]): string {
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
    const scenario = this.#scenarioOf(end);
    this.#running.delete(end.id);
    this.#steps.delete(end.id);
    this.#done += 1;
    if (end.status === 'failed' || end.status === 'errored') this.#notPassed += 1;
    const lines = scenario === null ? '' : this.#linesOf(scenario);
    if (lines !== '') this.#wroteLines = true;
    return this.#live.over(lines, this.#progress());
  }

  #regrade(id: string, graded: StepResult): void {
    const steps = this.#steps.get(id) ?? [];
    const isSame = ({ phase, index }: StepResult) =>
      phase === graded.phase && index === graded.index;
    this.#steps.set(
      id,
      steps.map((step) => (isSame(step) ? graded : step)),
    );
  }

  #scenarioOf({ id, ...end }: ScenarioEnd): ScenarioResult | null {
    const scenario = this.#refs.get(id);
    if (scenario === undefined) return null;
    return { ...end, scenario, steps: this.#steps.get(id) ?? [], attempts: 1, flaky: false };
  }

  #linesOf(scenario: ScenarioResult): string {
    if (this.#verbosity === 'quiet') return '';
    const line = scenarioLine(scenario, this.#style);
    const details =
      this.#verbosity === 'verbose'
        ? verboseLines(scenario, this.#style)
        : keptLines(scenario.tmp).map((text) => `  ${text}`);
    return disarm([line, ...details].map((text) => `${text}\n`).join(''));
  }

  #progress(): Progress {
    return {
      done: this.#done,
      total: this.#refs.size,
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
  const text = { lines: VERBOSE_LINES, keep: 'head' } as const;
  return [
    ...caughtLines(scenario, style),
    ...(scenario.ownProcess ? [`${style.warn('note')}: ${OWN_PROCESS}`] : []),
    ...scenario.steps.flatMap((step) => stepLines(step, { text, style })),
    ...criteriaLines(scenario, style),
    ...scenario.findings.map((finding) => `${style.warn('note')}: ${findingText(finding)}`),
    ...stderrLines(serverTail(scenario).stderr, style),
    ...keptLines(scenario.tmp),
  ].map((line) => `  ${line}`);
}
