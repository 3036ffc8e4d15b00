import type { Diagnostic, FileKind } from '../model/diagnostic.ts';
import { isJsonObject } from '../model/json.ts';
import type { SourceFile } from '../model/source.ts';
import { isBlank } from '../model/visible.ts';
import { schemaMistake } from '../validator/author-schema.ts';
import { checkPattern, matchesEmpty } from '../validator/pattern.ts';
import { type Lint, lintKeys, lintPlaceholders } from './placeholders.ts';
import { type Leaf, leavesOf, type Role } from './schema.ts';
import { REASON } from './schema-errors.ts';
import { type ScalarNode, type Tree, toJson } from './tree.ts';

const MAX_CRITERION = 2000;
/** Spellings that other YAML readers take for booleans. */
const LOOKS_BOOLEAN = /^(y|n|yes|no|on|off)$/i;
const EXPECTED: readonly Role[] = ['needle', 'criterion', 'pattern'];

/** What a schema can't say: how a value was spelled, and what it holds. */
export function lintFile(file: SourceFile, tree: Tree, kind: FileKind): Lint {
  const lints = leavesOf(tree, kind).map((leaf) => lintLeaf(file, leaf));
  return {
    diagnostics: lints.flatMap(({ diagnostics }) => diagnostics),
    mentions: lints.flatMap(({ mentions }) => mentions),
  };
}

function lintLeaf(file: SourceFile, leaf: Leaf): Lint {
  const { node, role, top } = leaf;
  const schema = role === 'schema' && top ? lintSchema(file, node) : [];
  const whole = [...schema, ...lintKeys(file, node, role)];
  if (node.kind !== 'scalar') return { diagnostics: whole, mentions: [] };
  const cut = [...whole, ...lintCut(file, node, role)];
  if (typeof node.value !== 'string') return { diagnostics: cut, mentions: [] };
  const text = { file, node, value: node.value, role };
  const { diagnostics, mentions } = lintPlaceholders(file, node, node.value, leaf);
  // A pattern with a placeholder in it would be told to be broken, too.
  const content = diagnostics.length === 0 ? lintContent(text) : diagnostics;
  return { diagnostics: [...cut, ...lintBoolean(text), ...content], mentions };
}

/** As an expected text, for one that stands elsewhere and is taken from there. */
export function lintExpected(file: SourceFile, node: ScalarNode): readonly Diagnostic[] {
  const cut = lintCut(file, node, 'needle');
  if (typeof node.value !== 'string') return cut;
  return [...cut, ...lintBoolean({ file, node, value: node.value, role: 'needle' })];
}

interface TextLeaf {
  readonly file: SourceFile;
  readonly node: ScalarNode;
  readonly value: string;
  readonly role: Role;
}

/** A comment glued to its `#` may be half of the value; behind an expected text any may. */
function lintCut(file: SourceFile, node: ScalarNode, role: Role): Diagnostic[] {
  const { value, comment: cut } = node;
  // An expected value that is no text is told by the format, the cut included.
  const isText = typeof value === 'string';
  if (cut === null || !(isText || role === 'template')) return [];
  if (!(isText && EXPECTED.includes(role)) && !/^#\S/.test(cut)) return [];
  const kept = isText ? value : node.written;
  return [{ code: 'cut_by_comment', kept, cut, place: { file, span: node.span } }];
}

function lintBoolean({ file, node, value, role }: TextLeaf): Diagnostic[] {
  const isSpelledSo = node.style === 'plain' && LOOKS_BOOLEAN.test(value);
  if (role === 'reason' && isSpelledSo) {
    return [
      { code: 'bad_value', problem: REASON, nearest: null, place: { file, span: node.span } },
    ];
  }
  if (!EXPECTED.includes(role) || node.style !== 'plain' || node.comment !== null) return [];
  if (!LOOKS_BOOLEAN.test(value)) return [];
  const becomes = 'a boolean by other YAML readers';
  return [{ code: 'quote_it', written: node.written, becomes, place: { file, span: node.span } }];
}

function lintContent({ file, node, value, role }: TextLeaf): Diagnostic[] {
  const place = { file, span: node.span };
  // A judge asked about nothing would say anything.
  if (role === 'criterion' && value !== '' && isBlank(value)) {
    return [{ code: 'empty_expected', written: JSON.stringify(value), place }];
  }
  if (role === 'criterion' && value.length > MAX_CRITERION) {
    const [length, limit] = [value.length, MAX_CRITERION];
    return [{ code: 'criterion_too_long', length, limit, place }];
  }
  if (role !== 'pattern' || value === '') return [];
  const checked = checkPattern(value);
  if (!checked.ok) return [{ code: 'bad_regex', pattern: value, detail: checked.error, place }];
  if (matchesEmpty(value)) {
    return [{ code: 'nothing_to_check', reason: 'matches_everything', place }];
  }
  return [];
}

function lintSchema(file: SourceFile, node: Tree): Diagnostic[] {
  const place = { file, span: node.span };
  const schema = toJson(node);
  if (!isJsonObject(schema) || Object.keys(schema).length === 0) return [];
  const detail = schemaMistake(schema);
  return detail === null ? [] : [{ code: 'bad_schema', detail, place }];
}
