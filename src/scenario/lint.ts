import type { Diagnostic, FileKind } from '../model/diagnostic.ts';
import type { Place, SourceFile, Span } from '../model/source.ts';
import { checkPattern, matchesEmpty } from '../validator/pattern.ts';
import { compileSchema } from '../validator/schema.ts';
import { type Leaf, leavesOf, type Role } from './schema.ts';
import { type Placeholder, parseTemplate, type TemplateProblem } from './template.ts';
import { type ScalarNode, type Tree, toJson } from './tree.ts';

const MAX_CRITERION = 2000;
/** Spellings that other YAML readers take for booleans. */
const LOOKS_BOOLEAN = /^(y|n|yes|no|on|off)$/i;
const EXPECTED: readonly Role[] = ['needle', 'criterion', 'pattern'];
const EXPANDED: readonly Role[] = ['template', 'needle', 'criterion'];

/** A placeholder that a file uses, and where. */
export interface Mention {
  readonly placeholder: Placeholder;
  readonly place: Place;
}

export interface Lint {
  readonly diagnostics: readonly Diagnostic[];
  readonly mentions: readonly Mention[];
}

/** What a schema can't say: how a value was spelled, and what it holds. */
export function lintFile(file: SourceFile, tree: Tree, kind: FileKind): Lint {
  const diagnostics: Diagnostic[] = [];
  const mentions: Mention[] = [];
  for (const leaf of leavesOf(tree, kind)) {
    if (leaf.role === 'schema' && leaf.top) diagnostics.push(...lintSchema(file, leaf.node));
    if (leaf.node.kind !== 'scalar' || typeof leaf.node.value !== 'string') continue;
    const text = { file, node: leaf.node, value: leaf.node.value, leaf };
    diagnostics.push(...lintSpelling(text), ...lintContent(text));
    const found = lintPlaceholders(text);
    diagnostics.push(...found.diagnostics);
    mentions.push(...found.mentions);
  }
  return { diagnostics, mentions };
}

interface TextLeaf {
  readonly file: SourceFile;
  readonly node: ScalarNode;
  readonly value: string;
  readonly leaf: Leaf;
}

function lintSpelling({ file, node, value, leaf }: TextLeaf): Diagnostic[] {
  const expected = EXPECTED.includes(leaf.role);
  const place = { file, span: node.span };
  if (node.comment !== null && (expected || /^#\S/.test(node.comment))) {
    return [{ code: 'cut_by_comment', kept: value, cut: node.comment, place }];
  }
  if (expected && node.style === 'plain' && LOOKS_BOOLEAN.test(value)) {
    const becomes = 'a boolean by other YAML readers';
    return [{ code: 'quote_it', written: node.written, becomes, place }];
  }
  return [];
}

function lintContent({ file, node, value, leaf }: TextLeaf): Diagnostic[] {
  const place = { file, span: node.span };
  if (leaf.role === 'criterion' && value.length > MAX_CRITERION) {
    const [length, limit] = [value.length, MAX_CRITERION];
    return [{ code: 'criterion_too_long', length, limit, place }];
  }
  if (leaf.role !== 'pattern' || value === '') return [];
  const checked = checkPattern(value);
  if (!checked.ok) return [{ code: 'bad_regex', pattern: value, detail: checked.error, place }];
  if (matchesEmpty(value)) {
    return [{ code: 'nothing_to_check', reason: 'matches_everything', place }];
  }
  return [];
}

function lintSchema(file: SourceFile, node: Tree): Diagnostic[] {
  const compiled = compileSchema(toJson(node));
  if (compiled.ok) return [];
  return [{ code: 'bad_schema', detail: compiled.error.detail, place: { file, span: node.span } }];
}

function lintPlaceholders({ file, node, value, leaf }: TextLeaf): Lint {
  const silent = { diagnostics: [], mentions: [] };
  if (!value.includes('$') || leaf.role === 'prose' || leaf.role === 'schema') return silent;
  if (!EXPANDED.includes(leaf.role)) {
    const placeholder = /(?<!\$)\$\{[^}]*\}?/.exec(value)?.[0];
    if (placeholder === undefined) return silent;
    const place = { file, span: spanWithin(file, node.span, placeholder) };
    const where = leaf.role === 'pattern' ? 'a regular expression' : 'this value';
    return {
      diagnostics: [{ code: 'placeholder_not_here', placeholder, where, place }],
      mentions: [],
    };
  }
  const template = parseTemplate(value);
  return {
    diagnostics: template.problems.map((problem) =>
      tellProblem(problem, { file, span: spanWithin(file, node.span, problem.written) }),
    ),
    mentions: template.placeholders.map(({ written, placeholder }) => ({
      placeholder,
      place: { file, span: spanWithin(file, node.span, written) },
    })),
  };
}

function tellProblem(problem: TemplateProblem, place: Place): Diagnostic {
  switch (problem.kind) {
    case 'syntax': {
      const { written, suggestion } = problem;
      return { code: 'placeholder_syntax', written, suggestion, place };
    }
    case 'not_yet':
      return { code: 'not_supported_yet', what: problem.written, place };
    case 'unknown': {
      const { name, nearest, known } = problem;
      return { code: 'unknown_placeholder', name, nearest, known, place };
    }
  }
}

/** The part of a value where `written` stands; the whole value when escapes hide it. */
function spanWithin(file: SourceFile, span: Span, written: string): Span {
  const start = file.text.indexOf(written, span.start);
  if (start === -1 || start >= span.end) return span;
  return { start, end: start + written.length };
}
