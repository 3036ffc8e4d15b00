import type { RunEvent } from './event.ts';
import {
  BLANK_END,
  type RunResult,
  type ScenarioEnd,
  type ScenarioRef,
  type ScenarioResult,
  type ScenarioRun,
  type StepResult,
} from './run-result.ts';

const BEFORE_START: RunResult = {
  runId: '',
  startedAt: '',
  durationMs: 0,
  cut: null,
  judge: null,
  suites: [],
  scenarios: [],
};

/** The result that a list of events amounts to; a cut list gives the partial result. */
export function foldEvents(events: readonly RunEvent[]): RunResult {
  let result = BEFORE_START;
  const scenarios = new ScenarioFold();
  for (const event of events) {
    result = applyToRun(result, event);
    scenarios.apply(event);
  }
  return { ...result, scenarios: scenarios.all() };
}

function applyToRun(result: RunResult, event: RunEvent): RunResult {
  switch (event.type) {
    case 'run_started': {
      const suites = event.suites.map((suite) => ({ ...suite, listing: null }));
      const { runId, startedAt, judge } = event;
      return { ...result, runId, startedAt, judge, suites };
    }
    case 'server_connected': {
      const { suite: path, listing } = event;
      const suites = result.suites.map((suite) =>
        suite.path === path ? { ...suite, listing } : suite,
      );
      return { ...result, suites };
    }
    case 'run_finished':
      return { ...result, durationMs: event.durationMs, cut: event.cut };
    case 'scenario_started':
    case 'step_finished':
    case 'step_graded':
    case 'repeat_finished':
    case 'scenario_finished':
      return result;
  }
}

/** A scenario as far as it was told. */
interface Growing {
  readonly scenario: ScenarioRef;
  /** Of the run that goes on. Appended in place: a sequence may have tens of thousands of them. */
  readonly steps: StepResult[];
  /** Those that have ended, of a scenario that is run several times. */
  readonly runs: ScenarioRun[];
  readonly end: ScenarioEnd | null;
}

/** The scenarios that events tell of, in the order in which the run has them. */
export class ScenarioFold {
  readonly #byId = new Map<string, Growing>();

  apply(event: RunEvent): void {
    switch (event.type) {
      case 'run_started':
        for (const scenario of event.scenarios) this.#begin(scenario);
        return;
      case 'step_finished':
        this.#byId.get(event.id)?.steps.push(event.step);
        return;
      case 'step_graded':
        this.#regrade(event.id, event.step);
        return;
      case 'repeat_finished': {
        const { id, repeat, ...end } = event.end;
        const known = this.#byId.get(id);
        known?.runs.push({ ...end, steps: known.steps.splice(0) });
        return;
      }
      case 'scenario_finished': {
        const { end } = event;
        const known = this.#byId.get(end.id);
        if (known !== undefined) this.#byId.set(end.id, { ...known, end });
        return;
      }
      case 'server_connected':
      case 'scenario_started':
      case 'run_finished':
        return;
    }
  }

  /** Null for one that is not of this run. */
  of(id: string): ScenarioResult | null {
    const known = this.#byId.get(id);
    return known === undefined ? null : resultOf(known);
  }

  all(): readonly ScenarioResult[] {
    return [...this.#byId.values()].map(resultOf);
  }

  /** Lets go of what was told of a scenario: its texts may be large. */
  forget(id: string): void {
    const known = this.#byId.get(id);
    if (known !== undefined) this.#begin(known.scenario);
  }

  #begin(scenario: ScenarioRef): void {
    this.#byId.set(scenario.id, { scenario, steps: [], runs: [], end: null });
  }

  #regrade(id: string, graded: StepResult): void {
    const steps = this.#byId.get(id)?.steps ?? [];
    const at = steps.findIndex(
      ({ phase, index }) => phase === graded.phase && index === graded.index,
    );
    if (at !== -1) steps[at] = graded;
  }
}

function resultOf({ scenario, steps, runs, end }: Growing): ScenarioResult {
  const { id: _, repeat, ...told } = end ?? { ...BLANK_END, id: scenario.id };
  const shown = repeat === null || repeat.shown === null ? null : runs[repeat.shown];
  return {
    ...told,
    scenario,
    attempts: end === null ? 0 : 1,
    flaky: false,
    steps: shown?.steps ?? steps,
    repeats: repeat === null ? null : { ...repeat, runs },
  };
}
