import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import type { Place, Span } from '../model/source.ts';
import type { Mode } from '../model/suite.ts';
import { nearest } from '../validator/nearest.ts';
import { lookUp, variable } from './interpolate.ts';
import { lintExpected } from './lint.ts';
import type { OpenFile } from './open.ts';
import type { Mention } from './placeholders.ts';
import { booleanAt, objectAt, stringAt } from './read.ts';
import type { Placeholder } from './template.ts';
import { childOf, entriesOf } from './tree.ts';

/** Of the names that would be right. */
const SHOWN = 20;

interface Known {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null when nobody can tell. */
  readonly upstreams: readonly string[] | null;
  readonly mode: Mode;
}

/** Names that a file uses and nobody gave: variables, `vars`, upstreams. */
export function checkMentions(opened: OpenFile, known: Known): readonly Diagnostic[] {
  const vars = opened.kind === 'scenario' ? objectAt(opened.tree, 'vars') : {};
  const context = { opened, known, vars, names: new Map() };
  const mentioned = opened.mentions.flatMap((mention) => {
    const { placeholder, place } = mention;
    if (isOfOtherMode(opened, place, known.mode)) return [];
    const diagnostic = checkMention(context, placeholder, place);
    if (diagnostic !== null) return [diagnostic];
    return placeholder.kind === 'vars' ? spellingOf(opened, mention, placeholder.path) : [];
  });
  if (opened.kind === 'suite') return mentioned;
  const routed = entriesOf(childOf(opened.tree, 'upstreams')).flatMap((entry): Diagnostic[] => {
    const diagnostic = checkUpstream(entry.key, { file: opened.file, span: entry.keySpan }, known);
    return diagnostic === null ? [] : [diagnostic];
  });
  return [...routed, ...mentioned];
}

interface Context {
  readonly opened: OpenFile;
  readonly known: Known;
  readonly vars: JsonObject;
  /** Names that were looked for, with their nearest: a file may repeat one without end. */
  readonly names: Map<string, string | null>;
}

function checkMention(context: Context, placeholder: Placeholder, place: Place): Diagnostic | null {
  switch (placeholder.kind) {
    case 'vars':
      return checkVars(context, placeholder.path, place);
    case 'env': {
      const { name, fallback } = placeholder;
      if (fallback !== null || variable(context.known.env, name) !== undefined) return null;
      return { code: 'unset_variable', name, place };
    }
    case 'upstream':
      return (
        checkUpstream(placeholder.name, place, context.known) ??
        checkStarted(context, placeholder.name, place)
      );
    case 'port':
      return checkPort(context, place);
    default:
      return null;
  }
}

/** A hermetic run does not need what only `live` names, nor a live run what `target` does. */
function isOfOtherMode(opened: OpenFile, place: Place, mode: Mode): boolean {
  const other = mode === 'live' ? 'target' : 'live';
  return opened.kind === 'suite' && liesIn(place, childOf(opened.tree, other)?.span);
}

function liesIn(place: Place, span: Span | undefined): boolean {
  return span !== undefined && place.span.start >= span.start && place.span.end <= span.end;
}

/** Stubs belong to hermetic runs: in a live one nobody listens there. */
function checkStarted({ opened, known }: Context, name: string, place: Place): Diagnostic | null {
  if (known.mode === 'hermetic') return null;
  if (opened.kind === 'scenario' && !booleanAt(opened.tree, 'live')) return null;
  if (liesIn(place, childOf(opened.tree, 'upstreams')?.span)) return null;
  return { code: 'upstream_in_live', name, place };
}

function checkPort({ opened }: Context, place: Place): Diagnostic | null {
  const started = ['target', 'live'].some((key) => {
    const node = opened.kind === 'suite' ? childOf(opened.tree, key) : undefined;
    const isStarted = stringAt(node, 'command') !== null && stringAt(node, 'url') !== null;
    return isStarted && liesIn(place, node?.span);
  });
  if (started) return null;
  const where = 'this place: it is the port of a target with both `command` and `url`';
  return { code: 'placeholder_not_here', placeholder: '${port}', where, place };
}

/** What an expected text takes from `vars` must be spelled as carefully as one. */
function spellingOf(
  { file, tree }: OpenFile,
  { role }: Mention,
  path: readonly string[],
): readonly Diagnostic[] {
  const node = path.reduce(
    (at, key) => childOf(at, at?.kind === 'seq' ? Number(key) : key),
    childOf(tree, 'vars'),
  );
  if (node === undefined || (role !== 'needle' && role !== 'criterion')) return [];
  const place = { file, span: node.span };
  if (node.kind !== 'scalar') {
    const got = node.kind === 'map' ? 'a map' : 'a list';
    return [{ code: 'wrong_type', expected: 'string', got, place }];
  }
  const { value, written, comment: cut } = node;
  if (typeof value === 'string') return lintExpected(file, node);
  if (cut !== null && /^#\S/.test(cut)) {
    return [{ code: 'cut_by_comment', kept: written, cut, place }];
  }
  if (value !== null && String(value) === written) return [];
  const becomes = value === null ? 'nothing' : `the ${typeof value} ${value}`;
  return [{ code: 'quote_it', written, becomes, place }];
}

function checkVars(
  { opened, vars, names }: Context,
  path: readonly string[],
  place: Place,
): Diagnostic | null {
  if (liesIn(place, childOf(opened.tree, 'vars')?.span)) {
    const placeholder = `\${vars.${path.join('.')}}`;
    return { code: 'placeholder_not_here', placeholder, where: '`vars` itself', place };
  }
  if (lookUp(vars, path) !== undefined) return null;
  const known = Object.keys(vars).map((name) => `vars.${name}`);
  const name = `vars.${path.join('.')}`;
  const near = names.get(name) ?? nearest(name, known);
  names.set(name, near);
  return { code: 'unknown_placeholder', name, nearest: near, known: known.slice(0, SHOWN), place };
}

function checkUpstream(name: string, place: Place, { upstreams }: Known): Diagnostic | null {
  if (upstreams === null || upstreams.includes(name)) return null;
  return { code: 'unknown_upstream', name, nearest: nearest(name, upstreams), place };
}

/** An upstream whose address reaches nobody stubs nothing: the target would call the real one. */
export function unusedUpstreams(
  suite: OpenFile,
  all: readonly OpenFile[],
  unselected: () => readonly string[],
): readonly Diagnostic[] {
  const used = new Set<string>();
  for (const { placeholder, role } of all.flatMap((opened) => opened.mentions)) {
    // An expected text tells nobody where the stub is.
    if (placeholder.kind === 'upstream' && role === 'template') used.add(placeholder.name);
  }
  const unused = entriesOf(childOf(suite.tree, 'upstreams')).filter(({ key }) => !used.has(key));
  const others = unused.length === 0 ? [] : unselected().map(withoutComments);
  return unused
    .filter(({ key }) => !others.some((text) => text.includes(`\${upstreams.${key}.url}`)))
    .map(({ key, keySpan }) => {
      const place = { file: suite.file, span: keySpan };
      return { code: 'unused_upstream', name: key, place };
    });
}

function withoutComments(text: string): string {
  return text.replaceAll(/(^|\s)#.*$/gm, '');
}
