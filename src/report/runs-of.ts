import type { ScenarioResult } from '../model/run-result.ts';
/** Each run of a scenario told as one by itself; of one without `repeat` it is the only one. */
export function runsOf(scenario: ScenarioResult): readonly ScenarioResult[] {
  const { repeats } = scenario;
  if (repeats === null) return [scenario];
  const same = { scenario: scenario.scenario, attempts: 1, flaky: false, repeats: null };
  return repeats.runs.map((run) => ({ ...run, ...same }));
}
