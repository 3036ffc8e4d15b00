import {
  type Assertion,
  type Channel,
  type ErrorExpectation,
  stateExpectation,
  type UpstreamExpectation,
} from '../model/check.ts';
import type { ExecutionExpectation } from '../model/execution.ts';
import { isJsonObject } from '../model/json.ts';
import type { Place, SourceFile } from '../model/source.ts';
import { jsonAt, listAt, numberAt, stringAt, stringsAt } from './read.ts';
import { childOf, entriesOf, type Tree, toJson } from './tree.ts';

/** The author's checks of one step, and the implied ones. */
export function parseExpect(file: SourceFile, step: Tree): readonly Assertion[] {
  const expect = childOf(step, 'expect');
  const implied = { place: { file, span: step.span }, own: false } as const;
  return [
    parseError(file, step, expect),
    ...textChecks(file, expect, {
      contains: 'contains',
      not_contains: 'not_contains',
      matches: 'matches',
      judge: 'judge',
    }),
    ...dataChecks(file, expect),
    ...windowChecks(file, expect),
    ...(jsonAt(expect, 'output_schema') === false
      ? []
      : [{ kind: 'output_schema', ...implied } as const]),
    { kind: 'prompts', ...implied },
    { kind: 'execution_claims', ...implied },
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

/** Checks of the reply's data. */
function dataChecks(file: SourceFile, expect: Tree | undefined): Assertion[] {
  return entriesOf(expect).flatMap(({ key, value }): Assertion[] => {
    const own = { place: { file, span: value.span }, own: true } as const;
    const expected = toJson(value);
    if (key === 'execution') {
      return [{ kind: 'execution', expected: executionExpectation(value), ...own }];
    }
    if (key === 'structured' || key === 'json') return [{ kind: key, expected, ...own }];
    if ((key === 'schema' || key === 'json_schema') && isJsonObject(expected)) {
      return [{ kind: key, expected, ...own }];
    }
    return [];
  });
}

/** Checks of what went on while the step was under way. */
function windowChecks(file: SourceFile, expect: Tree | undefined): Assertion[] {
  return entriesOf(expect).flatMap(({ key, value }): Assertion[] => {
    const own = { place: { file, span: value.span }, own: true } as const;
    const expected = toJson(value);
    if ((key === 'elicitations' || key === 'within_ms') && typeof expected === 'number') {
      return [{ kind: key, expected, ...own }];
    }
    if (key === 'state') return [{ kind: 'state', expected: stateExpectation(expected), ...own }];
    if (key !== 'upstream') return [];
    return entriesOf(value).map((entry) => ({
      kind: 'upstream',
      upstream: entry.key,
      expected: upstreamExpectation(entry.value),
      place: { file, span: entry.keySpan },
      own: true,
    }));
  });
}

function executionExpectation(node: Tree): ExecutionExpectation {
  if (node.kind === 'scalar') return { want: 'none' };
  return {
    want: 'match',
    llmInvoked: flagAt(node, 'llm_invoked'),
    externalApiAttempted: flagAt(node, 'external_api_attempted'),
  };
}

function flagAt(node: Tree, key: string): boolean | null {
  const value = jsonAt(node, key);
  return typeof value === 'boolean' ? value : null;
}

function upstreamExpectation(node: Tree): UpstreamExpectation {
  const json = jsonAt(node, 'json');
  return {
    count: node.kind === 'scalar' ? Number(node.value) : numberAt(node, 'count'),
    method: stringAt(node, 'method')?.toUpperCase() ?? null,
    path: stringAt(node, 'path'),
    query: stringsAt(node, 'query'),
    headers: stringsAt(node, 'headers'),
    json,
  };
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

/** The upstreams that a step's expectations name, and where. */
export function namedUpstreams(
  file: SourceFile,
  step: Tree,
): readonly { readonly name: string; readonly place: Place }[] {
  const map = childOf(childOf(step, 'expect'), 'upstream');
  return entriesOf(map).map(({ key, keySpan }) => ({ name: key, place: { file, span: keySpan } }));
}
