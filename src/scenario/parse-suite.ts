import { dirname } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SourceFile } from '../model/source.ts';
import type { Suite, SuiteTarget, Upstream } from '../model/suite.ts';
import type { ReadBytes } from './parse-route.ts';
import { parseRoutes } from './parse-scenario.ts';
import { booleanAt, listAt, numberAt, stringAt, stringsAt } from './read.ts';
import { childOf, entriesOf, entryOf, type Tree } from './tree.ts';

/** Cap in ms on start and `initialize` together. */
const STARTUP_TIMEOUT_MS = 10_000;
/** Cap in ms on each call. */
const CALL_TIMEOUT_MS = 30_000;

export type SuiteSettings = Omit<Suite, 'scenarios'>;

/** The settings of scenarios that no `suite.yaml` governs. */
export function bareSuite(path: string): SuiteSettings {
  return {
    path,
    file: null,
    target: null,
    isolation: 'scenario',
    startupTimeoutMs: STARTUP_TIMEOUT_MS,
    timeoutMs: CALL_TIMEOUT_MS,
    strictProtocol: false,
    secretVariables: [],
    upstreams: [],
    notContains: [],
  };
}

/** Makes the settings of a file that the format has accepted. */
export function parseSuite(
  file: SourceFile,
  path: string,
  tree: Tree,
  readBytes: ReadBytes,
): Result<SuiteSettings, readonly Diagnostic[]> {
  const target = parseTarget(file, tree);
  const upstreams = parseUpstreams(file, tree, readBytes);
  const diagnostics = [...(target.ok ? [] : [target.error]), ...upstreams.diagnostics];
  if (!target.ok || diagnostics.length > 0) return err(diagnostics);
  const bare = bareSuite(path);
  return ok({
    ...bare,
    file,
    target: target.value,
    isolation: stringAt(tree, 'isolation') === 'suite' ? 'suite' : 'scenario',
    startupTimeoutMs: numberAt(tree, 'startup_timeout_ms') ?? bare.startupTimeoutMs,
    timeoutMs: numberAt(tree, 'timeout_ms') ?? bare.timeoutMs,
    strictProtocol: booleanAt(tree, 'strict_protocol'),
    upstreams: upstreams.list,
    notContains: listAt(file, tree, 'expected_not_contains'),
  });
}

function parseTarget(file: SourceFile, tree: Tree): Result<SuiteTarget | null, Diagnostic> {
  const entry = entryOf(tree, 'target');
  if (entry === undefined) return ok(null);
  const place = { file, span: entry.keySpan };
  const command = stringAt(entry.value, 'command');
  if (command === null)
    return err({ code: 'missing_key', key: 'command', owner: '`target`', place });
  return ok({
    place: { file, span: childOf(entry.value, 'command')?.span ?? entry.keySpan },
    value: {
      transport: 'stdio',
      command,
      args: listAt(file, entry.value, 'args').map((arg) => arg.value),
      env: stringsAt(entry.value, 'env'),
      passEnv: listAt(file, entry.value, 'pass_env').map((name) => name.value),
      cwd: stringAt(entry.value, 'cwd') ?? '.',
      baseDir: dirname(file.absolute),
    },
  });
}

function parseUpstreams(
  file: SourceFile,
  tree: Tree,
  readBytes: ReadBytes,
): { list: readonly Upstream[]; diagnostics: readonly Diagnostic[] } {
  const parsed = entriesOf(childOf(tree, 'upstreams')).map(({ key, keySpan, value }) => {
    const { routes, diagnostics } = parseRoutes(file, childOf(value, 'routes'), readBytes);
    const unmatched = stringAt(value, 'unmatched') === 'allow' ? 'allow' : 'fail';
    const upstream: Upstream = { name: key, routes, unmatched, place: { file, span: keySpan } };
    return { upstream, diagnostics };
  });
  return {
    list: parsed.map(({ upstream }) => upstream),
    diagnostics: parsed.flatMap(({ diagnostics }) => diagnostics),
  };
}
