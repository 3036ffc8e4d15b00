import type { Repeats } from '../model/repeat.ts';
import type { ScenarioResult, ScenarioRun, ScenarioStatus } from '../model/run-result.ts';
import { grouped, plural } from './words.ts';
/** `4 of 5 runs (at least 3)`, behind the word "passed"; for another verdict it has that word itself. */
export function rateText({ status, caught, repeats }: ScenarioResult): string | null {
  if (repeats === null) return null;
  const { times, minPass } = repeats;
  const rate = `${grouped(count(repeats, 'passed'))} of ${plural(times, 'run')}`;
  const isGood = status === 'passed' && !caught;
  if (minPass === times) return isGood ? rate : `${rate} passed (all must)`;
  return `${isGood ? rate : `${rate} passed`} (at least ${grouped(minPass)})`;
}

/** Which of several runs is shown, where one that did not pass is. */
export function shownText({ repeats }: ScenarioResult): string | null {
  if (repeats === null || repeats.shown === null) return null;
  const { shown, times } = repeats;
  const status = repeats.runs[shown]?.status;
  if (status !== 'failed' && status !== 'errored') return null;
  const others = (['failed', 'errored', 'skipped'] as const).flatMap((each) => {
    const same = count(repeats, each);
    return each === status || same === 0 ? [] : [`${grouped(same)} ${each}`];
  });
  const rest = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `${runName(shown, times)}, ${placeAmong(repeats, shown, status)}${rest}`;
}

/** The run in its turn. */
export function runName(index: number, times: number): string {
  return `run ${grouped(index + 1)} of ${grouped(times)}`;
}

function placeAmong(
  repeats: Repeats<ScenarioRun>,
  shown: number,
  status: 'failed' | 'errored',
): string {
  const same = count(repeats, status);
  if (same === 1) return `the only one that ${status}`;
  const isFirst = repeats.runs.findIndex((run) => run.status === status) === shown;
  return isFirst
    ? `the first of ${grouped(same)} that ${status}`
    : `one of ${grouped(same)} that ${status}`;
}

function count({ runs }: Repeats<ScenarioRun>, status: ScenarioStatus): number {
  return runs.filter((run) => run.status === status).length;
}
