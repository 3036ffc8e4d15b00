import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { shapeFaults } from '../model/tool-shape.ts';

const SOUND = {
  name: 'sound',
  title: 'Sound',
  description: 'Does nothing.',
  inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  outputSchema: { type: 'object', properties: { b: {} }, required: [] },
  annotations: { title: 'Sound', readOnlyHint: true, openWorldHint: false },
  execution: { taskSupport: 'optional' },
  icons: [{ src: 'data:,', mimeType: 'image/png', sizes: ['16x16'], theme: 'dark' }],
  _meta: { anything: 1 },
} satisfies JsonObject;

const refusedBySdk = (tool: JsonValue) =>
  !ListToolsResultSchema.safeParse({ tools: [tool] }).success;

/** All places of a value, itself first. */
function placesIn(value: JsonValue): readonly (readonly string[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => placesIn(each).map((at) => [key, ...at]))
      : [];
  return [[], ...inner];
}

/** The same with another value at a place; undefined: without it. */
function altered(value: JsonValue, [key, ...rest]: readonly string[], put: JsonValue | undefined) {
  if (key === undefined) return put;
  const copy = structuredClone(value) as Record<string, JsonValue | undefined>;
  copy[key] = altered(copy[key] as JsonValue, rest, put);
  return JSON.parse(JSON.stringify(copy));
}

test('a tool is refused here where the official client refuses it, and nowhere else', () => {
  expect(refusedBySdk(SOUND)).toBe(false);
  expect(shapeFaults(SOUND)).toEqual([]);
  const values = [undefined, null, 5, true, '', 'object', [], ['a'], [5], {}, { type: 'array' }];
  for (const at of placesIn(SOUND)) {
    for (const put of values) {
      const tool = altered(SOUND, at, put) ?? null;
      expect([at, put, shapeFaults(tool).length > 0]).toEqual([at, put, refusedBySdk(tool)]);
    }
  }
});

test('a tool that is wrong all over is told by some of it', () => {
  const required = Array.from({ length: 10_000 }, (_, at) => at);
  expect(shapeFaults({ ...SOUND, inputSchema: { type: 'object', required } })).toHaveLength(20);
});

test('whatever a tool is made of', () => {
  const keys = fc.constantFrom(...placesIn(SOUND).flatMap(([key]) => key ?? []), 'other');
  const anyTool = fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(anyTool, (parts) => {
      const tool = JSON.parse(JSON.stringify({ ...SOUND, ...parts }));
      expect(shapeFaults(tool).length > 0).toBe(refusedBySdk(tool));
    }),
  );
});
