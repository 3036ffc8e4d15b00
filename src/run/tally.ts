import type { Repeat } from '../model/repeat.ts';
import type { ScenarioStatus } from '../model/run-result.ts';
/**
 * What the runs of a scenario amount to. One of which nothing could be told, or that was not begun,
 * may have been either: it fails only when these could not have made up for those that failed, and
 * passes only by runs that did.
 */
export function tally(runs: readonly ScenarioStatus[], { times, minPass }: Repeat): ScenarioStatus {
  const count = (status: ScenarioStatus) => runs.filter((each) => each === status).length;
  if (count('failed') > times - minPass) return 'failed';
  // What was cut short has not kept its word, however many have passed by then.
  if (runs.length < times) return 'errored';
  if (count('passed') >= minPass) return 'passed';
  return count('skipped') === times ? 'skipped' : 'errored';
}

/** The place of the run that shows best why they amount to this. */
export function shownRun(runs: readonly ScenarioStatus[], status: ScenarioStatus): number | null {
  const at = status === 'passed' ? runs.lastIndexOf(status) : runs.indexOf(status);
  // Nothing but skipped ones leaves it open.
  const found = at === -1 ? runs.indexOf('skipped') : at;
  return found === -1 ? null : found;
}
