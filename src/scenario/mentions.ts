import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import type { Place } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import { lookUp, variable } from './interpolate.ts';
import type { OpenFile } from './open.ts';
import { objectAt } from './read.ts';
import type { Placeholder } from './template.ts';
import { childOf, entriesOf } from './tree.ts';

interface Known {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null when nobody can tell. */
  readonly upstreams: readonly string[] | null;
}

/** Names that a file uses and nobody gave: variables, `vars`, upstreams. */
export function checkMentions(opened: OpenFile, known: Known): readonly Diagnostic[] {
  const vars = opened.kind === 'scenario' ? objectAt(opened.tree, 'vars') : {};
  const mentioned = opened.mentions.flatMap(({ placeholder, place }): Diagnostic[] => {
    const diagnostic = checkMention({ opened, known, vars }, placeholder, place);
    return diagnostic === null ? [] : [diagnostic];
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

function checkVars(
  { opened, vars }: Context,
  path: readonly string[],
  place: Place,
): Diagnostic | null {
  const inside = childOf(opened.tree, 'vars')?.span;
  if (inside !== undefined && place.span.start >= inside.start && place.span.end <= inside.end) {
    const placeholder = `\${vars.${path.join('.')}}`;
    return { code: 'placeholder_not_here', placeholder, where: '`vars` itself', place };
  }
  if (lookUp(vars, path) !== undefined) return null;
  const names = Object.keys(vars).map((name) => `vars.${name}`);
  const name = `vars.${path.join('.')}`;
  return { code: 'unknown_placeholder', name, nearest: nearest(name, names), known: names, place };
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
  for (const { placeholder } of all.flatMap((opened) => opened.mentions)) {
    if (placeholder.kind === 'upstream') used.add(placeholder.name);
  }
  const unused = entriesOf(childOf(suite.tree, 'upstreams')).filter(({ key }) => !used.has(key));
  const others = unused.length === 0 ? [] : unselected();
  return unused
    .filter(({ key }) => !others.some((text) => text.includes(`\${upstreams.${key}.url}`)))
    .map(({ key, keySpan }) => {
      const place = { file: suite.file, span: keySpan };
      return { code: 'unused_upstream', name: key, place };
    });
}
