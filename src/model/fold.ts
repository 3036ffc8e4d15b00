import type { RunEvent } from './event.ts';
import { BLANK_END, type RunResult, type ScenarioRef, type ScenarioResult } from './run-result.ts';

const BEFORE_START: RunResult = {
  runId: '',
  startedAt: '',
  durationMs: 0,
  cut: null,
  suites: [],
  scenarios: [],
};

/** The result that a list of events amounts to; a cut list gives the partial result. */
export function foldEvents(events: readonly RunEvent[]): RunResult {
  return events.reduce(applyEvent, BEFORE_START);
}

function applyEvent(result: RunResult, event: RunEvent): RunResult {
  switch (event.type) {
    case 'run_started':
      return {
        ...result,
        runId: event.runId,
        startedAt: event.startedAt,
        suites: event.suites.map((suite) => ({ ...suite, server: null })),
        scenarios: event.scenarios.map(notRun),
      };
    case 'scenario_started':
      return result;
    case 'server_connected':
      return {
        ...result,
        suites: result.suites.map((suite) =>
          suite.path === event.suite ? { ...suite, server: event.server } : suite,
        ),
      };
    case 'step_finished':
      return onScenario(result, event.id, (scenario) => ({
        ...scenario,
        steps: [...scenario.steps, event.step],
      }));
    case 'scenario_finished': {
      const { id, ...end } = event.end;
      return onScenario(result, id, (scenario) => ({ ...scenario, ...end, attempts: 1 }));
    }
    case 'run_finished':
      return { ...result, durationMs: event.durationMs, cut: event.cut };
  }
}

function onScenario(
  result: RunResult,
  id: string,
  change: (scenario: ScenarioResult) => ScenarioResult,
): RunResult {
  const scenarios = result.scenarios.map((entry) =>
    entry.scenario.id === id ? change(entry) : entry,
  );
  return { ...result, scenarios };
}

function notRun(scenario: ScenarioRef): ScenarioResult {
  return { ...BLANK_END, scenario, attempts: 0, flaky: false, steps: [] };
}
