import { RULES } from '../model/contract.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceFile } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import { stepsOf } from './check-steps.ts';
import type { OpenFile } from './open.ts';
import type { SuiteSettings } from './parse-suite.ts';
import { childOf, entriesOf, itemsOf, type Tree } from './tree.ts';
import { parseYaml } from './yaml.ts';

const SHOWN = 20;

/** What the steps of a scenario need of their suite. */
export function checkNeeds(
  { file, tree }: OpenFile,
  settings: SuiteSettings,
): readonly Diagnostic[] {
  return stepsOf(tree).flatMap((step) => [
    ...checkClient(file, childOf(step, 'client'), settings),
    ...checkState(file, childOf(childOf(step, 'expect'), 'state'), settings),
  ]);
}

function checkClient(
  file: SourceFile,
  node: Tree | undefined,
  { clients }: SuiteSettings,
): readonly Diagnostic[] {
  if (node?.kind !== 'scalar') return [];
  const name = String(node.value);
  if (Object.hasOwn(clients, name)) return [];
  const known = Object.keys(clients);
  const place = { file, span: node.span };
  const near = nearest(name, known);
  return [{ code: 'unknown_client', name, nearest: near, known: known.slice(0, SHOWN), place }];
}

function checkState(
  file: SourceFile,
  node: Tree | undefined,
  { state, mode, file: suiteFile }: SuiteSettings,
): readonly Diagnostic[] {
  if (node === undefined || state !== null) return [];
  // Without a suite file there is nowhere to say it, and in a live run it is left out aloud.
  if (suiteFile === null && mode === 'live') return [];
  return [{ code: 'no_probe', place: { file, span: node.span } }];
}

/**
 * Scenarios that `twins` name and the suite does not have; one with cases may be named as a whole.
 * `unselected`: the files that this run leaves out.
 */
export function checkTwins(
  suite: OpenFile,
  scenarios: readonly OpenFile[],
  unselected: () => readonly SourceFile[],
): readonly Diagnostic[] {
  if (!suite.valid) return [];
  const named = entriesOf(childOf(suite.tree, 'twins')).flatMap(({ value }) =>
    itemsOf(childOf(value, 'must_fail')).flatMap((node) =>
      node.kind === 'scalar' ? [{ name: String(node.value), span: node.span }] : [],
    ),
  );
  const selected = new Set(scenarios.flatMap(({ tree }) => namesOf(tree)));
  const contract = childOf(suite.tree, 'contract');
  const demanded = RULES.filter((rule) => childOf(contract, rule) !== undefined);
  // Nobody has to demand that one.
  const rules = [...demanded, ...(contract === undefined ? [] : ['list'])].map(ruleName);
  const open = named.filter(({ name }) => !selected.has(name) && !rules.includes(name));
  if (open.length === 0) return [];
  const others = unselected().map((file) => parseYaml(file, 'scenario'));
  // What can't be read may be the one that is meant, and is told when it is run.
  if (others.some((other) => !other.ok)) return [];
  const known = new Set([
    ...selected,
    ...others.flatMap((other) => (other.ok ? namesOf(other.value) : [])),
  ]);
  return open.flatMap(({ name, span }): Diagnostic[] => {
    if (known.has(name)) return [];
    const place = { file: suite.file, span };
    if (isOfContract(name)) return [{ code: 'unknown_rule', name, known: rules, place }];
    return [
      { code: 'unknown_scenario', name, nearest: nearest(name, [...known, ...rules]), place },
    ];
  });
}

function ruleName(rule: string): string {
  return `contract.${rule}`;
}

function isOfContract(name: string): boolean {
  return name === 'contract' || name.startsWith('contract.') || RULES.some((rule) => rule === name);
}

/** The names that a scenario file gives: its own, and one for each of its cases. */
export function namesOf(tree: Tree | undefined): readonly string[] {
  const node = childOf(tree, 'name');
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
  const name = node.value;
  return [name, ...entriesOf(childOf(tree, 'cases')).map(({ key }) => `${name}#${key}`)];
}
