import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';
import type { Target } from '../model/target.ts';
import { completeContract } from './called-tools.ts';
import { checkNeeds, checkTwins, namesOf } from './check-suite.ts';
import { ownersOf } from './check-vars.ts';
import { DEFAULT_LIVE, type LiveChoice, modeOf } from './live.ts';
import { checkMentions, unusedUpstreams } from './mentions.ts';
import { type OpenFile, openFile } from './open.ts';
import type { ReadBytes } from './parse-route.ts';
import { type NoFolder, parseScenario } from './parse-scenario.ts';
import { bareSuite, parseSuite, type SuiteSettings } from './parse-suite.ts';
import { secretVariables } from './secrets.ts';
import { childOf, entriesOf, entryOf } from './tree.ts';
import { unhandedTmp } from './unhanded-tmp.ts';

/** A file with more mistakes is something else than a scenario. */
const MAX_TOLD = 100;

/** A suite's files as they were read. */
export interface SuiteSource {
  readonly path: string;
  /** Null where no `suite.yaml` governs, `unreadable` where one does and the trouble was told. */
  readonly file: SourceFile | 'unreadable' | null;
  readonly scenarios: readonly SourceFile[];
  /** Its other scenarios, which the paths of this run leave out. */
  readonly unselected: () => readonly SourceFile[];
}

export interface LoadContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readBytes: ReadBytes;
  /** The contract's baseline will be written: there need not be one yet. */
  readonly renewsBaseline?: boolean;
  readonly noFolder: NoFolder;
  /** What the command line says about live runs. */
  readonly choice: LiveChoice;
}

/** Reads every file whole and tells every mistake of all of them, or gives the suites. */
export function loadSuites(
  sources: readonly SuiteSource[],
  context: LoadContext,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const loaded = sources.map((source) => loadSuite(source, context));
  const diagnostics = loaded.flatMap((suite) => (suite.ok ? [] : suite.error));
  if (diagnostics.length > 0) return err(capPerFile(diagnostics));
  return ok(loaded.flatMap((suite) => (suite.ok ? [suite.value] : [])));
}

function capPerFile(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const told = new Map<SourceFile | undefined, number>();
  return diagnostics.filter(({ place }) => {
    const count = (told.get(place?.file) ?? 0) + 1;
    told.set(place?.file, count);
    return count <= MAX_TOLD;
  });
}

function loadSuite(
  source: SuiteSource,
  context: LoadContext,
): Result<Suite, readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const told = (found: readonly Diagnostic[]): void => {
    for (const diagnostic of found) diagnostics.push(diagnostic);
  };
  const suiteFile =
    source.file === null || source.file === 'unreadable' ? null : openFile(source.file, 'suite');
  const scenarioFiles = source.scenarios.map((file) => openFile(file, 'scenario'));
  const all = suiteFile === null ? scenarioFiles : [suiteFile, ...scenarioFiles];
  for (const file of all) told(file.diagnostics);
  told(duplicateNames(scenarioFiles));
  const settings = readSettings(source, suiteFile, context, told);
  const { mode } = settings;
  const upstreams = upstreamNames(source, suiteFile);
  const known = { env: context.env, upstreams, mode, owners: ownersOf(scenarioFiles) };
  for (const file of all) told(checkMentions(file, known));
  if (suiteFile?.tree !== undefined && scenarioFiles.every((file) => file.tree !== undefined)) {
    told(unusedUpstreams(suiteFile, all, source.unselected));
    told(unhandedTmp(suiteFile, all, source.unselected));
    told(checkTwins(suiteFile, scenarioFiles, source.unselected));
  }
  const secrets = secretVariables(
    all.flatMap((file) => file.mentions),
    [settings.target, settings.live.target].flatMap((target) => passedBy(target?.value)),
  );
  const scenarios = readScenarios(scenarioFiles, settings, context, told);
  // Nobody knows what a suite has that can't be read.
  if (source.file === null || settings.file !== null) {
    for (const file of scenarioFiles) told(file.valid ? checkNeeds(file, settings) : []);
  }
  if (diagnostics.length > 0) return err(diagnostics);
  const contract = completeContract(settings.contract, scenarioFiles, source.unselected);
  return ok({ ...settings, contract, secretVariables: secrets, scenarios });
}

/** Null when the suite can't be read: then nothing is said about the names that scenarios use. */
function upstreamNames(source: SuiteSource, opened: OpenFile | null): readonly string[] | null {
  if (source.file !== null && opened?.tree === undefined) return null;
  return entriesOf(childOf(opened?.tree, 'upstreams')).map((entry) => entry.key);
}

function passedBy(target: Target | undefined): readonly string[] {
  if (target === undefined) return [];
  if (target.transport === 'http') return target.process?.passEnv ?? [];
  return target.passEnv;
}

type Tell = (found: readonly Diagnostic[]) => void;

function readSettings(
  source: SuiteSource,
  opened: OpenFile | null,
  context: LoadContext,
  tell: Tell,
): SuiteSettings {
  const mode = modeOf(DEFAULT_LIVE.urlEnv, context.choice, context.env);
  const bare = { ...bareSuite(source.path), mode };
  if (opened?.tree === undefined || !opened.valid) return bare;
  const parsed = parseSuite(opened.file, source.path, opened.tree, context);
  if (parsed.ok) return parsed.value;
  tell(parsed.error);
  return bare;
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
    const parsed = parseScenario(file, tree, settings.timeoutMs, context);
    if (parsed.ok) scenarios.push(...parsed.value);
    else tell(parsed.error);
  }
  return scenarios;
}

function duplicateNames(files: readonly OpenFile[]): readonly Diagnostic[] {
  const first = new Map<string, Place>();
  return files.flatMap(({ file, tree }): Diagnostic[] => {
    const node = entryOf(tree, 'name')?.value;
    const names = namesOf(tree);
    if (node === undefined || names.length === 0) return [];
    const place = { file, span: node.span };
    for (const name of names) {
      const earlier = first.get(name);
      if (earlier !== undefined) return [{ code: 'duplicate_name', name, first: earlier, place }];
    }
    for (const name of names) first.set(name, place);
    return [];
  });
}
