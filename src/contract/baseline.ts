import type { Baseline, ToolFinding } from '../model/contract.ts';
import { differences } from '../model/difference.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { namesTwice } from './list.ts';

/** What of a tool is part of the contract; the order of tools and of keys is not. */
const PARTS: readonly string[] = [
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
];

/** A list as a baseline holds it: by name, keys sorted. `metadataKey`: where tools declare. */
export function baselineOf(
  tools: readonly ListedTool[],
  metadataKey: string,
): Readonly<Record<string, JsonValue>> {
  const entries = tools.map(({ name, raw }) => [name, partsOf(raw, metadataKey)] as const);
  return Object.fromEntries(entries.toSorted(byName));
}

export function checkBaseline(
  tools: readonly ListedTool[],
  baseline: Baseline,
  metadataKey: string,
): readonly ToolFinding[] {
  const now = baselineOf(tools, metadataKey);
  const twice = namesTwice(tools);
  const names = [...new Set([...Object.keys(baseline.tools), ...Object.keys(now)])].toSorted();
  return names.flatMap((tool): ToolFinding[] => {
    const before = memberOf(baseline.tools, tool);
    const after = memberOf(now, tool);
    // Which of the two is the one that was written down nobody can say.
    if (twice.includes(tool)) return [{ tool, code: 'listed_twice' }];
    if (before === undefined) return [{ tool, code: 'tool_added' }];
    if (after === undefined) return [{ tool, code: 'tool_removed' }];
    const found = differences(sorted(before), after, false);
    return found.length === 0 ? [] : [{ tool, code: 'tool_changed', differences: found }];
  });
}

function partsOf(raw: JsonObject, metadataKey: string): JsonObject {
  const parts = PARTS.flatMap((part): [string, JsonValue][] => {
    const value = memberOf(raw, part);
    return value === undefined ? [] : [[part, sorted(value)]];
  });
  const meta = isJsonObject(raw._meta) ? memberOf(raw._meta, metadataKey) : undefined;
  return Object.fromEntries(meta === undefined ? parts : [...parts, ['execution', sorted(meta)]]);
}

function memberOf(object: Readonly<Record<string, JsonValue>>, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The same value with the keys of its objects in order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(byName));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
