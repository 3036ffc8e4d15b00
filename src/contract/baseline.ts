import type { Baseline, ToolFinding } from '../model/contract.ts';
import { differences } from '../model/difference.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { namesTwice } from './list.ts';
import { byName, sorted, sortedSchema, sortedSet } from './schema-order.ts';

/** What of a tool is part of the contract; the order of tools and of keys is not. */
const PARTS: readonly string[] = [
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
];

const SCHEMAS: readonly string[] = ['inputSchema', 'outputSchema'];
const PROVIDERS = 'externalApiProviders';

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
    const found = differences(sortedTool(before), after, false);
    return found.length === 0 ? [] : [{ tool, code: 'tool_changed', differences: found }];
  });
}

function partsOf(raw: JsonObject, metadataKey: string): JsonObject {
  const parts = PARTS.flatMap((part): [string, JsonValue][] => {
    const value = memberOf(raw, part);
    return value === undefined ? [] : [[part, sortedPart(part, value)]];
  });
  const meta = isJsonObject(raw._meta) ? memberOf(raw._meta, metadataKey) : undefined;
  return Object.fromEntries(
    meta === undefined ? parts : [...parts, ['execution', sortedPart('execution', meta)]],
  );
}

/** A part with all in order whose order means nothing. */
function sortedPart(part: string, value: JsonValue): JsonValue {
  if (SCHEMAS.includes(part)) return sortedSchema(value);
  const plain = sorted(value);
  if (part !== 'execution' || !isJsonObject(plain)) return plain;
  const providers = memberOf(plain, PROVIDERS);
  return providers === undefined ? plain : { ...plain, [PROVIDERS]: sortedSet(providers) };
}

/** A tool as the file has it, which somebody may have edited. */
function sortedTool(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool)) return tool;
  const parts = Object.entries(tool).map(([part, value]) => [part, sortedPart(part, value)]);
  return Object.fromEntries(parts);
}

function memberOf(object: Readonly<Record<string, JsonValue>>, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
