import type { JsonObject, JsonValue } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import type { Located, SourceFile } from '../model/source.ts';
import { childOf, itemsOf, type Tree, toJson } from './tree.ts';

/** Typed looks into a file that the format has accepted. */

export function stringAt(tree: Tree | undefined, key: string): string | null {
  const value = scalarAt(tree, key);
  return typeof value === 'string' ? value : null;
}

export function numberAt(tree: Tree | undefined, key: string): number | null {
  const value = scalarAt(tree, key);
  return typeof value === 'number' ? value : null;
}

export function booleanAt(tree: Tree | undefined, key: string): boolean {
  return scalarAt(tree, key) === true;
}

export function objectAt(tree: Tree | undefined, key: string): JsonObject {
  const value = jsonAt(tree, key);
  return isJsonObject(value) ? value : {};
}

export function jsonAt(tree: Tree | undefined, key: string): JsonValue | undefined {
  const node = childOf(tree, key);
  return node === undefined ? undefined : toJson(node);
}

/** A map whose values the format has checked to be strings. */
export function stringsAt(tree: Tree | undefined, key: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectAt(tree, key)).map(([name, value]) => [name, String(value)]),
  );
}

/** One string or a list of them, each with its place. */
export function listAt(
  file: SourceFile,
  tree: Tree | undefined,
  key: string,
): readonly Located<string>[] {
  const node = childOf(tree, key);
  if (node === undefined) return [];
  const nodes = node.kind === 'scalar' ? [node] : itemsOf(node);
  return nodes.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string'
      ? [{ value: item.value, place: { file, span: item.span } }]
      : [],
  );
}

function scalarAt(tree: Tree | undefined, key: string): JsonValue {
  const node = childOf(tree, key);
  return node?.kind === 'scalar' ? node.value : null;
}
