import { BLANK_END, type ScenarioEnd, type ScenarioStatus } from '../model/run-result.ts';
import type { OnTwin, Scenario } from '../model/scenario.ts';
import type { Trouble } from '../model/trouble.ts';
/** What scenarios came to so far, by their ids. */
export type Came = ReadonlyMap<string, ScenarioStatus>;

/**
 * Runs a scenario, where it belongs on a broken server only if it passes on the sound one: what
 * fails there just as well proves nothing of the fault.
 */
export async function onItsServer(
  { id, twin }: Scenario,
  came: Came,
  work: () => Promise<ScenarioEnd>,
  turn: (end: ScenarioEnd, twin: OnTwin) => ScenarioEnd,
): Promise<ScenarioEnd> {
  if (twin === null) return work();
  const status = came.get(twin.of) ?? 'not_run';
  if (status === 'passed') return turn(await work(), twin);
  const trouble: Trouble = { code: 'twin_unproven', twin: twin.name, status };
  return { ...BLANK_END, id, status: 'failed', trouble };
}

/** On a broken server only a failure is good; that nothing could be told is not. */
export function turnedRound(end: ScenarioEnd, { name: twin }: OnTwin): ScenarioEnd {
  switch (end.status) {
    case 'failed':
      return { ...end, status: 'passed', caught: true };
    case 'errored':
      return end;
    default: {
      const trouble: Trouble = { code: 'twin_survived', twin, status: end.status };
      return { ...end, status: 'failed', skipReason: null, trouble };
    }
  }
}
