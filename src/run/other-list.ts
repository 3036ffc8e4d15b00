import { checkBaseline } from '../contract/baseline.ts';
import type { Baseline, Flaw } from '../model/contract.ts';
import type { ListedTool, OtherList } from '../model/outcome.ts';

/** A list of a suite, by which later ones are told apart. */
export interface FirstList {
  readonly tools: Baseline['tools'];
  /** Of the client that it was given to. */
  readonly face: string;
  /** Something is said of this list that is meant of all. */
  readonly isHeld: boolean;
}

/**
 * What another connection lists beside, or without. A client that declares other capabilities may be
 * given another list, which matters only where the first was held against a contract.
 */
export function otherList(
  { tools: first, face, isHeld }: FirstList,
  tools: readonly ListedTool[],
  { face: other, metadataKey }: { readonly face: string; readonly metadataKey: string },
): readonly OtherList[] {
  const alike = face === other;
  if (!alike && !isHeld) return [];
  const found = checkBaseline(
    tools,
    { tools: first, path: '', absolute: '', isNew: false },
    metadataKey,
  );
  const named = (code: Flaw['code']) =>
    found.filter((each) => each.code === code).map(({ tool }) => tool);
  const added = named('tool_added');
  const removed = named('tool_removed');
  const changed = named('tool_changed');
  if (added.length + removed.length + changed.length === 0) return [];
  return [{ code: 'other_list', alike, added, removed, changed }];
}
