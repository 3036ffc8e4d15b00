import { resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { displayed, statOf } from './files.ts';
import { type FoundSuites, isSuite, readSuite, walk } from './find-suites.ts';

/** Where suites usually are. */
const USUAL: readonly string[] = ['.', 'scenarios'];

/**
 * The one suite that a path leads to: its file, or a folder with one in it or below. Without a path
 * it is looked for where suites usually are. It comes without scenarios.
 */
export function findSuite(path: string | null, cwd: string): FoundSuites {
  const diagnostics: Diagnostic[] = [];
  const search = { cwd, suite: null, tell: (told: Diagnostic) => void diagnostics.push(told) };
  const told = (diagnostic: Diagnostic): FoundSuites => ({
    sources: [],
    diagnostics: [diagnostic],
  });
  const absolute = resolve(cwd, path ?? '.');
  const stats = statOf(absolute);
  const shown = displayed(absolute, cwd);
  if (!stats.ok) {
    return told({ code: 'file_unreadable', path: shown, reason: stats.error, place: null });
  }
  if (stats.value === null) return told({ code: 'path_not_found', path: shown, cwd, place: null });
  if (!stats.value.isDirectory()) {
    return { sources: [readSuite(absolute, [], search)], diagnostics };
  }
  const folders = path === null ? USUAL.map((name) => resolve(cwd, name)) : [absolute];
  const near = folders.flatMap((folder) => suitesIn(folder, false));
  // A working folder may hold the suites of others: below it, nobody has named any.
  const deep = path === null ? folders.slice(1) : folders;
  const suites = near.length > 0 ? near : deep.flatMap((folder) => suitesIn(folder, true));
  const [only] = new Set(suites);
  if (only === undefined) return told({ code: 'no_suite', path: shown, place: null });
  if (new Set(suites).size > 1) {
    const paths = [...new Set(suites)].map((suite) => displayed(suite, cwd));
    return told({ code: 'several_suites', option: 'mcp-eval tools', suites: paths, place: null });
  }
  return { sources: [readSuite(only, [], search)], diagnostics };

  function suitesIn(folder: string, deep: boolean): readonly string[] {
    const found = statOf(folder);
    if (!found.ok || found.value?.isDirectory() !== true) return [];
    const files = walk(folder, search, new Set()).filter(isSuite);
    return deep ? files : files.filter((file) => resolve(file, '..') === folder);
  }
}
