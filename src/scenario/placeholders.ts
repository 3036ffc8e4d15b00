import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place, SourceFile, Span } from '../model/source.ts';
import type { Leaf, Role } from './schema.ts';
import {
  isShellVariable,
  type Placeholder,
  parseTemplate,
  type TemplateProblem,
} from './template.ts';
import { entriesOf, type ScalarNode, type Tree, type TreePath } from './tree.ts';

const EXPANDED: readonly Role[] = ['template', 'needle', 'criterion'];
const SILENT: readonly Role[] = ['prose', 'reason'];

/** Texts in a language of their own, in which a `$` may stand alone. */
const LANGUAGES: { readonly [R in Role]?: string } = {
  pattern: 'a regular expression',
  schema: 'a JSON Schema',
};

/** A placeholder that a file uses, and where. */
export interface Mention {
  readonly placeholder: Placeholder;
  /** Its own text. */
  readonly written: string;
  readonly place: Place;
  /** Of the value that it stands in. */
  readonly role: Role;
  readonly home: TreePath;
}

export interface Lint {
  readonly diagnostics: readonly Diagnostic[];
  readonly mentions: readonly Mention[];
}

/** The placeholders of one string, and what is wrong with them. */
export function lintPlaceholders(
  file: SourceFile,
  node: ScalarNode,
  value: string,
  { role, home }: Pick<Leaf, 'role' | 'home'>,
): Lint {
  if (!value.includes('$') || SILENT.includes(role)) return { diagnostics: [], mentions: [] };
  if (!EXPANDED.includes(role)) return lintUnexpanded(file, node, value, role);
  const { found } = parseTemplate(value);
  const written = found.map((placeholder) => placeholder.written);
  const spans = spansOf(file.text, node.span, written);
  const diagnostics: Diagnostic[] = [];
  const mentions: Mention[] = [];
  for (const [index, { written, read }] of found.entries()) {
    const place = { file, span: spans[index] ?? node.span };
    if (read.ok) mentions.push({ placeholder: read.value, written, place, role, home });
    else diagnostics.push(tellProblem(written, read.error, place));
  }
  return { diagnostics, mentions };
}

/** Refuses what its author takes for a placeholder in a place that takes text as it stands. */
function lintUnexpanded(file: SourceFile, node: ScalarNode, value: string, role: Role): Lint {
  const language = LANGUAGES[role];
  const isVariable = language === undefined && isShellVariable(value);
  const placeholder = isVariable ? value : /(?<!\$)\$\{[^}]*\}?/.exec(value)?.[0];
  if (placeholder === undefined) return { diagnostics: [], mentions: [] };
  const [span = node.span] = spansOf(file.text, node.span, [placeholder]);
  const where = language ?? 'this place';
  const place = { file, span };
  return {
    diagnostics: [{ code: 'placeholder_not_here', placeholder, where, place }],
    mentions: [],
  };
}

/** Keys are never expanded: one that looks as if it were would match nothing, or ask for nothing. */
export function lintKeys(file: SourceFile, node: Tree, role: Role): readonly Diagnostic[] {
  if (role !== 'template' && role !== 'schema') return [];
  return entriesOf(node).flatMap(({ key, keySpan }): Diagnostic[] => {
    const [first] = key.includes('${') ? parseTemplate(key).found : [];
    if (first === undefined) return [];
    const place = { file, span: keySpan };
    return [{ code: 'placeholder_not_here', placeholder: first.written, where: 'a key', place }];
  });
}

function tellProblem(written: string, problem: TemplateProblem, place: Place): Diagnostic {
  switch (problem.kind) {
    case 'syntax':
      return { code: 'placeholder_syntax', written, suggestion: problem.suggestion, place };
    case 'unknown': {
      const { name, nearest, known } = problem;
      return { code: 'unknown_placeholder', name, nearest, known, place };
    }
  }
}

/** Where each of the placeholders stands, in their order; the whole value when escapes hide one. */
function spansOf(text: string, span: Span, written: readonly string[]): Span[] {
  const raw = text.slice(span.start, span.end);
  let from = 0;
  return written.map((placeholder) => {
    let at = raw.indexOf(placeholder, from);
    // Behind a `$` it is the escape `$${`.
    while (at > 0 && raw[at - 1] === '$') at = raw.indexOf(placeholder, at + 1);
    if (at === -1) return span;
    from = at + placeholder.length;
    return { start: span.start + at, end: span.start + from };
  });
}
