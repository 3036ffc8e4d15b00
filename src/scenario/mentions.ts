import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import { lookUp } from './interpolate.ts';
import type { Mention } from './lint.ts';
import type { OpenFile } from './open.ts';
import { objectAt } from './read.ts';
import { childOf, entriesOf } from './tree.ts';

interface Known {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly upstreams: readonly string[];
}

/** Names that a file uses and nobody gave: variables, `vars`, upstreams. */
export function checkMentions(opened: OpenFile, known: Known): readonly Diagnostic[] {
  const own = entriesOf(childOf(opened.tree, 'upstreams')).flatMap((entry): Diagnostic[] => {
    if (opened.kind === 'suite' || known.upstreams.includes(entry.key)) return [];
    return [unknownUpstream(entry.key, { file: opened.file, span: entry.keySpan }, known)];
  });
  return [
    ...own,
    ...opened.mentions.flatMap((mention) => checkMention(opened, mention, known) ?? []),
  ];
}

function checkMention(opened: OpenFile, mention: Mention, known: Known): Diagnostic | null {
  const { placeholder, place } = mention;
  switch (placeholder.kind) {
    case 'vars':
      return checkVars(opened, placeholder.path, place);
    case 'env': {
      if (placeholder.fallback !== null || known.env[placeholder.name] !== undefined) return null;
      return { code: 'unset_variable', name: placeholder.name, place };
    }
    case 'upstream':
      if (known.upstreams.includes(placeholder.name)) return null;
      return unknownUpstream(placeholder.name, place, known);
    default:
      return null;
  }
}

function checkVars(opened: OpenFile, path: readonly string[], place: Place): Diagnostic | null {
  const inside = childOf(opened.tree, 'vars')?.span;
  if (inside !== undefined && place.span.start >= inside.start && place.span.end <= inside.end) {
    const placeholder = `\${vars.${path.join('.')}}`;
    return { code: 'placeholder_not_here', placeholder, where: '`vars` itself', place };
  }
  const vars = opened.kind === 'scenario' ? objectAt(opened.tree, 'vars') : {};
  if (lookUp(vars, path) !== undefined) return null;
  const names = Object.keys(vars).map((name) => `vars.${name}`);
  const name = `vars.${path.join('.')}`;
  return { code: 'unknown_placeholder', name, nearest: nearest(name, names), known: names, place };
}

function unknownUpstream(name: string, place: Place, known: Known): Diagnostic {
  return { code: 'unknown_upstream', name, nearest: nearest(name, known.upstreams), place };
}

/** An upstream whose address reaches nobody stubs nothing: the target would call the real one. */
export function unusedUpstreams(suite: OpenFile, all: readonly OpenFile[]): readonly Diagnostic[] {
  const used = new Set<string>();
  for (const { placeholder } of all.flatMap((opened) => opened.mentions)) {
    if (placeholder.kind === 'upstream') used.add(placeholder.name);
  }
  return entriesOf(childOf(suite.tree, 'upstreams')).flatMap((entry): Diagnostic[] =>
    used.has(entry.key)
      ? []
      : [
          {
            code: 'unused_upstream',
            name: entry.key,
            place: { file: suite.file, span: entry.keySpan },
          },
        ],
  );
}
