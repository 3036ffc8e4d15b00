import type { RunEvent } from './event.ts';
import { BLANK_END, type RunResult, type ScenarioRef, type ScenarioResult } from './run-result.ts';

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
  // By id, and steps appended in place: a sequence may have tens of thousands of them.
  const scenarios = new Map<string, Growing>();
  for (const event of events) {
    result = applyToRun(result, event);
    applyToScenario(scenarios, event);
  }
  return { ...result, scenarios: [...scenarios.values()] };
}

interface Growing extends ScenarioResult {
  readonly steps: ScenarioResult['steps'][number][];
}

function applyToRun(result: RunResult, event: RunEvent): RunResult {
  switch (event.type) {
    case 'run_started': {
      const suites = event.suites.map((suite) => ({ ...suite, server: null }));
      const { runId, startedAt, judge } = event;
      return { ...result, runId, startedAt, judge, suites };
    }
    case 'server_connected': {
      const { suite: path, server } = event;
      const suites = result.suites.map((suite) =>
        suite.path === path ? { ...suite, server } : suite,
      );
      return { ...result, suites };
    }
    case 'run_finished':
      return { ...result, durationMs: event.durationMs, cut: event.cut };
    case 'scenario_started':
    case 'step_finished':
    case 'step_graded':
    case 'scenario_finished':
      return result;
  }
}

function applyToScenario(scenarios: Map<string, Growing>, event: RunEvent): void {
  switch (event.type) {
    case 'run_started':
      for (const scenario of event.scenarios) scenarios.set(scenario.id, notRun(scenario));
      return;
    case 'step_finished':
      scenarios.get(event.id)?.steps.push(event.step);
      return;
    case 'step_graded': {
      const { phase, index } = event.step;
      const steps = scenarios.get(event.id)?.steps ?? [];
      const at = steps.findIndex((step) => step.phase === phase && step.index === index);
      if (at !== -1) steps[at] = event.step;
      return;
    }
    case 'scenario_finished': {
      const { id, ...end } = event.end;
      const known = scenarios.get(id);
      if (known !== undefined) scenarios.set(id, { ...known, ...end, attempts: 1 });
      return;
    }
    case 'server_connected':
    case 'scenario_started':
    case 'run_finished':
      return;
  }
}

function notRun(scenario: ScenarioRef): Growing {
  return { ...BLANK_END, scenario, attempts: 0, flaky: false, steps: [] };
}
