import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceFile } from '../model/source.ts';
import { lintExpected } from './lint.ts';
import type { OpenFile } from './open.ts';
import type { Mention } from './placeholders.ts';
import { childOf, entriesOf, type Tree } from './tree.ts';

const GLUED = /^#\S/;

/** What expected texts take from `vars` and `cases` must be spelled as carefully as one. */
export function spellingOf({ file, tree, mentions }: OpenFile): readonly Diagnostic[] {
  const taken = mentions
    .filter(({ role }) => role === 'needle' || role === 'criterion')
    .flatMap((mention) => sourcesOf(mention, tree));
  return [...new Set(taken)].flatMap((node) => textProblems(file, node));
}

function sourcesOf({ placeholder }: Mention, tree: Tree | undefined): readonly Tree[] {
  if (placeholder.kind === 'vars') {
    const node = placeholder.path.reduce(
      (at, key) => childOf(at, at?.kind === 'seq' ? Number(key) : key),
      childOf(tree, 'vars'),
    );
    return node === undefined ? [] : [node];
  }
  if (placeholder.kind !== 'case') return [];
  return entriesOf(childOf(tree, 'cases')).flatMap(
    ({ value }) => childOf(value, placeholder.name) ?? [],
  );
}

function textProblems(file: SourceFile, node: Tree): readonly Diagnostic[] {
  const place = { file, span: node.span };
  if (node.kind !== 'scalar') {
    const got = node.kind === 'map' ? 'a map' : 'a list';
    return [{ code: 'wrong_type', expected: 'string', got, place }];
  }
  const { value, written, comment: cut } = node;
  // A text that is cut so is told wherever it stands.
  if (typeof value === 'string' && cut !== null && GLUED.test(cut)) return [];
  if (typeof value === 'string') return lintExpected(file, node);
  if (cut !== null && GLUED.test(cut)) {
    return [{ code: 'cut_by_comment', kept: written, cut, place }];
  }
  if (value !== null && String(value) === written) return [];
  const becomes = value === null ? 'nothing' : `the ${typeof value} ${value}`;
  return [{ code: 'quote_it', written, becomes, place }];
}
