import { isAbsolute, normalize } from 'node:path';
import { STATE_WORDS } from '../model/check.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceFile, Span } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import { pollMistakes } from './check-poll.ts';
import { checkPointer } from './json-pointer.ts';
import { parseTemplate } from './template.ts';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  type MapEntry,
  type ScalarNode,
  type Tree,
} from './tree.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'];
const ACTIONS: readonly string[] = ['accept', 'decline', 'cancel'];

/** Keys of a step of which one takes the sense from the other. */
const CLASHES = [
  ['times', 'poll'],
  // Of a tool that is not listed nobody knows whether it is read-only, or what its arguments are.
  ['poll', 'unlisted'],
  ['unlisted', 'invalid_args'],
] as const;

/** All steps of a scenario, whatever they are for. */
export function stepsOf(tree: Tree | undefined): readonly Tree[] {
  return ['setup', 'tool_sequence', 'teardown'].flatMap((phase) => itemsOf(childOf(tree, phase)));
}

/** What the format can't say of a scenario's steps, cases and files. */
export function scenarioMistakes(file: SourceFile, tree: Tree): readonly Diagnostic[] {
  const inSteps = stepsOf(tree).flatMap((step) => [
    ...clashes(file, step),
    ...pollMistakes(file, step),
    ...itemsOf(childOf(step, 'elicitation')).flatMap((answer) =>
      actionMistakes(file, childOf(answer, 'action'), tree),
    ),
    ...entriesOf(childOf(step, 'save')).flatMap((entry) => savingMistakes(file, entry)),
    ...stateMistakes(file, childOf(childOf(step, 'expect'), 'state'), tree),
    ...codeMistakes(file, childOf(childOf(childOf(step, 'expect'), 'error'), 'code'), tree),
    ...entriesOf(childOf(childOf(step, 'expect'), 'upstream')).flatMap(({ value }) => [
      ...methodMistakes(file, childOf(value, 'method')),
      ...pathMistakes(file, childOf(value, 'path')),
    ]),
  ]);
  return [
    ...inSteps,
    ...criterionMistakes(file, tree),
    ...caseMistakes(file, tree),
    ...fileMistakes(file, tree),
  ];
}

function bad(file: SourceFile, span: Span, problem: string, near: string | null = null) {
  return [{ code: 'bad_value', problem, nearest: near, place: { file, span } } as const];
}

/** Nobody would grade it in time: what only prepares or cleans up has ended by then. */
function criterionMistakes(file: SourceFile, tree: Tree): readonly Diagnostic[] {
  const around = ['setup', 'teardown'].flatMap((phase) => itemsOf(childOf(tree, phase)));
  return around.flatMap((step): readonly Diagnostic[] => {
    const entry = entryOf(childOf(step, 'expect'), 'judge');
    if (entry === undefined) return [];
    const why = '"judge" stands in "tool_sequence" only: criteria are graded once that has ended';
    return bad(file, entry.keySpan, why);
  });
}

function clashes(file: SourceFile, step: Tree): readonly Diagnostic[] {
  const isSet = (key: string) => {
    const node = childOf(step, key);
    return node !== undefined && !(node.kind === 'scalar' && node.value === false);
  };
  return CLASHES.filter((keys) => keys.every(isSet)).map((keys) => ({
    code: 'conflicting_keys',
    keys,
    owner: 'a step',
    place: { file, span: entryOf(step, keys[1])?.keySpan ?? step.span },
  }));
}

function savingMistakes(file: SourceFile, { key, keySpan, value }: MapEntry) {
  const name = /^[^.{}$]+$/.test(key)
    ? []
    : bad(file, keySpan, `the name "${key}" cannot stand in \${vars.NAME}`);
  return [...name, ...checkPointer(file, value)];
}

/** What an answer does may be a value of the cases, and must then be one of the three words. */
function actionMistakes(file: SourceFile, node: Tree | undefined, tree: Tree) {
  return fromCases(node, tree).flatMap(({ value, span }): readonly Diagnostic[] => {
    if (ACTIONS.includes(String(value))) return [];
    const problem = `must be one of ${ACTIONS.join(', ')}: an elicitation answer takes it for its action`;
    return bad(file, span, problem, nearest(String(value), ACTIONS));
  });
}

/** A slip in the word would be taken for what the state has to be. */
function stateMistakes(file: SourceFile, node: Tree | undefined, tree: Tree) {
  if (node?.kind !== 'scalar') return [];
  return [node, ...fromCases(node, tree)].flatMap(({ value, span }): readonly Diagnostic[] => {
    const isWord = STATE_WORDS.some((word) => word === value);
    const near = isWord || typeof value !== 'string' ? null : nearest(value, STATE_WORDS);
    if (near === null) return [];
    return bad(file, span, 'must be "unchanged", "changed" or what the state holds', near);
  });
}

/** The code of an error is a text or a whole number, also where a case says it. */
function codeMistakes(file: SourceFile, node: Tree | undefined, tree: Tree) {
  return fromCases(node, tree).flatMap(({ value, span }): readonly Diagnostic[] => {
    if (typeof value === 'string' ? value !== '' : Number.isInteger(value)) return [];
    return bad(file, span, 'must be a text or a whole number: "error" takes it for its code');
  });
}

/** The values that a place takes which is nothing but `${case.NAME}`. */
function fromCases(node: Tree | undefined, tree: Tree): readonly ScalarNode[] {
  const [part, more] = node?.kind === 'scalar' ? parseTemplate(String(node.value)).parts : [];
  if (part === undefined || more !== undefined) return [];
  if (typeof part === 'string' || part.kind !== 'case') return [];
  return entriesOf(childOf(tree, 'cases')).flatMap(({ value }) => {
    const found = childOf(value, part.name);
    return found?.kind === 'scalar' ? [found] : [];
  });
}

/** What no request can have would hold as `count: 0` for ever. */
function methodMistakes(file: SourceFile, node: Tree | undefined): readonly Diagnostic[] {
  if (node?.kind !== 'scalar' || METHODS.includes(String(node.value).toUpperCase())) return [];
  const near = nearest(String(node.value), METHODS);
  return bad(file, node.span, `must be one of ${METHODS.join(', ')}`, near);
}

function pathMistakes(file: SourceFile, node: Tree | undefined): readonly Diagnostic[] {
  if (node?.kind !== 'scalar') return [];
  const path = String(node.value);
  const literal = path.replaceAll(/\$\{[^}]*\}/g, 'x');
  if (!path.startsWith('/') && !path.startsWith('${')) {
    return bad(file, node.span, 'must begin with "/"', `/${path}`);
  }
  if (/[?#]/.test(literal)) {
    return bad(file, node.span, 'must be a path alone: parameters belong into "query"');
  }
  const [parameter] = /(?<=\/):\w+/.exec(literal) ?? [];
  if (parameter === undefined) return [];
  return bad(
    file,
    node.span,
    `must be the path itself: ${parameter} has a meaning only in a route`,
  );
}

function caseMistakes(file: SourceFile, tree: Tree): readonly Diagnostic[] {
  return entriesOf(childOf(tree, 'cases')).flatMap(({ key, keySpan, value }) => [
    // It becomes part of an id, behind a "#".
    ...(/^[\w.-]+$/.test(key)
      ? []
      : bad(file, keySpan, 'the name of a case has letters, digits, "_", "-" and "." only')),
    ...entriesOf(value)
      .filter((entry) => !/^[\w-]+$/.test(entry.key))
      .flatMap((entry) =>
        bad(file, entry.keySpan, `the name "${entry.key}" cannot stand in \${case.NAME}`),
      ),
  ]);
}

function fileMistakes(file: SourceFile, tree: Tree): readonly Diagnostic[] {
  const entries = entriesOf(childOf(tree, 'files'));
  const paths = entries.map(({ key }) => normalize(key));
  return entries.flatMap(({ key, keySpan }, index): readonly Diagnostic[] => {
    const path = paths[index] ?? key;
    const isInside = !isAbsolute(path) && !/^\.{1,2}(\/|$)/.test(path) && !path.endsWith('/');
    if (!isInside) return bad(file, keySpan, `"${key}" is no path of a file inside \${tmp}`);
    const same = paths.indexOf(path);
    if (same < index)
      return bad(file, keySpan, `"${key}" is the same file as "${entries[same]?.key}"`);
    const above = paths.findIndex((other) => path.startsWith(`${other}/`));
    if (above === -1) return [];
    return bad(file, keySpan, `"${key}" lies below "${entries[above]?.key}", which is a file`);
  });
}
