import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import { MAX_FILE_BYTES, type Place, type SourceFile } from '../model/source.ts';
import type { Metadata } from '../model/suite.ts';
import { decodeUtf8 } from '../model/utf8.ts';
import { variable } from './interpolate.ts';
import type { ReadBytes } from './parse-route.ts';
import { objectAt, stringAt } from './read.ts';
import { parseTemplate } from './template.ts';
import { childOf, entriesOf, type Tree } from './tree.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the value of a key of `metadata` is the path of a file to keep. */
export function namesFile(key: string): boolean {
  return key.endsWith('_file');
}

/** A suite's `metadata` with the files that it names; null without the key. */
export function parseMetadata(
  file: SourceFile,
  tree: Tree,
  { env, readBytes }: { readonly env: Env; readonly readBytes: ReadBytes },
): Result<Metadata | null, readonly Diagnostic[]> {
  const node = childOf(tree, 'metadata');
  if (node === undefined) return ok(null);
  const contents: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  for (const { key, value } of entriesOf(node).filter((entry) => namesFile(entry.key))) {
    const path = pathOf(stringAt(node, key) ?? '', env);
    if (path === null) continue;
    const bytes = readBytes(resolve(dirname(file.absolute), path));
    const text = textOf(bytes, path, { file, span: value.span });
    if (text.ok) contents[key] = text.value;
    else diagnostics.push(text.error);
  }
  if (diagnostics.length > 0) return err(diagnostics);
  return ok({ values: objectAt(tree, 'metadata'), contents });
}

/** Null where its placeholders can't be filled in, which is told as such. */
function pathOf(written: string, env: Env): string | null {
  const { parts, found } = parseTemplate(written);
  if (found.some(({ read }) => !read.ok)) return null;
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    if (part.kind !== 'env') return null;
    const value = variable(env, part.name);
    return value || (part.fallback ?? value ?? null);
  });
  return texts.includes(null) ? null : texts.join('');
}

function textOf(
  bytes: Result<Uint8Array, string>,
  path: string,
  place: Place,
): Result<string, Diagnostic> {
  if (!bytes.ok) return err({ code: 'file_unreadable', path, reason: bytes.error, place });
  const { length } = bytes.value;
  if (length > MAX_FILE_BYTES) {
    return err({ code: 'file_too_large', path, bytes: length, limit: MAX_FILE_BYTES, place });
  }
  const text = decodeUtf8(bytes.value);
  return text.ok ? text : err({ code: 'not_utf8', path, offset: text.error, place });
}
