import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { Route, RouteBody } from '../model/suite.ts';
import { compileRoute } from '../validator/route.ts';
import { jsonAt, numberAt, stringAt, stringsAt } from './read.ts';
import { childOf, entryOf, type Tree } from './tree.ts';

/** Reads a file that a suite or scenario names; the error is the system's reason. */
export type ReadBytes = (absolute: string) => Result<Uint8Array, string>;

export function parseRoute(
  file: SourceFile,
  tree: Tree,
  readBytes: ReadBytes,
): Result<Route, Diagnostic> {
  const place: Place = { file, span: tree.span };
  const path = stringAt(tree, 'path') ?? '';
  const pattern = compileRoute(path);
  if (!pattern.ok) {
    const span = childOf(tree, 'path')?.span ?? tree.span;
    return err({ code: 'bad_route', path, detail: pattern.error, place: { file, span } });
  }
  const body = parseBody(file, tree, readBytes);
  if (!body.ok) return body;
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
    place,
  });
}

function parseBody(
  file: SourceFile,
  tree: Tree,
  readBytes: ReadBytes,
): Result<RouteBody, Diagnostic> {
  const given = ['json', 'body', 'body_file'].filter((key) => entryOf(tree, key) !== undefined);
  if (given.length > 1) {
    const span = entryOf(tree, given[1] ?? '')?.keySpan ?? tree.span;
    return err({ code: 'conflicting_keys', keys: given, owner: 'a route', place: { file, span } });
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
