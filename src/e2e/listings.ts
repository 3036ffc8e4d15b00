import type { RuleName } from '../model/contract.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { AssertionReport, Project, Reported, ScenarioReport } from './reported.ts';
import { server } from './reported.ts';
import { lines, step } from './steps.ts';

/** Suites that hold the list of a server against a contract; the server lists what its suite says. */

export const WRITES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const LISTS = { hints: 'explicit', output_schema: 'required', execution: 'declared' };

export interface Listing {
  /** By name: what is different from a tool that reads and tells everything of itself. */
  readonly tools: JsonObject;
  readonly contract: JsonObject;
  /** Further variables of the server. */
  readonly env?: JsonObject;
  /** Further keys of the suite, over those of the target as well. */
  readonly suite?: JsonObject;
  /** The tool that the one scenario calls. Default: the first. */
  readonly calls?: string;
  readonly expect?: JsonValue;
}

/** What starts the server of these tools. */
export function listingTarget(tools: JsonObject, env: JsonObject = {}): JsonObject {
  return {
    ...server('listing'),
    env: { ...env, TOOLS: JSON.stringify(tools) },
    pass_env: ['DIARY'],
  };
}

/** A suite with one scenario, which is named like it. */
function listing(name: string, given: Listing): Project {
  const { tools, contract, env = {}, suite = {}, expect = { error: false } } = given;
  const { calls = Object.keys(tools)[0] ?? 'none' } = given;
  const keys = {
    target: listingTarget(tools, env),
    state: { resource: 'listing://count' },
    contract,
    ...suite,
  };
  const scenario = lines({ tool_sequence: [step(calls, {}, { expect })] });
  return { suite: lines(keys), scenarios: { [name]: scenario } };
}

export function listings(all: Readonly<Record<string, Listing>>): Record<string, Project> {
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, listing(name, each)]));
}

/** The contract of the suite in this folder, on this twin. */
export function contractIn({ report }: Reported, folder: string, twin = ''): ScenarioReport {
  const id = `${folder === '.' ? '' : `${folder}/`}suite.yaml${twin}`;
  const found = report.scenarios.filter((each) => each.kind === 'contract' && each.id === id);
  if (found.length !== 1) throw new Error(`${found.length} contracts ${id}`);
  return found[0] as ScenarioReport;
}

/** Each rule and what it came to: `hints: passed`. */
export function rulesOf({ assertions }: ScenarioReport): string[] {
  return assertions.filter(isRule).map(({ expected, status }) => `${ruleOf(expected)}: ${status}`);
}

/** What the rules find, or this one of them, a line each. */
export function findingsOf({ assertions }: ScenarioReport, rule?: RuleName): string[] {
  return assertions
    .filter((each) => isRule(each) && (rule === undefined || ruleOf(each.expected) === rule))
    .flatMap(({ message }) =>
      (message ?? '').split('\n').filter((line) => /^\S+ {2,}\S/.test(line)),
    );
}

function isRule({ kind }: AssertionReport): boolean {
  return kind === 'contract';
}

function ruleOf(expected: JsonValue): string {
  return Object.keys(expected as JsonObject).join();
}
