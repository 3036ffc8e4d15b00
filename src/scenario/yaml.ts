import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Diagnostic, FileKind } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Place, SourceFile, Span } from '../model/source.ts';
import { compose, directiveTrouble, MAX_SYNTAX_ERRORS, syntaxTrouble } from './documents.ts';
import { tooDeepAt } from './nesting.ts';
import { commentAfter, isFaithful } from './spelling.ts';
import type { MapEntry, ScalarNode, Tree } from './tree.ts';

const MAX_DEPTH = 64;
/** Nodes that aliases may add; a file of a megabyte that repeats itself ten deep would fill memory. */
const MAX_ALIASED_NODES = 10_000;

/** Reads one YAML 1.2 document. Every trouble of the syntax is told, not only the first. */
export function parseYaml(file: SourceFile, what: FileKind): Result<Tree, readonly Diagnostic[]> {
  const deep = tooDeepAt(new Lexer().lex(file.text), 2 * MAX_DEPTH);
  if (deep !== null) return err([tooDeep(at(file, { start: deep, end: deep }))]);
  const documents = compose(file.text);
  const [first, second] = documents;
  const syntax = first === undefined ? [] : directiveTrouble(file, first);
  for (const document of documents) {
    if (syntax.length < MAX_SYNTAX_ERRORS) syntax.push(...syntaxTrouble(file, document));
  }
  if (syntax.length > 0) return err(syntax.slice(0, MAX_SYNTAX_ERRORS));
  if (second !== undefined) {
    const start = second.range[0];
    return err([{ code: 'several_documents', place: at(file, { start, end: start }) }]);
  }
  if (first === undefined || first.contents === null || isEmptyScalar(first.contents)) {
    return err([{ code: 'empty_file', what, place: at(file, { start: 0, end: 0 }) }]);
  }
  const reader = new TreeReader(file);
  const tree = reader.read(first.contents, 0);
  return reader.diagnostics.length > 0 ? err(reader.diagnostics) : ok(tree);
}

/** A finished node that aliases may repeat: how many nodes it has in all, how deep it goes. */
interface Anchored {
  readonly tree: Tree;
  readonly nodes: number;
  readonly height: number;
}

/** Turns the library's nodes into a `Tree`, aliases followed, and notes what it can't accept. */
class TreeReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: SourceFile;
  /** Null while the node is being read: an alias to it would never end. */
  readonly #anchors = new Map<string, Anchored | null>();
  #nodes = 0;
  #aliasedNodes = 0;
  #deepest = 0;
  #full = false;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  read(node: Node, depth: number): Tree {
    const span = spanOf(node);
    if (!this.#admit(span, depth)) return nothing(span);
    if (isAlias(node)) return this.#follow(node, span, depth);
    return node.anchor === undefined
      ? this.#content(node, span, depth)
      : this.#anchor(node.anchor, node, depth);
  }

  #content(node: Node, span: Span, depth: number): Tree {
    if (isMap(node)) return this.#map(node, span, depth);
    if (isSeq(node)) return this.#seq(node, span, depth);
    return this.#scalar(node as Scalar, span);
  }

  #anchor(name: string, node: Node, depth: number): Tree {
    this.#anchors.set(name, null);
    const [nodesBefore, deepestBefore] = [this.#nodes, this.#deepest];
    this.#deepest = depth;
    const tree = this.#content(node, spanOf(node), depth);
    const height = this.#deepest - depth;
    this.#anchors.set(name, { tree, nodes: this.#nodes - nodesBefore + 1, height });
    this.#deepest = Math.max(this.#deepest, deepestBefore);
    return tree;
  }

  #admit(span: Span, depth: number): boolean {
    this.#nodes += 1;
    return this.#fits(span, depth);
  }

  #fits(span: Span, depth: number): boolean {
    this.#deepest = Math.max(this.#deepest, depth);
    const place = at(this.#file, span);
    if (this.#full) return false;
    if (this.#aliasedNodes > MAX_ALIASED_NODES) {
      this.#stop({ code: 'alias_bomb', limit: MAX_ALIASED_NODES, place });
    } else if (depth > MAX_DEPTH) this.#stop(tooDeep(place));
    return !this.#full;
  }

  #stop(diagnostic: Diagnostic): void {
    this.#full = true;
    this.diagnostics.push(diagnostic);
  }

  #follow({ source }: Alias, span: Span, depth: number): Tree {
    const target = this.#anchors.get(source);
    if (target === undefined || target === null) {
      const detail =
        target === null
          ? `the alias *${source} stands inside the value that it repeats`
          : `no anchor &${source} stands before this alias`;
      const hint = target === null ? null : 'quote';
      this.diagnostics.push({ code: 'yaml_error', detail, hint, place: at(this.#file, span) });
      return nothing(span);
    }
    this.#nodes += target.nodes - 1;
    this.#aliasedNodes += target.nodes;
    return this.#fits(span, depth + target.height) ? { ...target.tree, span } : nothing(span);
  }

  #map(map: YAMLMap, span: Span, depth: number): Tree {
    const entries = new Map<string, MapEntry>();
    for (const pair of map.items as Pair<Node | null, Node | null>[]) {
      const key = this.#key(pair.key, span);
      if (key === null) continue;
      const end = { start: key.span.end, end: key.span.end };
      const value = pair.value === null ? nothing(end) : this.read(pair.value, depth + 1);
      const first = entries.get(key.text);
      if (first === undefined) entries.set(key.text, { key: key.text, keySpan: key.span, value });
      else this.#twice(key.text, first.keySpan, key.span);
    }
    return { kind: 'map', span, entries: [...entries.values()] };
  }

  #twice(key: string, first: Span, second: Span): void {
    const [earlier, place] = [at(this.#file, first), at(this.#file, second)];
    this.diagnostics.push({ code: 'duplicate_key', key, first: earlier, place });
  }

  #key(node: Node | null, map: Span): { text: string; span: Span } | null {
    const span = node === null ? { start: map.start, end: map.start } : spanOf(node);
    const place = at(this.#file, span);
    if (!isScalar(node) || node.value === null) {
      this.diagnostics.push({ code: 'complex_key', place });
      return null;
    }
    if (node.value === '<<' && node.type === 'PLAIN') {
      this.diagnostics.push({ code: 'merge_key', place });
      return null;
    }
    if (node.anchor !== undefined) this.#anchor(node.anchor, node, 0);
    return { text: node.source ?? String(node.value), span };
  }

  #seq(seq: YAMLSeq, span: Span, depth: number): Tree {
    const items = (seq.items as Node[]).map((item) => this.read(item, depth + 1));
    return { kind: 'seq', span, items };
  }

  #scalar(scalar: Scalar, span: Span): Tree {
    const written = this.#file.text.slice(span.start, span.end);
    const value = scalar.value as ScalarNode['value'];
    if (typeof value === 'number' && !isFaithful(value, written)) {
      this.diagnostics.push({ code: 'unsafe_number', written, place: at(this.#file, span) });
    }
    const style = styleOf(scalar);
    const comment = style === 'plain' ? commentAfter(this.#file.text, span) : null;
    return { kind: 'scalar', span, value, style, written, comment };
  }
}

function styleOf({ type }: Scalar): ScalarNode['style'] {
  if (type === 'PLAIN') return 'plain';
  return type?.startsWith('BLOCK') ? 'block' : 'quoted';
}

function isEmptyScalar(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.source ?? '') === '';
}

function nothing(span: Span): ScalarNode {
  return { kind: 'scalar', span, value: null, style: 'plain', written: '', comment: null };
}

function tooDeep(place: Place): Diagnostic {
  return { code: 'too_deep', limit: MAX_DEPTH, place };
}

function spanOf(node: Node): Span {
  const range = node.range ?? [0, 0];
  return { start: range[0], end: range[1] };
}

function at(file: SourceFile, span: Span): Place {
  return { file, span };
}
