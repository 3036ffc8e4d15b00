import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Diagnostic, FileKind } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Place, SourceFile, Span } from '../model/source.ts';
import type { MapEntry, ScalarNode, Tree } from './tree.ts';

const MAX_DEPTH = 64;
/** A file that is no YAML at all would else be one error per word. */
const MAX_SYNTAX_ERRORS = 10;
/** Nodes that aliases may add; a file of a megabyte that repeats itself ten deep would fill memory. */
const MAX_ALIASED_NODES = 10_000;

/** Reads one YAML 1.2 document. Every trouble of the syntax is told, not only the first. */
export function parseYaml(file: SourceFile, what: FileKind): Result<Tree, readonly Diagnostic[]> {
  const documents = compose(file);
  if (!documents.ok) return documents;
  const syntax = documents.value.flatMap((document) => syntaxTrouble(file, document));
  if (syntax.length > 0) return err(syntax.slice(0, MAX_SYNTAX_ERRORS));
  const [first, second] = documents.value;
  if (first === undefined || first.contents === null || isEmptyScalar(first.contents)) {
    return err([{ code: 'empty_file', what, place: at(file, { start: 0, end: 0 }) }]);
  }
  if (second !== undefined) {
    const start = second.range[0];
    return err([{ code: 'several_documents', place: at(file, { start, end: start }) }]);
  }
  const reader = new TreeReader(file);
  const tree = reader.read(first.contents, 0);
  return reader.diagnostics.length > 0 ? err(reader.diagnostics) : ok(tree);
}

function compose(file: SourceFile): Result<Document.Parsed[], readonly Diagnostic[]> {
  const tooDeep: Diagnostic = {
    code: 'too_deep',
    limit: MAX_DEPTH,
    place: at(file, { start: 0, end: 0 }),
  };
  if (opensTooMany(file.text)) return err([tooDeep]);
  try {
    const documents = parseAllDocuments(file.text, {
      version: '1.2',
      uniqueKeys: false,
      merge: false,
      prettyErrors: false,
      logLevel: 'silent',
    });
    return ok([...documents] as Document.Parsed[]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return err([tooDeep]);
  }
}

/** The composer recurses, and a million brackets end the process: counted before it sees them. */
function opensTooMany(text: string): boolean {
  let brackets = 0;
  let indicatorsOnLine = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?') indicatorsOnLine += 1;
    else if (token === '\n' || token === '\r\n') indicatorsOnLine = 0;
    if (brackets > MAX_DEPTH || indicatorsOnLine > MAX_DEPTH) return true;
  }
  return false;
}

function syntaxTrouble(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const told = (code: 'yaml_error' | 'yaml_warning', problem: YAMLError): Diagnostic => ({
    code,
    detail: problem.message,
    place: at(file, { start: problem.pos[0], end: problem.pos[1] }),
  });
  const found = [
    ...document.errors.map((problem) => told('yaml_error', problem)),
    ...document.warnings.map((problem) => told('yaml_warning', problem)),
  ];
  const directive = /^%.*$/m.exec(file.text.slice(0, document.range[0]));
  if (document.directives.yaml.explicit === true && directive !== null) {
    const span = { start: directive.index, end: directive.index + directive[0].length };
    found.push({ code: 'yaml_directive', directive: directive[0], place: at(file, span) });
  }
  return found;
}

/** Turns the library's nodes into a `Tree`, aliases followed, and notes what it can't accept. */
class TreeReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: SourceFile;
  readonly #anchors = new Map<string, Node>();
  #aliasedNodes = 0;
  #aliasDepth = 0;
  #full = false;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  read(node: Node, depth: number): Tree {
    const span = spanOf(node);
    if (!this.#admit(span, depth)) return nothing(span);
    if (isAlias(node)) return this.#follow(node, span, depth);
    if (node.anchor !== undefined && this.#aliasDepth === 0) this.#anchors.set(node.anchor, node);
    if (isMap(node)) return this.#map(node, span, depth);
    if (isSeq(node)) return this.#seq(node, span, depth);
    return this.#scalar(node as Scalar, span);
  }

  #admit(span: Span, depth: number): boolean {
    if (this.#full) return false;
    if (this.#aliasDepth > 0) this.#aliasedNodes += 1;
    if (this.#aliasedNodes > MAX_ALIASED_NODES) {
      this.#stop({ code: 'alias_bomb', limit: MAX_ALIASED_NODES, place: at(this.#file, span) });
    } else if (depth > MAX_DEPTH) {
      const code = this.#aliasDepth > 0 ? 'alias_bomb' : 'too_deep';
      this.#stop({ code, limit: MAX_DEPTH, place: at(this.#file, span) });
    }
    return !this.#full;
  }

  #stop(diagnostic: Diagnostic): void {
    this.#full = true;
    this.diagnostics.push(diagnostic);
  }

  #follow(alias: Alias, span: Span, depth: number): Tree {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      const detail = `no anchor named &${alias.source} stands before this alias`;
      this.diagnostics.push({ code: 'yaml_error', detail, place: at(this.#file, span) });
      return nothing(span);
    }
    this.#aliasDepth += 1;
    const tree = this.read(target, depth + 1);
    this.#aliasDepth -= 1;
    return { ...tree, span };
  }

  #map(map: YAMLMap, span: Span, depth: number): Tree {
    const entries = new Map<string, MapEntry>();
    for (const pair of map.items as Pair<Node | null, Node | null>[]) {
      const key = this.#key(pair.key, span);
      if (key === null) continue;
      const first = entries.get(key.text);
      if (first !== undefined) {
        const [place, earlier] = [at(this.#file, key.span), at(this.#file, first.keySpan)];
        this.diagnostics.push({ code: 'duplicate_key', key: key.text, first: earlier, place });
      }
      const end = { start: key.span.end, end: key.span.end };
      const value = pair.value === null ? nothing(end) : this.read(pair.value, depth + 1);
      entries.set(key.text, { key: key.text, keySpan: key.span, value });
    }
    return { kind: 'map', span, entries: [...entries.values()] };
  }

  #key(node: Node | null, map: Span): { text: string; span: Span } | null {
    const span = node === null ? { start: map.start, end: map.start } : spanOf(node);
    if (!isScalar(node) || node.value === null) {
      this.diagnostics.push({ code: 'complex_key', place: at(this.#file, span) });
      return null;
    }
    if (node.value === '<<' && node.type === 'PLAIN') {
      this.diagnostics.push({ code: 'merge_key', place: at(this.#file, span) });
      return null;
    }
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
    const style =
      scalar.type === 'PLAIN' ? 'plain' : scalar.type?.startsWith('BLOCK') ? 'block' : 'quoted';
    const comment = style === 'plain' ? this.#commentAfter(span.end) : null;
    return { kind: 'scalar', span, value, style, written, comment };
  }

  #commentAfter(end: number): string | null {
    const rest = /[ \t]+(#[^\r\n]*)/y;
    rest.lastIndex = end;
    return rest.exec(this.#file.text)?.[1] ?? null;
  }
}

/** Numbers that JSON or a double can't hold as they were written. */
function isFaithful(value: number, written: string): boolean {
  if (!Number.isFinite(value)) return false;
  const isFloat = /^[-+]?[\d.]*(\.|[eE])/.test(written);
  return isFloat || Number.isSafeInteger(value);
}

function isEmptyScalar(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.source ?? '') === '';
}

function nothing(span: Span): ScalarNode {
  return { kind: 'scalar', span, value: null, style: 'plain', written: '', comment: null };
}

function spanOf(node: Node): Span {
  const range = node.range ?? [0, 0];
  return { start: range[0], end: range[1] };
}

function at(file: SourceFile, span: Span): Place {
  return { file, span };
}
