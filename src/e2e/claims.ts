import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { withFiles } from './drive.ts';
import { projectFiles, type Reported, runReported, target } from './reported.ts';
import { lines, step, told } from './steps.ts';

/** What a scenario comes to, words of its message, its steps and its other keys. */
export type Claim = readonly [
  told: string,
  words: string | null,
  steps: readonly JsonObject[],
  keys?: JsonObject,
];

export type Claims = Readonly<Record<string, Claim>>;

/** A call of a tool that is called after what it declares; it does and reports what `args` say. */
export function act(tool: string, args: JsonObject = {}, more: JsonObject = {}): JsonObject {
  const { expect: own = {}, ...rest } = more;
  const result = (own as JsonObject).error === undefined ? { contains: 'done' } : {};
  return step(tool, args, { ...rest, expect: { ...result, ...(own as JsonObject) } });
}

export const LIES = 'failed: execution_claims@0';

/** One call, and what is wrong with it. */
export const lies = (
  words: string,
  tool: string,
  args: JsonObject,
  keys: JsonObject = {},
): Claim => [LIES, words, [act(tool, args)], keys];
export const holds = (tool: string, args: JsonObject, keys: JsonObject = {}): Claim => [
  'passed',
  null,
  [act(tool, args)],
  keys,
];

export const says = (llmInvoked: boolean, externalApiAttempted: boolean): JsonObject => ({
  said: { schemaVersion: 1, llmInvoked, externalApiAttempted },
});
const STUBS = { routes: [], unmatched: 'allow' };
/** Two of them stand for one provider. */
const UPSTREAMS = {
  api: { ...STUBS, provider: 'a' },
  again: { ...STUBS, provider: 'a' },
  other: { ...STUBS, provider: 'b' },
  model: { ...STUBS, kind: 'llm' },
};

function suiteText(keys: JsonObject): string {
  const names = Object.keys(UPSTREAMS);
  const env = names.map((name) => [`${name.toUpperCase()}_URL`, `\${upstreams.${name}.url}`]);
  const claims = target('claims', { env: Object.fromEntries(env), pass_env: ['DIARY'] });
  return claims + lines({ upstreams: UPSTREAMS, isolation: 'suite', ...keys });
}

export interface Suited {
  readonly keys?: JsonObject;
  readonly claims: Claims;
}

export interface ClaimsRun extends Reported {
  /** What the servers were asked. */
  readonly diary: readonly string[];
}

/** Runs suites of the server whose tools make claims, a folder each; no two scenarios have one name. */
export async function runClaims(suites: Readonly<Record<string, Suited>>): Promise<ClaimsRun> {
  const files = Object.entries(suites).flatMap(([folder, { keys = {}, claims }]) => {
    const scenarios = Object.entries(claims).map(([name, [, , steps, more = {}]]) => [
      name,
      lines({ ...more, tool_sequence: steps }),
    ]);
    const project = { suite: suiteText(keys), scenarios: Object.fromEntries(scenarios) };
    return Object.entries(projectFiles(project)).map(([path, text]) => [`${folder}/${path}`, text]);
  });
  return withFiles(Object.fromEntries(files), async (cwd) => {
    const DIARY = join(cwd, 'diary.txt');
    const run = await runReported(cwd, [], { env: { DIARY } });
    return { ...run, diary: (await readFile(DIARY, 'utf8')).split('\n') };
  });
}

/** Every scenario came to what the table says, in its words. */
export function expectClaims(run: Reported, claims: Claims): void {
  const rows = Object.entries(claims);
  const came = rows.map(([name]) => [name, told(run.of(name))]);
  const listed = rows.map(([name, [as]]) => [name, as]);
  expect(Object.fromEntries(came), run.stderr).toEqual(Object.fromEntries(listed));
  for (const [name, [, words]] of rows) {
    if (words !== null) expect(run.of(name).message, name).toContain(words);
  }
}
