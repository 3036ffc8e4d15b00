import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import { renderDiagnostics } from '../report/diagnostics.ts';
import { disarm, escapeJson, escapeLine } from '../report/escape.ts';
import { createMask, createRedactor } from '../report/redact.ts';
import { createStyle } from '../report/style.ts';
import { toolsJson } from '../report/tools-json.ts';
import { toolsText, untoldText } from '../report/tools-text.ts';
import type { RunDeps } from '../run/deps.ts';
import { listTools } from '../run/list-tools.ts';
import { listingOf } from '../run/listing.ts';
import { readHeaders } from '../scenario/live.ts';
import { loadSuites } from '../scenario/load.ts';
import { aimSuites } from '../scenario/plan.ts';
import { secretValues } from '../scenario/secrets.ts';
import { withEnvFile } from './env-file.ts';
import type { ToolsOptions } from './options.ts';
import { overrideOf } from './override.ts';
import type { FoundSuites, RunCommandDeps } from './run.ts';
import { baselineMistakes, unplacedBaseline, writeBaseline } from './write-baseline.ts';

/** What `mcp-eval tools` needs from outside. */
export interface ToolsCommandDeps
  extends Pick<
    RunCommandDeps,
    | 'cwd'
    | 'env'
    | 'readBytes'
    | 'noFolder'
    | 'colour'
    | 'errorColour'
    | 'openStdout'
    | 'writeError'
    | 'today'
    | 'tools'
    | 'connectors'
    | 'signal'
  > {
  readonly findSuite: (path: string | null, cwd: string) => FoundSuites;
  /** The code of a signal that has asked the program to end; null: none has. */
  readonly signalExit: () => number | null;
}

const OK = 0;
const USAGE = 2;
const UNTOLD = 3;

/** Lists what the target offers, and calls nothing; gives the process's exit code. */
export async function toolsCommand(
  options: ToolsOptions,
  outer: ToolsCommandDeps,
): Promise<number> {
  const deps = withEnvFile(options, outer);
  if (!deps.ok) return refuse([deps.error], outer);
  const mistakes = baselineMistakes(options, deps.value.env);
  if (mistakes.length > 0) return refuse(mistakes, deps.value);
  const aimed = aim(options, deps.value);
  return aimed.ok ? look(aimed.value, options, deps.value) : refuse(aimed.error, deps.value);
}

function refuse(refused: readonly Diagnostic[], deps: ToolsCommandDeps): number {
  deps.writeError(renderDiagnostics(refused, createStyle(deps.errorColour)));
  return USAGE;
}

/** The suite, with the target that is meant. */
function aim(options: ToolsOptions, deps: ToolsCommandDeps): Result<Suite, readonly Diagnostic[]> {
  const headers = readHeaders(options.headers, deps.env);
  if (!headers.ok) return headers;
  const choice = { ...options, headers: headers.value };
  const found = isNamed(options) ? BARE : deps.findSuite(options.suite, deps.cwd);
  const context = { ...deps, choice, renewsBaseline: options.writeBaseline };
  const loaded = loadSuites(found.sources, context);
  const mistakes = [...found.diagnostics, ...(loaded.ok ? [] : loaded.error)];
  if (!loaded.ok || mistakes.length > 0) return err(mistakes);
  const aimed = aimSuites(
    loaded.value,
    { ...choice, override: overrideOf(options, deps.cwd) },
    deps,
  );
  if (!aimed.ok) return aimed;
  const [suite] = aimed.value;
  if (suite === undefined || suite.target === null) {
    return err([{ code: 'no_suite', path: suite?.path ?? '.', place: null }]);
  }
  const unplaced = options.writeBaseline ? unplacedBaseline(suite) : [];
  return unplaced.length > 0 ? err(unplaced) : ok(timed(suite, options));
}

const BARE: FoundSuites = {
  sources: [{ path: '.', file: null, scenarios: [], unselected: () => [] }],
  diagnostics: [],
};

/** A server that is named whole needs no suite. */
function isNamed({ suite, command, mcpConfig, url }: ToolsOptions): boolean {
  return suite === null && (command !== null || mcpConfig !== null || url !== null);
}

function timed(suite: Suite, { timeoutMs }: ToolsOptions): Suite {
  return timeoutMs === null ? suite : { ...suite, timeoutMs };
}

async function look(suite: Suite, options: ToolsOptions, deps: ToolsCommandDeps): Promise<number> {
  const redact = createRedactor(createMask(secretValues([suite], deps.env)));
  const tell = (text: string) => deps.writeError(disarm(redact(text)));
  const listed = await listWith(suite, deps);
  const interrupted = deps.signalExit();
  if (!listed.ok) {
    deps.writeError(disarm(untoldText(redact(listed.error), createStyle(deps.errorColour))));
    return interrupted ?? UNTOLD;
  }
  if (options.writeBaseline) {
    return interrupted ?? writeBaseline(listed.value, suite, redact, { ...deps, writeError: tell });
  }
  const listing = redact(listingOf(listed.value, suite));
  const text = options.json
    ? `${escapeJson(JSON.stringify(toolsJson(listing), null, 2))}\n`
    : disarm(toolsText(listing, createStyle(deps.colour && options.colour)));
  const told = await deps.openStdout().finish(text);
  if (!told.ok) deps.writeError(`the list was not written: ${escapeLine(told.error)}\n`);
  return interrupted ?? (told.ok ? OK : UNTOLD);
}

async function listWith(suite: Suite, deps: ToolsCommandDeps) {
  const plan = {
    runId: deps.tools.uuid(),
    startedAt: deps.today(),
    env: deps.env,
    suites: [suite],
    judge: { state: 'off' },
    keepTmp: false,
    maxDurationMs: null,
  } as const;
  const judge = () => {
    throw new Error('nothing is graded here');
  };
  const runDeps: RunDeps = { ...deps.tools, ...(await deps.connectors()), judge };
  return listTools(suite, plan, runDeps, deps.signal);
}
