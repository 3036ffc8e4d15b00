import type { JsonValue } from '../model/json.ts';
import type { Span } from '../model/source.ts';

/** A YAML document as plain data that still knows where and how each part was written. */
export type Tree = ScalarNode | SeqNode | MapNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly span: Span;
  readonly value: null | boolean | number | string;
  readonly style: 'plain' | 'quoted' | 'block';
  /** The spelling in the file. */
  readonly written: string;
  /** What stands behind ` #` on a plain scalar's line: a comment, or a value cut in two. */
  readonly comment: string | null;
}

interface SeqNode {
  readonly kind: 'seq';
  readonly span: Span;
  readonly items: readonly Tree[];
}

interface MapNode {
  readonly kind: 'map';
  readonly span: Span;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Tree;
}

export type TreePath = readonly (string | number)[];

export function toJson(tree: Tree): JsonValue {
  switch (tree.kind) {
    case 'scalar':
      return tree.value;
    case 'seq':
      return tree.items.map(toJson);
    case 'map':
      return Object.fromEntries(tree.entries.map((entry) => [entry.key, toJson(entry.value)]));
  }
}

export function entryOf(tree: Tree | undefined, key: string): MapEntry | undefined {
  return tree?.kind === 'map' ? tree.entries.find((entry) => entry.key === key) : undefined;
}

export function childOf(tree: Tree | undefined, key: string | number): Tree | undefined {
  if (typeof key === 'number') return tree?.kind === 'seq' ? tree.items[key] : undefined;
  return entryOf(tree, key)?.value;
}

/** The node at a path, or the deepest one that exists on the way to it. */
export function nodeAt(tree: Tree, path: TreePath): Tree {
  let node = tree;
  for (const key of path) {
    const child = childOf(node, key);
    if (child === undefined) return node;
    node = child;
  }
  return node;
}

export function itemsOf(tree: Tree | undefined): readonly Tree[] {
  return tree?.kind === 'seq' ? tree.items : [];
}

export function entriesOf(tree: Tree | undefined): readonly MapEntry[] {
  return tree?.kind === 'map' ? tree.entries : [];
}
