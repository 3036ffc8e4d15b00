import { NO_EVIDENCE } from '../assert/evaluate.ts';
import { judgeWindow } from '../assert/window.ts';
import type { ToolFinding } from '../model/contract.ts';
import type { StateReading } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Reading } from './reading.ts';

type Side = Pick<Reading, 'value' | 'raw'>;
type Stepped = Pick<StepResult, 'tool' | 'calls' | 'state'>;

/**
 * Changes that came when nothing was called: between the last look at one step and the first at the
 * next, or behind the last. The tool that was called before has set them off.
 */
export function driftOf(steps: readonly Stepped[], last: Side | null): readonly ToolFinding[] {
  const found: ToolFinding[] = [];
  let since: Stepped | null = null;
  let called = '';
  const look = (next: Side): void => {
    if (since?.state == null) return;
    const differences = changesIn(since.state, next);
    if (differences.length > 0) found.push({ tool: called, code: 'changed_late', differences });
  };
  for (const step of steps) {
    const { state, calls, tool } = step;
    if (state !== null) look({ value: state.before, raw: state.raw?.before ?? null });
    if (state !== null) since = step;
    if (calls > 0) called = tool;
  }
  if (last !== null) look(last);
  return found;
}

function changesIn({ after, raw }: StateReading, next: Side) {
  const both = raw === undefined ? {} : { raw: { before: raw.after, after: next.raw } };
  const state: StateReading = { before: after, after: next.value, ...both };
  const expected = { want: 'unchanged' } as const;
  const { evidence } = judgeWindow({ kind: 'state', expected }, { ...NO_EVIDENCE, state });
  return evidence?.why === 'state_changed' ? evidence.differences : [];
}
