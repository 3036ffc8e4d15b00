import type { RunResult, ScenarioResult } from '../model/run-result.ts';
import { causeOf } from './cause.ts';
import { showLine } from './explained.ts';
import { runsOf } from './runs-of.ts';
import { nameOf } from './scenario-line.ts';
import { allOf, grouped } from './words.ts';

/** Codes of one scenario that are told apart. */
const CODES = 5;

/** Of each scenario that passed all the same, the runs that did not, and why: no rate says that one lied. */
export function forgivenTexts({ scenarios }: RunResult): readonly string[] {
  return scenarios.flatMap((scenario) => {
    if (scenario.status !== 'passed' || scenario.caught || scenario.repeats === null) return [];
    const parts = partsOf(scenario);
    return parts.length === 0
      ? []
      : [`${nameOf(scenario.scenario)} passed, but for ${allOf(parts)}`];
  });
}

/** `run 2 (execution_contradicted)`, the runs of one code together. */
function partsOf(scenario: ScenarioResult): readonly string[] {
  const byCode = new Map<string, number[]>();
  for (const [index, run] of runsOf(scenario).entries()) {
    if (run.status !== 'failed' && run.status !== 'errored') continue;
    const code = causeOf(run).code ?? run.status;
    byCode.set(code, [...(byCode.get(code) ?? []), index + 1]);
  }
  return [...byCode].slice(0, CODES).map(([code, runs]) => showLine(`${runsText(runs)} (${code})`));
}

function runsText(runs: readonly number[]): string {
  const names = runs.slice(0, CODES).map(grouped);
  const more = runs.length - names.length;
  const all = more === 0 ? names : [...names, `${grouped(more)} more`];
  return `${runs.length === 1 ? 'run' : 'runs'} ${allOf(all)}`;
}
