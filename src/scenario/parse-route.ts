import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SourceFile } from '../model/source.ts';
import type { Route, RouteBody } from '../model/upstream.ts';
import { validateHeader } from '../validator/http-header.ts';
import { compileRoute } from '../validator/route.ts';
import { jsonAt, numberAt, stringAt, stringsAt } from './read.ts';
import { childOf, entriesOf, type Tree } from './tree.ts';

/** Reads a file that a suite or scenario names; the error is the system's reason. */
export type ReadBytes = (absolute: string) => Result<Uint8Array, string>;

export function parseRoute(
  file: SourceFile,
  tree: Tree,
  readBytes: ReadBytes,
): Result<Route, readonly Diagnostic[]> {
  const path = stringAt(tree, 'path') ?? '';
  const badPath = checkPath(file, tree, path);
  const body = parseBody(file, tree, readBytes);
  const mistakes = [...badPath, ...checkHeaders(file, tree), ...(body.ok ? [] : [body.error])];
  if (!body.ok || mistakes.length > 0) return err(mistakes);
  const fail = stringAt(tree, 'fail');
  const match = jsonAt(childOf(tree, 'match'), 'json');
  return ok({
    method: stringAt(tree, 'method')?.toUpperCase() ?? null,
    path,
    query: stringsAt(tree, 'query'),
    match: match === undefined ? null : { json: match },
    status: numberAt(tree, 'status') ?? 200,
    headers: stringsAt(tree, 'headers'),
    body: body.value,
    delayMs: numberAt(tree, 'delay_ms') ?? 0,
    fail: fail === 'reset' || fail === 'hang' ? fail : null,
    times: numberAt(tree, 'times'),
    place: { file, span: tree.span },
  });
}

function checkPath(file: SourceFile, tree: Tree, path: string): readonly Diagnostic[] {
  const pattern = compileRoute(path);
  if (pattern.ok) return [];
  const span = childOf(tree, 'path')?.span ?? tree.span;
  return [{ code: 'bad_route', path, detail: pattern.error, place: { file, span } }];
}

function checkHeaders(file: SourceFile, tree: Tree): readonly Diagnostic[] {
  return entriesOf(childOf(tree, 'headers')).flatMap(({ key, keySpan, value }): Diagnostic[] => {
    // A value with placeholders is looked at when it is sent.
    const text = value.kind === 'scalar' ? String(value.value) : '';
    const detail = validateHeader(key, text.includes('${') ? '' : text);
    if (detail === null) return [];
    return [{ code: 'bad_value', problem: detail, nearest: null, place: { file, span: keySpan } }];
  });
}

const BODIES: readonly string[] = ['json', 'body', 'body_file'];

function parseBody(
  file: SourceFile,
  tree: Tree,
  readBytes: ReadBytes,
): Result<RouteBody, Diagnostic> {
  const given = entriesOf(tree).filter(({ key }) => BODIES.includes(key));
  const [, second] = given;
  if (second !== undefined) {
    const keys = given.map(({ key }) => key);
    const place = { file, span: second.keySpan };
    return err({ code: 'conflicting_keys', keys, owner: 'a route', place });
  }
  const json = jsonAt(tree, 'json');
  if (json !== undefined) return ok({ kind: 'json', value: json });
  const text = stringAt(tree, 'body');
  if (text !== null) return ok({ kind: 'text', text });
  const path = stringAt(tree, 'body_file');
  if (path === null) return ok({ kind: 'none' });
  const bytes = readBytes(resolve(dirname(file.absolute), path));
  if (bytes.ok) return ok({ kind: 'file', path, bytes: bytes.value });
  const span = childOf(tree, 'body_file')?.span ?? tree.span;
  return err({ code: 'file_unreadable', path, reason: bytes.error, place: { file, span } });
}
