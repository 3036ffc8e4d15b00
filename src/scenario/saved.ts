import type { SavedBy } from '../model/diagnostic.ts';
import { childOf, entriesOf, itemsOf, type Tree, type TreePath } from './tree.ts';

const PHASES = ['setup', 'tool_sequence', 'teardown'];
const TEARDOWN = 2;
/** More than a phase can have steps. */
const PHASE = 2 ** 32;

/** The names under which steps save values, with the turn of the first one that does. */
export type Saved = ReadonlyMap<string, number>;

export function savedIn(tree: Tree | undefined): Saved {
  const saved = new Map<string, number>();
  for (const [phase, key] of PHASES.entries()) {
    for (const [index, step] of itemsOf(childOf(tree, key)).entries()) {
      for (const { key: name } of entriesOf(childOf(step, 'save'))) {
        if (!saved.has(name)) saved.set(name, phase * PHASE + index);
      }
    }
  }
  return saved;
}

/**
 * The names that have a value by the time that a place is reached: a step sees those of earlier
 * steps, the checks of the whole output see all but those of `teardown`, nothing else sees any.
 */
export function savedBefore(saved: Saved, home: TreePath): readonly string[] {
  const turn = turnOf(home);
  return [...saved].flatMap(([name, at]) => (at < turn ? [name] : []));
}

export function isSavedBefore(saved: Saved, name: string, home: TreePath): boolean {
  return (saved.get(name) ?? Number.POSITIVE_INFINITY) < turnOf(home);
}

/** The step that is the first to save it; null when none does. */
export function savedBy(saved: Saved, name: string): SavedBy | null {
  const turn = saved.get(name);
  if (turn === undefined) return null;
  const phase = (['setup', 'sequence', 'teardown'] as const)[Math.floor(turn / PHASE)];
  return phase === undefined ? null : { phase, index: turn % PHASE };
}

function turnOf([key, index]: TreePath): number {
  if (String(key).startsWith('expected_')) return TEARDOWN * PHASE;
  const phase = PHASES.indexOf(String(key));
  return phase === -1 ? 0 : phase * PHASE + Number(index);
}
