import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import type { Place } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import { lookUp, variable } from './interpolate.ts';
import { lintExpected } from './lint.ts';
import type { OpenFile } from './open.ts';
import type { Mention } from './placeholders.ts';
import { objectAt } from './read.ts';
import type { Placeholder } from './template.ts';
import { childOf, entriesOf } from './tree.ts';

/** Of the names that would be right. */
const SHOWN = 20;

interface Known {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null when nobody can tell. */
  readonly upstreams: readonly string[] | null;
}

/** Names that a file uses and nobody gave: variables, `vars`, upstreams. */
export function checkMentions(opened: OpenFile, known: Known): readonly Diagnostic[] {
  const vars = opened.kind === 'scenario' ? objectAt(opened.tree, 'vars') : {};
  const context = { opened, known, vars, names: new Map() };
  const mentioned = opened.mentions.flatMap((mention) => {
    const { placeholder, place } = mention;
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
      return checkUpstream(placeholder.name, place, context.known);
    default:
      return null;
  }
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
  const inside = childOf(opened.tree, 'vars')?.span;
  if (inside !== undefined && place.span.start >= inside.start && place.span.end <= inside.end) {
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
