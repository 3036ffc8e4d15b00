import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SourceFile } from '../model/source.ts';
import type { Route, Scenario, Step } from '../model/suite.ts';
import { parseExpect, parseExpected } from './parse-checks.ts';
import { parseRoute, type ReadBytes } from './parse-route.ts';
import { booleanAt, listAt, numberAt, objectAt, stringAt } from './read.ts';
import { childOf, entriesOf, entryOf, itemsOf, type Tree } from './tree.ts';

/** Makes a scenario of a file that the format has accepted. `timeoutMs` is the suite's. */
export function parseScenario(
  file: SourceFile,
  tree: Tree,
  timeoutMs: number,
  readBytes: ReadBytes,
): Result<Scenario, readonly Diagnostic[]> {
  const routes = parseOwnRoutes(file, tree, readBytes);
  const callCap = numberAt(tree, 'timeout_ms') ?? timeoutMs;
  const steps = itemsOf(childOf(tree, 'tool_sequence')).map((step) =>
    parseStep(file, step, callCap),
  );
  const assertions = parseExpected(file, tree);
  const place = { file, span: entryOf(tree, 'name')?.value.span ?? tree.span };
  const diagnostics: Diagnostic[] = [...routes.diagnostics];
  const checks = [...assertions, ...steps.flatMap((step) => step.assertions)];
  if (!checks.some((check) => check.own)) {
    diagnostics.push({ code: 'nothing_to_check', reason: 'no_check', place });
  }
  if (diagnostics.length > 0) return err(diagnostics);
  return ok({
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
    steps,
    assertions,
    place,
  });
}

function parseStep(file: SourceFile, step: Tree, timeoutMs: number): Step {
  return {
    tool: stringAt(step, 'tool') ?? '',
    args: objectAt(step, 'args'),
    timeoutMs: numberAt(step, 'timeout_ms') ?? timeoutMs,
    assertions: parseExpect(file, step),
    place: { file, span: childOf(step, 'tool')?.span ?? step.span },
  };
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
