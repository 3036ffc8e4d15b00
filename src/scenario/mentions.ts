import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { Mode } from '../model/target.ts';
import { nearest } from '../validator/nearest.ts';
import { spellingOf } from './borrowed.ts';
import { stepsOf } from './check-steps.ts';
import { checkCase, checkVars, type Names } from './check-vars.ts';
import { variable } from './interpolate.ts';
import { orOfOtherKind } from './meant.ts';
import type { OpenFile } from './open.ts';
import { namedUpstreams } from './parse-checks.ts';
import { namesFile } from './parse-metadata.ts';
import type { Mention } from './placeholders.ts';
import { booleanAt, objectAt, stringAt } from './read.ts';
import { savedIn } from './saved.ts';
import type { Placeholder } from './template.ts';
import { childOf, entriesOf, type Tree, type TreePath } from './tree.ts';

/** Placeholders that have their value before a server is started. */
const EARLY: readonly Placeholder['kind'][] = ['env', 'uuid', 'run_id', 'today'];

interface Known {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null when nobody can tell. */
  readonly upstreams: readonly string[] | null;
  readonly mode: Mode;
  /** By name: the first scenario that has such a value. */
  readonly owners: ReadonlyMap<string, string>;
}

/** Names that a file uses and nobody gave: variables, `vars`, upstreams. */
export function checkMentions(opened: OpenFile, known: Known): readonly Diagnostic[] {
  const context = { opened, known, names: namesOf(opened, known) };
  const mentioned = opened.mentions.flatMap((mention) => {
    if (isOfOtherMode(opened, mention, known.mode)) return [];
    return orOfOtherKind(checkMention(context, mention), opened.tree) ?? [];
  });
  if (opened.kind === 'suite') return mentioned;
  const routed = entriesOf(childOf(opened.tree, 'upstreams')).flatMap((entry): Diagnostic[] => {
    const diagnostic = checkUpstream(entry.key, { file: opened.file, span: entry.keySpan }, known);
    return diagnostic === null ? [] : [diagnostic];
  });
  const spelled = spellingOf(opened);
  return [...routed, ...expectedUpstreams(opened, known), ...mentioned, ...spelled];
}

/** Upstreams that a step expects requests at. */
function expectedUpstreams(opened: OpenFile, known: Known): readonly Diagnostic[] {
  return stepsOf(opened.tree)
    .flatMap((step) => namedUpstreams(opened.file, step))
    .flatMap(({ name, place }) => checkUpstream(name, place, known) ?? []);
}

interface Context {
  readonly opened: OpenFile;
  readonly known: Known;
  readonly names: Names;
}

function namesOf({ file, kind, tree }: OpenFile, { owners }: Known): Names {
  const vars = kind === 'scenario' ? objectAt(tree, 'vars') : {};
  return { file: file.path, vars, saved: savedIn(tree), owners, sought: new Map() };
}

function checkMention(context: Context, mention: Mention): Diagnostic | null {
  const { placeholder, place } = mention;
  const early = checkMetadata(context, mention);
  if (early !== null) return early;
  switch (placeholder.kind) {
    case 'vars':
      return checkVars(context.names, placeholder.path, mention);
    case 'case':
      return checkCase(context.opened, placeholder.name, place);
    case 'env': {
      const { name, fallback } = placeholder;
      if (fallback !== null || variable(context.known.env, name) !== undefined) return null;
      return { code: 'unset_variable', name, ...inOtherCase(name, context.known.env), place };
    }
    case 'upstream':
      return (
        checkUpstream(placeholder.name, place, context.known) ??
        checkStarted(context, placeholder.name, mention)
      );
    case 'port':
      return checkPort(context, mention);
    default:
      return null;
  }
}

function inOtherCase(name: string, env: Known['env']): { readonly nearest?: string } {
  const set = Object.keys(env).find((each) => each.toLowerCase() === name.toLowerCase());
  return set === undefined ? {} : { nearest: set };
}

/** A hermetic run does not need what only `live` names, nor a live run what `target` does. */
function isOfOtherMode({ kind }: OpenFile, { home }: Mention, mode: Mode): boolean {
  const others = mode === 'live' ? ['target', 'twins'] : ['live'];
  return kind === 'suite' && others.includes(keyOf(home));
}

/** The key of the file that a place stands under. */
function keyOf([key]: TreePath): string {
  return String(key);
}

/** Stubs belong to hermetic runs: in a live one nobody listens there. */
function checkStarted(
  { opened, known }: Context,
  name: string,
  { home, place }: Mention,
): Diagnostic | null {
  if (known.mode === 'hermetic') return null;
  if (opened.kind === 'scenario' && !booleanAt(opened.tree, 'live')) return null;
  if (keyOf(home) === 'upstreams') return null;
  return { code: 'upstream_in_live', name, place };
}

/** `metadata` is filled in before there is any server, and a file that it names is read before that. */
function checkMetadata({ opened }: Context, { placeholder, written, home, place }: Mention) {
  if (opened.kind !== 'suite' || keyOf(home) !== 'metadata') return null;
  const isPath = namesFile(String(home[1]));
  const where = isPath ? 'the path of a file that is kept' : '`metadata`';
  const { kind } = placeholder;
  const isKnown = isPath ? kind === 'env' : EARLY.includes(kind);
  if (isKnown) return null;
  return { code: 'placeholder_not_here', placeholder: written, where, place } as const;
}

function checkPort({ opened }: Context, { home, place }: Mention): Diagnostic | null {
  const key = keyOf(home);
  if (opened.kind === 'suite' && ['target', 'live', 'twins', 'state'].includes(key)) {
    // A twin is the target with other words, and a probe may ask it past the protocol.
    const nodes = (key === 'state' ? ['target', 'live'] : [key === 'twins' ? 'target' : key]).map(
      (each) => childOf(opened.tree, each),
    );
    const isServed = (node: Tree | undefined) =>
      stringAt(node, 'command') !== null && stringAt(node, 'url') !== null;
    if (nodes.some(isServed)) return null;
  }
  const where = 'this place: it is the port of a target with both `command` and `url`';
  return { code: 'placeholder_not_here', placeholder: '${port}', where, place };
}

function checkUpstream(name: string, place: Place, { upstreams }: Known): Diagnostic | null {
  if (upstreams === null || upstreams.includes(name)) return null;
  return { code: 'unknown_upstream', name, nearest: nearest(name, upstreams), place };
}

/** An upstream whose address reaches nobody stubs nothing: the target would call the real one. */
export function unusedUpstreams(
  suite: OpenFile,
  all: readonly OpenFile[],
  unselected: () => readonly SourceFile[],
): readonly Diagnostic[] {
  const used = new Set<string>();
  for (const { placeholder, role, home } of all.flatMap((opened) => opened.mentions)) {
    // Neither an expected text nor a twin tells the target where the stub is.
    if (placeholder.kind !== 'upstream' || role !== 'template') continue;
    if (keyOf(home) !== 'twins') used.add(placeholder.name);
  }
  const unused = entriesOf(childOf(suite.tree, 'upstreams')).filter(({ key }) => !used.has(key));
  const others = unused.length === 0 ? [] : unselected().map(({ text }) => withoutComments(text));
  return unused
    .filter(({ key }) => !others.some((text) => text.includes(`\${upstreams.${key}.url}`)))
    .map(({ key, keySpan }) => {
      const place = { file: suite.file, span: keySpan };
      return { code: 'unused_upstream', name: key, place };
    });
}

export function withoutComments(text: string): string {
  return text.replaceAll(/(^|\s)#.*$/gm, '');
}
