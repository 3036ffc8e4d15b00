import type { Repeat } from '../model/repeat.ts';
import { BLANK_END, type ScenarioEnd } from '../model/run-result.ts';
import type { Trouble } from '../model/trouble.ts';
import type { RunContext } from './deps.ts';
import type { EndPart } from './ending.ts';
import { shownRun, tally } from './tally.ts';
/**
 * Runs a scenario as often as it asks for, also when its verdict is certain before: people read
 * the rate. Only a run that is cut short ends it. `once` is told whether it is the last time.
 */
export async function runRepeated(
  id: string,
  repeat: Repeat,
  once: (isLastRun: boolean) => Promise<EndPart>,
  { deps, emit, signal }: Pick<RunContext, 'deps' | 'emit' | 'signal'>,
): Promise<EndPart> {
  const runs: ScenarioEnd[] = [];
  while (runs.length < repeat.times && !signal.aborted) {
    const started = deps.now();
    const part = await once(runs.length === repeat.times - 1);
    const end = { ...BLANK_END, ...part, id, durationMs: deps.now() - started };
    emit({ type: 'repeat_finished', end });
    runs.push(end);
  }
  return amountTo(runs, repeat);
}

/** The end of a scenario out of those of its runs. */
export function amountTo(runs: readonly ScenarioEnd[], repeat: Repeat): EndPart {
  const whole = runs.filter(({ trouble }) => trouble?.code !== 'interrupted');
  const statuses = runs.map(({ status }) => status);
  const status = tally(
    whole.map((run) => run.status),
    repeat,
  );
  const isCut = status === 'errored' && whole.length < repeat.times;
  const last = runs.length === 0 ? null : runs.length - 1;
  const shown = isCut ? last : shownRun(statuses, status);
  const run = shown === null ? undefined : runs[shown];
  const trouble = isCut ? INTERRUPTED : (run?.trouble ?? untold(runs, run, status));
  return {
    ...BLANK_END,
    ...run,
    status,
    skipReason: status === 'skipped' ? (run?.skipReason ?? null) : null,
    trouble,
    findings: distinct(runs.flatMap(({ findings }) => findings)),
    repeat: { ...repeat, shown },
  };
}

const INTERRUPTED: Trouble = { code: 'interrupted' };

/** Where no run errored, those that were skipped are why nothing could be told. */
function untold(
  runs: readonly ScenarioEnd[],
  shown: ScenarioEnd | undefined,
  status: ScenarioEnd['status'],
): Trouble | null {
  if (status !== 'errored' || shown?.status !== 'skipped') return null;
  const skipped = runs.filter((run) => run.status === 'skipped').length;
  return { code: 'runs_skipped', skipped, times: runs.length };
}

/** Each process that is started may say the same again. */
function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
