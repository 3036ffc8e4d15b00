import { readFileSync, type Stats, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import { MAX_FILE_BYTES, type SourceFile } from '../model/source.ts';
import { decodeUtf8 } from '../model/utf8.ts';

/** What a path leads to, null for nothing; the error is the system's reason in a few words. */
export function statOf(absolute: string): Result<Stats | null, string> {
  try {
    return ok(statSync(absolute));
  } catch (thrown) {
    return codeOf(thrown) === 'ENOENT' ? ok(null) : err(reasonOf(thrown));
  }
}

/** Reads a file whole; the error is the system's reason in a few words. */
export function readBytes(absolute: string): Result<Uint8Array, string> {
  const stats = statOf(absolute);
  if (!stats.ok) return stats;
  // A pipe or a device might never end.
  if (stats.value?.isDirectory()) return err('it is a folder');
  if (stats.value?.isFile() === false) return err('it is no regular file');
  try {
    return ok(readFileSync(absolute));
  } catch (thrown) {
    return err(reasonOf(thrown));
  }
}

/** Why a path leads to no folder, in a few words; null: it leads to one. */
export function noFolder(absolute: string): string | null {
  const stats = statOf(absolute);
  if (!stats.ok) return stats.error;
  if (stats.value === null) return 'there is none';
  return stats.value.isDirectory() ? null : 'it is a file';
}

/** Reads a file of YAML. */
export function readSource(absolute: string, cwd: string): Result<SourceFile, Diagnostic> {
  const path = displayed(absolute, cwd);
  const stats = statOf(absolute);
  const bytes = stats.ok ? (stats.value?.size ?? 0) : 0;
  if (bytes > MAX_FILE_BYTES) {
    return err({ code: 'file_too_large', path, bytes, limit: MAX_FILE_BYTES, place: null });
  }
  const read = readBytes(absolute);
  if (!read.ok) return err({ code: 'file_unreadable', path, reason: read.error, place: null });
  const text = decodeUtf8(read.value);
  if (!text.ok) return err({ code: 'not_utf8', path, offset: text.error, place: null });
  return ok({ path, absolute, text: text.value });
}

/** A path as people see it: relative to the working directory, with `/`. */
export function displayed(absolute: string, cwd: string): string {
  const shown = relative(cwd, absolute) || '.';
  return sep === '/' ? shown : shown.split(sep).join('/');
}

/** The system's reason in a few words. */
export function reasonOf(thrown: unknown): string {
  const code = codeOf(thrown);
  return REASONS[code] ?? (code === '' ? String(thrown) : code);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'too many links',
  ENOTDIR: 'a part of the path is no folder',
  ENAMETOOLONG: 'the name is too long',
};

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
