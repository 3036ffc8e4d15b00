import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { compileOwn } from '../validator/own.ts';
import type { OwnValidator } from '../validator/own-errors.ts';
import { type CliOptions, type CliResult, ROOT, runCli, withFiles } from './drive.ts';

const FAULTY = join(ROOT, 'fixtures', 'servers', 'faulty', 'server.mjs');

/** What the tests read of a report. */
export interface Report {
  readonly run_id: string;
  readonly exit_code: number;
  readonly summary: Readonly<Record<string, number>>;
  readonly scenarios: readonly ScenarioReport[];
}

export interface ScenarioReport {
  readonly id: string;
  readonly kind: 'scenario' | 'contract';
  readonly name: string;
  readonly suite: string;
  readonly twin?: JsonObject;
  readonly status: string;
  readonly code?: string;
  readonly message?: string;
  readonly caught_by?: { readonly code: string; readonly message: string };
  readonly own_process?: true;
  readonly output: string;
  readonly stderr?: string;
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
  readonly tmp?: string;
  readonly network_attempts?: readonly JsonObject[];
  readonly findings: readonly { readonly code: string; readonly message: string }[];
  readonly steps: readonly StepReport[];
  readonly assertions: readonly AssertionReport[];
}

interface StepReport {
  readonly phase: 'setup' | 'sequence' | 'teardown';
  readonly tool: string;
  readonly args: JsonObject;
  readonly status: string;
  readonly code?: string;
  readonly message?: string;
  readonly text: string;
  readonly calls: number;
  readonly note?: string;
  readonly upstream?: Readonly<Record<string, readonly JsonObject[]>>;
  readonly network_attempts?: readonly JsonObject[];
  readonly execution?: JsonObject;
  readonly elicitations: number;
  readonly prompts?: readonly JsonObject[];
  readonly assertions: readonly AssertionReport[];
}

export interface AssertionReport {
  readonly kind: string;
  readonly expected: JsonValue;
  readonly status: string;
  readonly message: string | null;
  readonly line: number;
  readonly call?: number;
  readonly file?: string;
}

export interface Reported extends CliResult {
  readonly report: Report;
  /** The scenario of this name; the test fails without one. */
  of(name: string): ScenarioReport;
}

export interface Project {
  /** Of the faulty server. */
  readonly mode?: string | null;
  /** Further lines of suite.yaml; all of it, if it has a target of its own or `mode` is null. */
  readonly suite?: string;
  /** By name: all but the line `name`. */
  readonly scenarios: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly cli?: CliOptions;
}

/** What starts the faulty server. */
export function server(mode: string): { command: string; args: string[] } {
  return { command: process.execPath, args: [FAULTY, mode] };
}

/** The line of a suite.yaml that does. */
export function target(mode: string, rest: Readonly<Record<string, JsonValue>> = {}): string {
  return `target: ${JSON.stringify({ ...server(mode), ...rest })}\n`;
}

/** The files of a suite that tests the faulty server. */
export function projectFiles(project: Project): Record<string, string> {
  const { mode = 'ok', suite = '', scenarios, files = {} } = project;
  const named = Object.entries(scenarios).map(([name, text]) => [
    `${name}.yaml`,
    `name: ${name}\n${text.trimStart()}`,
  ]);
  const whole = mode === null || /^target:/m.test(suite) ? suite : `${target(mode)}${suite}`;
  return { 'suite.yaml': whole, ...Object.fromEntries(named), ...files };
}

/** A scenario of one call, all but its name; `args` and `checks` are lines of YAML. */
export function calls(tool: string, args: string, ...checks: readonly string[]): string {
  return ['tool_sequence:', `  - tool: ${tool}`, `    args: ${args}`, ...checks, ''].join('\n');
}

/** A scenario that passes on every mode of the faulty server that answers at all. */
export const ECHO = calls('echo', '{ text: hello }', 'expected_contains: hello');

/** Runs a suite against the faulty server; its folder is gone afterwards. */
export function runProject(project: Project): Promise<Reported> {
  return withFiles(projectFiles(project), (folder) =>
    runReported(folder, project.args ?? [], project.cli),
  );
}

/** The files of several suites, each in a folder of its own. */
export function filesOfProjects(
  projects: Readonly<Record<string, Project>>,
): Record<string, string> {
  const files = Object.entries(projects).flatMap(([name, project]) =>
    Object.entries(projectFiles(project)).map(([path, text]) => [`${name}/${path}`, text]),
  );
  return Object.fromEntries(files);
}

/** Runs several suites at once, each in a folder of its own; their scenarios have unlike names. */
export function runProjects(
  projects: Readonly<Record<string, Project>>,
  work: (run: Reported, folder: string) => void,
): Promise<void> {
  return withFiles(filesOfProjects(projects), async (folder) =>
    work(await runReported(folder), folder),
  );
}

/** Runs the scenarios of a folder, or of `paths` in it, with both reporters; the report is held against its schema. */
export async function runReported(
  folder: string,
  args: readonly string[] = [],
  options: CliOptions & { readonly paths?: readonly string[] } = {},
): Promise<Reported> {
  const { paths = ['.'], ...cli } = options;
  return withFiles({}, async (out) => {
    const file = join(out, 'report.json');
    const reporters = ['--reporter', 'pretty', '--reporter', `json=${file}`];
    const result = await runCli(['run', ...paths, ...reporters, ...args], { cwd: folder, ...cli });
    const written = await readFile(file, 'utf8').catch(() => null);
    // Without a report, what the program said is what helps.
    expect(written, `no report\n${result.stdout}${result.stderr}`).not.toBeNull();
    const report = await readReport(written ?? '');
    expect(report.exit_code).toBe(result.code);
    return { ...result, report, of: (name) => scenarioOf(report, name) };
  });
}

function scenarioOf(report: Report, name: string): ScenarioReport {
  const found = report.scenarios.filter((scenario) => scenario.name === name);
  expect(found.map((scenario) => scenario.name)).toEqual([name]);
  return found[0] as ScenarioReport;
}

/** `name: status` of every scenario. */
export function statuses(report: Report): Record<string, string> {
  return Object.fromEntries(report.scenarios.map(({ name, status }) => [name, status]));
}

let validator: Promise<OwnValidator> | null = null;

/** A report's text as a value that the program's own schema accepts. */
export async function readReport(text: string): Promise<Report> {
  validator ??= runCli(['schema', 'report']).then(({ stdout }) =>
    compileOwn(JSON.parse(stdout) as JsonObject),
  );
  const value = JSON.parse(text) as JsonValue;
  expect((await validator)(value)).toEqual([]);
  return value as unknown as Report;
}
