import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceFile } from '../model/source.ts';
import type { SuiteSource } from '../scenario/load.ts';
import { displayed, readSource, reasonOf, statOf } from './files.ts';

const SUITE_NAMES: readonly string[] = ['suite.yaml', 'suite.yml'];

export interface FoundSuites {
  readonly sources: readonly SuiteSource[];
  /** What was not found or could not be read; the sources are what is left. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Search {
  readonly cwd: string;
  /** `--suite`, absolute: governs every scenario. */
  readonly suite: string | null;
  readonly tell: (diagnostic: Diagnostic) => void;
}

/**
 * Finds the scenario files under `paths` (folders at any depth, or files) and the suite that
 * governs each: `suiteFile` for all of them, or the nearest `suite.yaml` at or above the file.
 */
export function findSuites(
  paths: readonly string[],
  suiteFile: string | null,
  cwd: string,
): FoundSuites {
  const diagnostics: Diagnostic[] = [];
  const suite = suiteFile === null ? null : resolve(cwd, suiteFile);
  const search: Search = { cwd, suite, tell: (diagnostic) => void diagnostics.push(diagnostic) };
  const files = new Set(paths.flatMap((path) => scenarioFiles(path, paths.length > 1, search)));
  const bySuite = new Map<string | null, string[]>();
  for (const file of files) {
    const governing = suiteOf(file, search);
    const others = bySuite.get(governing);
    if (others === undefined) bySuite.set(governing, [file]);
    else others.push(file);
  }
  const sources = [...bySuite].map(([path, scenarios]) => readSuite(path, scenarios, search));
  return { sources, diagnostics };
}

export function readSuite(
  suite: string | null,
  scenarios: readonly string[],
  search: Search,
): SuiteSource {
  const read = (path: string): SourceFile[] => {
    const file = readSource(path, search.cwd);
    if (!file.ok) search.tell(file.error);
    return file.ok ? [file.value] : [];
  };
  const [file = suite === null ? null : 'unreadable'] = suite === null ? [] : read(suite);
  if (suite !== null) tellRival(suite, search);
  const folder = dirname(suite ?? scenarios[0] ?? search.cwd);
  return {
    path: displayed(search.suite ?? folder, search.cwd),
    file,
    scenarios: scenarios.flatMap(read),
    unselected: () => unselectedFiles(suite, scenarios, search),
  };
}

/** Of `suite.yaml` and `suite.yml` in one folder nobody can say which one is meant. */
function tellRival(suite: string, search: Search): void {
  const [first = '', second = ''] = SUITE_NAMES;
  const rival = join(dirname(suite), second);
  if (search.suite !== null || basename(suite) !== first) return;
  if (lstatSync(rival, { throwIfNoEntry: false }) === undefined) return;
  const reason = `${first} stands beside it: keep one of the two`;
  search.tell({ code: 'file_unreadable', path: displayed(rival, search.cwd), reason, place: null });
}

/** Looks where a suite's scenarios usually are; what can't be read is no matter of this run. */
function unselectedFiles(
  suite: string | null,
  selected: readonly string[],
  { cwd, suite: named }: Search,
): readonly SourceFile[] {
  const search: Search = { cwd, suite: named, tell: () => undefined };
  const below = (folder: string) => walk(folder, search, new Set());
  const beside = named === null && suite !== null ? [] : [...new Set(selected.map(dirname))];
  // One that `--suite` names has those, too, that it governs by its place.
  const governs = suite !== null && SUITE_NAMES.includes(basename(suite));
  const own = governs ? below(dirname(suite)).filter((path) => isOwn(path, suite)) : [];
  const known = new Set(selected);
  return [...new Set([...beside.flatMap(below), ...own])].flatMap((path) => {
    if (!isScenario(path) || known.has(path) || suiteOf(path, search) !== suite) return [];
    const file = readSource(path, cwd);
    return file.ok ? [file.value] : [];
  });
}

/** The scenario files that one path of the command line stands for. */
function scenarioFiles(path: string, among: boolean, search: Search): readonly string[] {
  const absolute = resolve(search.cwd, path);
  const stats = statOf(absolute);
  const shown = displayed(absolute, search.cwd);
  if (!stats.ok) {
    search.tell({ code: 'file_unreadable', path: shown, reason: stats.error, place: null });
    return [];
  }
  if (stats.value === null) {
    search.tell({ code: 'path_not_found', path: shown, cwd: search.cwd, place: null });
    return [];
  }
  if (stats.value.isDirectory()) return scenariosBelow(absolute, search);
  if (isScenario(absolute)) return [absolute];
  // A shell's `*.yaml` names the suite among its scenarios.
  if (among && isYaml(absolute)) return [];
  const code = isYaml(absolute) ? 'suite_as_scenario' : 'not_yaml_file';
  search.tell({ code, path: shown, place: null });
  return [];
}

function scenariosBelow(folder: string, search: Search): readonly string[] {
  const files = walk(folder, search, new Set());
  const scenarios = files.filter(isScenario);
  if (scenarios.length === 0) {
    const found = files.map((file) => displayed(file, search.cwd));
    const path = displayed(folder, search.cwd);
    search.tell({ code: 'no_scenarios', path, found, place: null });
  }
  return scenarios;
}

/**
 * Files below a folder, in the order of their paths. A link to a folder is followed once, behind
 * the real folders, since a suite governs where a scenario really lies; one that leads upwards never.
 */
export function walk(folder: string, search: Search, seen: Set<string>): string[] {
  const links: string[] = [];
  const real = walkReal(folder, search, seen, links);
  const linked = links.flatMap((link) => (leadsUp(link, folder) ? [] : walk(link, search, seen)));
  return [...real, ...linked].sort();
}

function leadsUp(link: string, folder: string): boolean {
  return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(link)}${sep}`);
}

function walkReal(folder: string, search: Search, seen: Set<string>, links: string[]): string[] {
  return listFolder(folder, search, seen).flatMap((name) => {
    if (name.startsWith('.') || name === 'node_modules') return [];
    const path = join(folder, name);
    const stats = statOf(path);
    if (stats.ok && stats.value?.isDirectory()) {
      if (!isLink(path)) return walkReal(path, search, seen, links);
      links.push(path);
      return [];
    }
    // A broken link with the name of a scenario stays: reading it tells what is wrong.
    return (stats.ok && stats.value !== null) || isYaml(name) ? [path] : [];
  });
}

function listFolder(folder: string, search: Search, seen: Set<string>): readonly string[] {
  try {
    const { dev, ino } = statSync(folder);
    const identity = `${dev}:${ino}`;
    if (seen.has(identity)) return [];
    seen.add(identity);
    return readdirSync(folder).sort();
  } catch (thrown) {
    const path = displayed(folder, search.cwd);
    search.tell({ code: 'file_unreadable', path, reason: reasonOf(thrown), place: null });
    return [];
  }
}

function suiteOf(scenario: string, search: Search): string | null {
  return search.suite ?? nearestSuite(dirname(scenario));
}

function isOwn(scenario: string, suite: string): boolean {
  return nearestSuite(dirname(scenario)) === suite;
}

function nearestSuite(folder: string): string | null {
  for (const name of SUITE_NAMES) {
    const path = join(folder, name);
    const stats = statOf(path);
    // One that can't be looked at governs all the same: reading it tells what is wrong.
    if (!stats.ok || (stats.value === null ? isLink(path) : !stats.value.isDirectory())) {
      return path;
    }
  }
  const parent = dirname(folder);
  return parent === folder ? null : nearestSuite(parent);
}

/** Also one that leads nowhere. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

function isScenario(path: string): boolean {
  return isYaml(path) && !isSuite(path);
}

export function isSuite(path: string): boolean {
  return SUITE_NAMES.includes(basename(path));
}
