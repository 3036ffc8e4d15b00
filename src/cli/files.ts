import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SourceFile } from '../model/source.ts';
import type { SuiteSource } from '../scenario/load.ts';

const MAX_BYTES = 1024 * 1024;
const SUITE_NAMES: readonly string[] = ['suite.yaml', 'suite.yml'];
const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

interface Search {
  readonly cwd: string;
  readonly diagnostics: Diagnostic[];
}

/**
 * Finds the scenario files under `paths` (folders at any depth, or files) and the suite that
 * governs each: `suiteFile` for all of them, or the nearest `suite.yaml` at or above the file.
 */
export function findSuites(
  paths: readonly string[],
  suiteFile: string | null,
  cwd: string,
): Result<readonly SuiteSource[], readonly Diagnostic[]> {
  const search: Search = { cwd, diagnostics: [] };
  const files = [...new Set(paths.flatMap((path) => scenarioFiles(path, search)))];
  const bySuite = new Map<string | null, string[]>();
  for (const file of files) {
    const suite = suiteFile === null ? nearestSuite(dirname(file)) : resolve(cwd, suiteFile);
    bySuite.set(suite, [...(bySuite.get(suite) ?? []), file]);
  }
  const sources = [...bySuite].map(([suite, scenarios]) =>
    readSuite(suite, scenarios, suiteFile !== null, search),
  );
  return search.diagnostics.length > 0 ? err(search.diagnostics) : ok(sources);
}

function readSuite(
  suite: string | null,
  scenarios: readonly string[],
  named: boolean,
  search: Search,
): SuiteSource {
  const read = (path: string): SourceFile[] => {
    const file = readSource(path, search.cwd);
    if (file.ok) return [file.value];
    search.diagnostics.push(file.error);
    return [];
  };
  const [file = null] = suite === null ? [] : read(suite);
  const shown = suite === null || named ? suite : dirname(suite);
  return {
    path: shown === null ? '.' : display(shown, search.cwd),
    file,
    scenarios: scenarios.flatMap(read),
  };
}

/** The scenario files that one path of the command line stands for. */
function scenarioFiles(path: string, search: Search): readonly string[] {
  const absolute = resolve(search.cwd, path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  const shown = display(absolute, search.cwd);
  if (stats === undefined) {
    search.diagnostics.push({ code: 'path_not_found', path: shown, cwd: search.cwd, place: null });
    return [];
  }
  if (!stats.isDirectory()) {
    if (SUITE_NAMES.includes(basename(absolute))) {
      search.diagnostics.push({ code: 'suite_as_scenario', path: shown, place: null });
    } else if (!isYaml(absolute)) {
      search.diagnostics.push({ code: 'not_yaml_file', path: shown, place: null });
    } else return [absolute];
    return [];
  }
  const walked = walk(absolute, search, new Set());
  const scenarios = walked.filter((file) => !SUITE_NAMES.includes(basename(file)));
  if (scenarios.length === 0) {
    const found = walked.map((file) => display(file, search.cwd));
    search.diagnostics.push({ code: 'no_scenarios', path: shown, found, place: null });
  }
  return scenarios;
}

/** YAML files below a folder, in the order of their names; a link to a folder is followed once. */
function walk(folder: string, search: Search, seen: Set<string>): string[] {
  const entries = listFolder(folder, search, seen);
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return walk(path, search, seen);
    return isYaml(entry.name) ? [path] : [];
  });
}

function listFolder(folder: string, search: Search, seen: Set<string>): readonly Dirent[] {
  const { dev, ino } = statSync(folder);
  const identity = `${dev}:${ino}`;
  if (seen.has(identity)) return [];
  seen.add(identity);
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    const path = display(folder, search.cwd);
    search.diagnostics.push({
      code: 'file_unreadable',
      path,
      reason: reasonOf(thrown),
      place: null,
    });
    return [];
  }
}

function nearestSuite(folder: string): string | null {
  for (const name of SUITE_NAMES) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  }
  const parent = dirname(folder);
  return parent === folder ? null : nearestSuite(parent);
}

function readSource(absolute: string, cwd: string): Result<SourceFile, Diagnostic> {
  const path = display(absolute, cwd);
  const bytes = readBytes(absolute);
  if (!bytes.ok) return err({ code: 'file_unreadable', path, reason: bytes.error, place: null });
  const { length } = bytes.value;
  if (length > MAX_BYTES) {
    return err({ code: 'file_too_large', path, bytes: length, limit: MAX_BYTES, place: null });
  }
  try {
    // A byte order mark is dropped here.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.value);
    return ok({ path, absolute, text });
  } catch {
    return err({ code: 'not_utf8', path, offset: firstBadByte(bytes.value), place: null });
  }
}

/** Reads a file whole; the error is the system's reason in a few words. */
export function readBytes(absolute: string): Result<Uint8Array, string> {
  try {
    return ok(readFileSync(absolute));
  } catch (thrown) {
    return err(reasonOf(thrown));
  }
}

function firstBadByte(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (decodes(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function reasonOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const words: Record<string, string> = {
    ENOENT: 'no such file',
    EACCES: 'permission denied',
    EISDIR: 'is a folder',
    ELOOP: 'too many links',
  };
  return words[code] ?? (code === '' ? String(thrown) : code);
}

/** A path as people see it: relative to the working directory, with `/`. */
function display(absolute: string, cwd: string): string {
  const shown = relative(cwd, absolute) || '.';
  return sep === '/' ? shown : shown.split(sep).join('/');
}
