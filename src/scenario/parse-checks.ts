import type { Place, SourceFile } from '../model/source.ts';
import type { Assertion, Channel, ErrorExpectation } from '../model/suite.ts';
import { jsonAt, listAt, stringAt } from './read.ts';
import { childOf, type Tree } from './tree.ts';

/** The author's checks of one step, and the implied one: unless it is expected, no error. */
export function parseExpect(file: SourceFile, step: Tree): readonly Assertion[] {
  const expect = childOf(step, 'expect');
  return [
    parseError(file, step, expect),
    ...textChecks(file, expect, {
      contains: 'contains',
      not_contains: 'not_contains',
      matches: 'matches',
      judge: 'judge',
    }),
  ];
}

/** The author's checks of the whole output. */
export function parseExpected(file: SourceFile, scenario: Tree): readonly Assertion[] {
  return textChecks(file, scenario, {
    contains: 'expected_contains',
    not_contains: 'expected_not_contains',
    matches: 'expected_matches',
    judge: 'expected_judge',
  });
}

type TextKind = 'contains' | 'not_contains' | 'matches' | 'judge';

function textChecks(
  file: SourceFile,
  tree: Tree | undefined,
  keys: Readonly<Record<TextKind, string>>,
): Assertion[] {
  const kinds: readonly TextKind[] = ['contains', 'not_contains', 'matches', 'judge'];
  return kinds.flatMap((kind) =>
    listAt(file, tree, keys[kind]).map(
      ({ value, place }): Assertion => ({ kind, expected: value, place, own: true }),
    ),
  );
}

function parseError(file: SourceFile, step: Tree, expect: Tree | undefined): Assertion {
  const node = childOf(expect, 'error');
  const place: Place = { file, span: node?.span ?? step.span };
  if (node === undefined) return { kind: 'error', expected: { want: 'none' }, place, own: false };
  return { kind: 'error', expected: errorExpectation(file, node), place, own: true };
}

function errorExpectation(file: SourceFile, node: Tree): ErrorExpectation {
  const anyError = { want: 'error', channel: null, code: null, contains: [] } as const;
  if (node.kind === 'scalar') {
    if (node.value === false) return { want: 'none' };
    return { ...anyError, channel: channelOf(node.value) };
  }
  const code = jsonAt(node, 'code');
  return {
    want: 'error',
    channel: channelOf(stringAt(node, 'channel')),
    code: typeof code === 'number' || typeof code === 'string' ? code : null,
    contains: listAt(file, node, 'contains').map((needle) => needle.value),
  };
}

function channelOf(word: unknown): Channel | null {
  return word === 'tool' || word === 'protocol' ? word : null;
}
