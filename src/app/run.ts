import { resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { foldEvents } from '../model/fold.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { RunResult } from '../model/run-result.ts';
import type { Suite } from '../model/suite.ts';
import { renderDiagnostics } from '../report/diagnostics.ts';
import { disarm, escapeLine } from '../report/escape.ts';
import { createMask, type Mask, NO_MASK } from '../report/redact.ts';
import { createStyle } from '../report/style.ts';
import type { RunDeps } from '../run/deps.ts';
import { run } from '../run/run.ts';
import { contractUnit } from '../scenario/contract-unit.ts';
import { type JudgePlan, planJudge } from '../scenario/judge-plan.ts';
import { readHeaders, TOKEN_VARIABLE } from '../scenario/live.ts';
import { type LoadContext, loadSuites, type SuiteSource } from '../scenario/load.ts';
import { selectSuites } from '../scenario/plan.ts';
import { secretValues, writtenSecrets } from '../scenario/secrets.ts';
import { withEnvFile } from './env-file.ts';
import { type CreateJudge, openJudges } from './judging.ts';
import type { RunOptions } from './options.ts';
import { overrideOf } from './override.ts';
import { showable } from './refusal.ts';
import { type OutputDeps, openReports, type Reports } from './reports.ts';
export interface FoundSuites {
  readonly sources: readonly SuiteSource[];
  /** What was not found or could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What `mcp-eval run` needs from outside. */
export interface RunCommandDeps extends OutputDeps {
  readonly cwd: string;
  readonly env: LoadContext['env'];
  readonly readBytes: LoadContext['readBytes'];
  readonly noFolder: LoadContext['noFolder'];
  readonly findSuites: (paths: readonly string[], suite: string | null, cwd: string) => FoundSuites;
  readonly today: () => Date;
  readonly connectors: () => Promise<Pick<RunDeps, 'reach' | 'openUpstreams' | 'openTripwire'>>;
  /** Loaded only when a criterion will be graded. */
  readonly judges: () => Promise<CreateJudge>;
  readonly tools: Pick<RunDeps, 'tmp' | 'now' | 'uuid'>;
  readonly writeError: (text: string) => void;
  readonly exitCodeOf: (end: RunEnd) => number;
}

interface RunEnd {
  readonly result: RunResult;
  readonly allowEmpty: boolean;
  readonly reportLost: boolean;
}

/** The code for input that can't be run, or with nothing in it to run. */
const USAGE = 2;

/** Loads, selects, runs and reports; gives the process's exit code. */
export async function runCommand(options: RunOptions, outer: RunCommandDeps): Promise<number> {
  const deps = withEnvFile(options, outer);
  if (!deps.ok) return tellRefused([deps.error], outer);
  return runWith(options, deps.value);
}

async function runWith(options: RunOptions, deps: RunCommandDeps): Promise<number> {
  const found = deps.findSuites(options.paths, options.suite, deps.cwd);
  const inputs = inputsOf(found, options, deps);
  const planned = planRun(found, options, deps);
  if (!planned.ok) {
    const secrets = refusalSecrets(found, deps);
    return refuse(showable(planned.error, secrets), inputs, options, deps);
  }
  const { suites, judge } = planned.value;
  if (options.list) return listScenarios(suites, deps);
  const mask = createMask(secretValues(suites, deps.env));
  const reports = openReports(options, deps, mask, inputs);
  if (!reports.ok) return tellRefused(reports.error, deps);
  return execute({ suites, judge, mask }, options, reports.value, deps);
}

/** Of files that could not be read as suites. */
function refusalSecrets({ sources }: FoundSuites, { env }: RunCommandDeps): readonly string[] {
  const files = sources.flatMap(({ file }) =>
    file === null || file === 'unreadable' ? [] : [file],
  );
  return [...secretValues([], env), ...files.flatMap(writtenSecrets)];
}

interface Planned {
  readonly suites: readonly Suite[];
  readonly judge: JudgePlan;
}

function planRun(
  found: FoundSuites,
  options: RunOptions,
  deps: RunCommandDeps,
): Result<Planned, readonly Diagnostic[]> {
  const suites = admitNothing(selectScenarios(found, options, deps), options);
  if (!suites.ok) return suites;
  if (options.list) return ok({ suites: suites.value, judge: { state: 'off' } });
  const judge = planJudge(suites.value, options, deps.env);
  return judge.ok ? ok({ suites: suites.value, judge: judge.value }) : judge;
}

/** The files that a run is read from, those that could not be read included. */
function inputsOf(found: FoundSuites, { paths, suite }: RunOptions, { cwd }: RunCommandDeps) {
  const loaded = found.sources.flatMap(({ file, scenarios }) =>
    [file, ...scenarios].map((source) =>
      source === null || source === 'unreadable' ? [] : [source.absolute],
    ),
  );
  const unread = found.diagnostics.flatMap((told) =>
    'path' in told && typeof told.path === 'string' ? [told.path] : [],
  );
  const named = [...paths, ...(suite === null ? [] : [suite]), ...unread];
  return [...loaded.flat(), ...named.map((path) => resolve(cwd, path))];
}

/** Machines are told as well: an older report must not be taken for this run's. */
async function refuse(
  refused: readonly Diagnostic[],
  inputs: readonly string[],
  options: RunOptions,
  deps: RunCommandDeps,
): Promise<number> {
  const reporters = options.reporters.filter(({ name }) => name !== 'pretty');
  const reports = openReports({ ...options, reporters }, deps, NO_MASK, inputs);
  if (!reports.ok || reporters.length === 0) return tellRefused(refused, deps);
  const run = { runId: deps.tools.uuid(), startedAt: deps.today().toISOString() };
  const summary = { result: { ...foldEvents([]), ...run }, exitCode: USAGE, refused };
  const lost = await reports.value.endFiles(summary);
  if (reporters.some(({ file }) => file === null)) await reports.value.endTerminal(summary);
  tellLost(lost, deps);
  return tellRefused(refused, deps);
}

function tellRefused(refused: readonly Diagnostic[], deps: RunCommandDeps): number {
  deps.writeError(renderDiagnostics(refused, createStyle(deps.errorColour)));
  return USAGE;
}

/** With `--allow-empty`, filters that leave nothing are no mistake: an empty run is reported. */
function admitNothing(
  selected: ReturnType<typeof selectScenarios>,
  { allowEmpty }: RunOptions,
): ReturnType<typeof selectScenarios> {
  if (selected.ok || !allowEmpty) return selected;
  return selected.error.every(({ code }) => code === 'no_match') ? ok([]) : selected;
}

function selectScenarios(
  found: FoundSuites,
  options: RunOptions,
  deps: RunCommandDeps,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const headers = readHeaders(options.headers, deps.env);
  const choice = { ...options, headers: headers.ok ? headers.value : {} };
  const suites = loadSuites(found.sources, { ...deps, choice });
  const mistakes = [
    ...(headers.ok ? [] : headers.error),
    ...found.diagnostics,
    ...(suites.ok ? [] : suites.error),
  ];
  if (!suites.ok || mistakes.length > 0) return err(mistakes);
  return selectSuites(suites.value, { ...choice, override: overrideOf(options, deps.cwd) }, deps);
}

async function listScenarios(suites: readonly Suite[], deps: RunCommandDeps): Promise<number> {
  const units = suites.flatMap((suite) => {
    const contract = contractUnit(suite);
    return contract === null ? suite.scenarios : [contract.scenario, ...suite.scenarios];
  });
  const lines = units.map(({ id, name, tags }) => {
    const words = tags.length === 0 ? [] : [`[${tags.join(', ')}]`];
    return `${[id, name, ...words].map(escapeLine).join('  ')}\n`;
  });
  const out = deps.openStdout();
  const told = await out.finish(disarm(lines.join('')));
  if (!told.ok) deps.writeError(`the list was not written: ${escapeLine(told.error)}\n`);
  return told.ok ? 0 : 3;
}

async function execute(
  { suites, judge, mask }: Planned & { readonly mask: Mask },
  options: RunOptions,
  reports: Reports,
  deps: RunCommandDeps,
): Promise<number> {
  const plan = {
    runId: deps.tools.uuid(),
    startedAt: deps.today(),
    env: deps.env,
    suites,
    judge,
    keepTmp: options.keepTmp,
    maxDurationMs: options.maxDurationMs,
  };
  const runDeps: RunDeps = {
    ...deps.tools,
    ...(await deps.connectors()),
    judge: await openJudges(judge, mask, deps),
  };
  tellNotLive(suites, deps);
  const result = await run(plan, runDeps, (event) => reports.event(event), deps.signal);
  const end = { result, allowEmpty: options.allowEmpty };
  const exitCode = (lost: readonly string[]) =>
    deps.exitCodeOf({ ...end, reportLost: lost.length > 0 });
  const told = exitCode([]);
  const lostFiles = await reports.endFiles({ result, exitCode: told });
  const lostHere = await reports.endTerminal({ result, exitCode: exitCode(lostFiles) });
  const lost = new Set([...lostFiles, ...lostHere]);
  const final = exitCode([...lost]);
  // What got through says how the process ends, also when that was decided after it.
  if (final !== told) {
    for (const line of await reports.rewriteFiles({ result, exitCode: final })) lost.add(line);
  }
  tellLost([...lost], deps);
  return final;
}

/** Whoever has set the token means a live run; the variable of its address may be misspelt. */
function tellNotLive(suites: readonly Suite[], deps: RunCommandDeps): void {
  const isLive = suites.some(({ mode }) => mode === 'live');
  if (isLive || !deps.env[TOKEN_VARIABLE]) return;
  deps.writeError(`note: ${TOKEN_VARIABLE} is set, but this is no live run\n`);
}

function tellLost(lost: readonly string[], deps: RunCommandDeps): void {
  for (const line of lost) deps.writeError(`${disarm(escapeLine(line))}\n`);
}
