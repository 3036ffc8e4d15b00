import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Root, Scenario, ScenarioFiles, Step, Variant } from '../model/scenario.ts';
import type { SourceFile } from '../model/source.ts';
import type { Route } from '../model/upstream.ts';
import { scenarioMistakes } from './check-steps.ts';
import { parseExpected } from './parse-checks.ts';
import { parsePolicy } from './parse-policy.ts';
import { parseRepeat, repeatMistakes } from './parse-repeat.ts';
import { parseRoute, type ReadBytes } from './parse-route.ts';
import { parseStep } from './parse-step.ts';
import { booleanAt, listAt, numberAt, objectAt, stringAt, stringsAt } from './read.ts';
import { childOf, entriesOf, entryOf, itemsOf, type Tree, toJson } from './tree.ts';

/** Why a path leads to no folder; null: it leads to one. */
export type NoFolder = (absolute: string) => string | null;

interface FileAccess {
  readonly readBytes: ReadBytes;
  readonly noFolder: NoFolder;
}

/**
 * Makes the scenarios of a file that the format has accepted: one, or one for each of its cases.
 * `timeoutMs` is the suite's.
 */
export function parseScenario(
  file: SourceFile,
  tree: Tree,
  timeoutMs: number,
  { readBytes, noFolder }: FileAccess,
): Result<readonly Scenario[], readonly Diagnostic[]> {
  const routes = parseOwnRoutes(file, tree, readBytes);
  const callCap = numberAt(tree, 'timeout_ms') ?? timeoutMs;
  const stepsAt = (key: string) =>
    itemsOf(childOf(tree, key)).map((step) => parseStep(file, step, callCap));
  const steps = stepsAt('tool_sequence');
  const [setup, teardown] = [notOwn(stepsAt('setup')), notOwn(stepsAt('teardown'))];
  const assertions = parseExpected(file, tree);
  const place = { file, span: entryOf(tree, 'name')?.value.span ?? tree.span };
  const checks = [...assertions, ...steps.flatMap((step) => step.assertions)];
  const diagnostics: Diagnostic[] = [
    ...routes.diagnostics,
    ...scenarioMistakes(file, tree),
    ...repeatMistakes(file, tree),
    ...folderMistakes(file, tree, noFolder),
  ];
  if (!checks.some((check) => check.own)) {
    diagnostics.push({ code: 'nothing_to_check', reason: 'no_check', place });
  }
  if (diagnostics.length > 0) return err(diagnostics);
  const scenario: Scenario = {
    id: file.path,
    file,
    name: stringAt(tree, 'name') ?? '',
    description: stringAt(tree, 'description'),
    tags: listAt(file, tree, 'tags').map((tag) => tag.value),
    skip: stringAt(tree, 'skip'),
    live: booleanAt(tree, 'live'),
    allowDestructive: booleanAt(tree, 'allow_destructive'),
    vars: objectAt(tree, 'vars'),
    routes: routes.byName,
    policy: parsePolicy(tree),
    variant: null,
    repeat: parseRepeat(tree),
    twin: null,
    env: stringsAt(tree, 'env'),
    files: parseFiles(file, tree),
    roots: parseRoots(tree),
    setup,
    steps,
    teardown,
    assertions,
    place,
  };
  const variants = parseVariants(tree);
  return ok(variants.length === 0 ? [scenario] : variants.map((each) => variantOf(scenario, each)));
}

/** What comes before and after can only fail a scenario. */
function notOwn(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => ({
    ...step,
    assertions: step.assertions.map((assertion) => ({ ...assertion, own: false })),
  }));
}

function parseVariants(tree: Tree): readonly Variant[] {
  return entriesOf(childOf(tree, 'cases')).map(({ key, value }) => {
    const values = toJson(value);
    return { name: key, values: isJsonObject(values) ? values : {} };
  });
}

function variantOf(scenario: Scenario, variant: Variant): Scenario {
  const suffix = `#${variant.name}`;
  return {
    ...scenario,
    id: `${scenario.id}${suffix}`,
    name: `${scenario.name}${suffix}`,
    variant,
  };
}

function parseFiles(file: SourceFile, tree: Tree): ScenarioFiles | null {
  const node = childOf(tree, 'files');
  if (node === undefined) return null;
  const folder = stringAt(tree, 'files');
  if (folder === null) return { kind: 'texts', texts: stringsAt(tree, 'files') };
  return { kind: 'folder', absolute: resolve(dirname(file.absolute), folder) };
}

function folderMistakes(file: SourceFile, tree: Tree, noFolder: NoFolder): readonly Diagnostic[] {
  const node = childOf(tree, 'files');
  const files = parseFiles(file, tree);
  if (node === undefined || files?.kind !== 'folder') return [];
  const [placeholder] = /(?<!\$)\$\{[^}]*\}?/.exec(stringAt(tree, 'files') ?? '') ?? [];
  if (placeholder !== undefined) {
    const where = 'the folder of `files`: it is looked up as it stands';
    return [{ code: 'placeholder_not_here', placeholder, where, place: { file, span: node.span } }];
  }
  const reason = noFolder(files.absolute);
  if (reason === null) return [];
  const problem = `must be a folder: ${reason}`;
  return [{ code: 'bad_value', problem, nearest: null, place: { file, span: node.span } }];
}

function parseRoots(tree: Tree): readonly Root[] | null {
  const node = childOf(tree, 'roots');
  if (node === undefined) return null;
  return itemsOf(node).map((root) => ({
    uri: stringAt(root, 'uri') ?? '',
    name: stringAt(root, 'name'),
  }));
}

function parseOwnRoutes(
  file: SourceFile,
  tree: Tree,
  readBytes: ReadBytes,
): { byName: Record<string, readonly Route[]>; diagnostics: readonly Diagnostic[] } {
  const parsed = entriesOf(childOf(tree, 'upstreams')).map(({ key, value }) => {
    return { key, ...parseRoutes(file, value, readBytes) };
  });
  return {
    byName: Object.fromEntries(parsed.map(({ key, routes }) => [key, routes])),
    diagnostics: parsed.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** The routes of a list, and what is wrong with those that it leaves out. */
export function parseRoutes(
  file: SourceFile,
  list: Tree | undefined,
  readBytes: ReadBytes,
): { routes: readonly Route[]; diagnostics: readonly Diagnostic[] } {
  const parsed = itemsOf(list).map((node) => parseRoute(file, node, readBytes));
  return {
    routes: parsed.flatMap((route) => (route.ok ? [route.value] : [])),
    diagnostics: parsed.flatMap((route) => (route.ok ? [] : route.error)),
  };
}
