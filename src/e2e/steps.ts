import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { ROOT } from './drive.ts';
import type { Report, Reported, ScenarioReport } from './reported.ts';

/** For a run of many scenarios, should the machine have more to do. */
export const SLOW_MS = 120_000;

const CALLERS = join(ROOT, 'fixtures', 'servers', 'faulty-http', 'server.mjs');

/** Keys of a suite: a server over HTTP where each caller has notes of its own, and a second caller. */
export function callersTarget(): JsonObject {
  const command = { command: process.execPath, args: [CALLERS, 'callers'] };
  const url = 'http://127.0.0.1:${port}/mcp';
  return {
    target: { ...command, env: { PORT: '${port}' }, url },
    clients: { other: { headers: { Authorization: 'Bearer other' } } },
  };
}

/** Keys of a file: JSON is YAML. */
export function lines(keys: JsonObject): string {
  return Object.entries(keys)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

/** A step; `more` are its further keys. */
export function step(tool: string, args: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return { tool, args, ...more };
}

/** A step that is answered with just this result. */
export function give(result: JsonObject, more: JsonObject = {}): JsonObject {
  return step('give', { result }, more);
}

/** A result with these texts. */
export function texts(...all: readonly string[]): JsonObject {
  return { content: all.map((text) => ({ type: 'text', text })) };
}

/** A result with data alone, whose placeholders keep their types; its JSON is its text. */
export function data(structuredContent: JsonObject): JsonObject {
  return { content: [], structuredContent };
}

/** A result with the same data as text and as structured content. */
export function both(data: JsonObject): JsonObject {
  return { ...texts(JSON.stringify(data)), structuredContent: data };
}

/** Scenarios of steps alone, by name: what is to be told of each, and its steps. */
export type Table = Readonly<Record<string, readonly [told: string, ...steps: JsonObject[]]>>;

export function scenariosOf(table: Table): Record<string, string> {
  const all = Object.entries(table).map(([name, [, ...steps]]) => [
    name,
    lines({ tool_sequence: steps }),
  ]);
  return Object.fromEntries(all);
}

/** Every scenario of the table came to what it says. */
export function expectTold(run: Reported, table: Table): void {
  expect(run.stderr).toBe('');
  const names = Object.keys(table);
  const came = names.map((name) => [name, told(run.of(name))]);
  const listed = Object.entries(table).map(([name, [as]]) => [name, as]);
  expect(Object.fromEntries(came), run.stdout).toEqual(Object.fromEntries(listed));
}

/** One of `--twins`, whose name says on which it ran. */
export function isOfTwin({ name }: ScenarioReport): boolean {
  return name.includes('@');
}

/** A table for `expectCaught`, of rows: what caught it, the twin, and the scenarios that did. */
export function caughtBy(
  rows: readonly (readonly [by: string, twin: string, ...scenarios: string[]])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.flatMap(([by, twin, ...names]) => names.map((name) => [`${name}@${twin}`, by])),
  );
}

/** Every scenario that ran on a twin was caught by what is listed for it, and by nothing else. */
export function expectCaught(
  { scenarios }: Report,
  listed: Readonly<Record<string, string>>,
): void {
  const came = scenarios
    .filter((each) => isOfTwin(each) && each.kind === 'scenario' && each.code !== 'twin_unproven')
    .map((each) => [each.name, told(each)]);
  const all = Object.entries(listed).map(([name, by]) => [name, `passed: ${by}`]);
  expect(Object.fromEntries(came)).toEqual(Object.fromEntries(all));
}

/**
 * What a scenario came to, and where: `failed: state@1` is a check of the second step of the
 * sequence, `errored: probe_failed@setup0` trouble in the first one of its set-up.
 */
export function told({ status, code, caught_by, steps, assertions }: ScenarioReport): string {
  const counts = { setup: 0, sequence: 0, teardown: 0 };
  const places = steps.flatMap((each) => {
    const index = counts[each.phase]++;
    const at = each.phase === 'sequence' ? `${index}` : `${each.phase}${index}`;
    const kinds = brokenKinds(each.assertions);
    return [...(each.code === undefined ? [] : [each.code]), ...kinds].map(
      (what) => `${what}@${at}`,
    );
  });
  places.push(...brokenKinds(assertions).map((kind) => `${kind}@output`));
  const why = code ?? caught_by?.code;
  if (places.length === 0 && why !== undefined) places.push(why);
  return places.length === 0 ? status : `${status}: ${places.join(' ')}`;
}

function brokenKinds(assertions: ScenarioReport['assertions']): readonly string[] {
  return assertions
    .filter(({ status }) => status === 'failed' || status === 'errored')
    .map(({ kind }) => kind);
}
