import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { Scenario, Suite } from '../model/suite.ts';
import { checkMentions, unusedUpstreams } from './mentions.ts';
import { type OpenFile, openFile } from './open.ts';
import type { ReadBytes } from './parse-route.ts';
import { parseScenario } from './parse-scenario.ts';
import { bareSuite, parseSuite, type SuiteSettings } from './parse-suite.ts';
import { childOf, entriesOf, entryOf } from './tree.ts';

/** A suite's files as they were read; `file` is null where no `suite.yaml` governs. */
export interface SuiteSource {
  readonly path: string;
  readonly file: SourceFile | null;
  readonly scenarios: readonly SourceFile[];
}

export interface LoadContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readBytes: ReadBytes;
}

/** Reads every file whole and tells every mistake of all of them, or gives the suites. */
export function loadSuites(
  sources: readonly SuiteSource[],
  context: LoadContext,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const suites: Suite[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const source of sources) {
    const loaded = loadSuite(source, context);
    if (loaded.ok) suites.push(loaded.value);
    else diagnostics.push(...loaded.error);
  }
  return diagnostics.length > 0 ? err(diagnostics) : ok(suites);
}

function loadSuite(
  source: SuiteSource,
  context: LoadContext,
): Result<Suite, readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const told = (found: readonly Diagnostic[]): void => void diagnostics.push(...found);
  const suiteFile = source.file === null ? null : openFile(source.file, 'suite');
  const scenarioFiles = source.scenarios.map((file) => openFile(file, 'scenario'));
  const all = suiteFile === null ? scenarioFiles : [suiteFile, ...scenarioFiles];
  const upstreams = entriesOf(childOf(suiteFile?.tree, 'upstreams'));
  for (const file of all) {
    told(file.diagnostics);
    told(checkMentions(file, { env: context.env, upstreams: upstreams.map((entry) => entry.key) }));
  }
  told(duplicateNames(scenarioFiles));

  const settings = readSettings(source, suiteFile, context, told);
  if (suiteFile?.tree !== undefined && scenarioFiles.every((file) => file.tree !== undefined)) {
    told(unusedUpstreams(suiteFile, all));
  }
  const scenarios = readScenarios(scenarioFiles, settings, context, told);
  return diagnostics.length > 0 ? err(diagnostics) : ok({ ...settings, scenarios });
}

type Tell = (found: readonly Diagnostic[]) => void;

function readSettings(
  source: SuiteSource,
  opened: OpenFile | null,
  context: LoadContext,
  tell: Tell,
): SuiteSettings {
  if (opened?.tree === undefined || !opened.valid) return bareSuite(source.path);
  const parsed = parseSuite(opened.file, source.path, opened.tree, context.readBytes);
  if (parsed.ok) return parsed.value;
  tell(parsed.error);
  return bareSuite(source.path);
}

function readScenarios(
  files: readonly OpenFile[],
  settings: SuiteSettings,
  context: LoadContext,
  tell: Tell,
): readonly Scenario[] {
  const scenarios: Scenario[] = [];
  for (const { file, tree, valid } of files) {
    if (tree === undefined || !valid) continue;
    const parsed = parseScenario(file, tree, settings.timeoutMs, context.readBytes);
    if (parsed.ok) scenarios.push(parsed.value);
    else tell(parsed.error);
  }
  return scenarios;
}

function duplicateNames(files: readonly OpenFile[]): readonly Diagnostic[] {
  const first = new Map<string, Place>();
  return files.flatMap(({ file, tree }): Diagnostic[] => {
    const node = entryOf(tree, 'name')?.value;
    if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
    const place = { file, span: node.span };
    const earlier = first.get(node.value);
    if (earlier !== undefined) {
      return [{ code: 'duplicate_name', name: node.value, first: earlier, place }];
    }
    first.set(node.value, place);
    return [];
  });
}
