import type { Diagnostic } from '../model/diagnostic.ts';
import type { Repeat } from '../model/repeat.ts';
import type { SourceFile } from '../model/source.ts';
import { numberAt } from './read.ts';
import { childOf, type Tree } from './tree.ts';

/** How often a scenario is run; null: once, and nothing is told of it. */
export function parseRepeat(tree: Tree): Repeat | null {
  const node = childOf(tree, 'repeat');
  const times = numberAt(node, 'times');
  return times === null ? null : { times, minPass: numberAt(node, 'min_pass') ?? times };
}

/** More passes than runs could never be reached. */
export function repeatMistakes(file: SourceFile, tree: Tree): readonly Diagnostic[] {
  const repeat = parseRepeat(tree);
  const node = childOf(childOf(tree, 'repeat'), 'min_pass');
  if (repeat === null || node === undefined || repeat.minPass <= repeat.times) return [];
  const problem = `must not be more than "times", which is ${repeat.times}`;
  return [{ code: 'bad_value', problem, nearest: null, place: { file, span: node.span } }];
}
