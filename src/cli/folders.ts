import type { Dirent } from 'node:fs';
import { cp, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { JsonObject } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { ScenarioFiles } from '../model/scenario.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 10_000;

/** Copies a folder into another, or writes texts by their paths, which stay inside. */
export async function fillFolder(
  path: string,
  files: ScenarioFiles,
): Promise<Result<void, string>> {
  try {
    if (files.kind === 'folder') {
      // A link within it must not lead a server back to the original.
      await cp(files.absolute, path, { recursive: true, verbatimSymlinks: true });
      return ok(undefined);
    }
    for (const [name, text] of Object.entries(files.texts)) {
      const file = resolve(path, name);
      if (!file.startsWith(`${path}${sep}`)) return err(`${name} would lie outside of the folder`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return ok(undefined);
  } catch (thrown) {
    return err(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Links are not followed, and an empty folder is something too: neither comes or goes unseen. */
export async function readFolder(path: string): Promise<Result<JsonObject, string>> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    if (entries.length > MAX_FILES) return err(`${path} has more than ${MAX_FILES} files`);
    const parents = new Set(entries.map(({ parentPath }) => parentPath));
    const found: [string, string][] = [];
    let bytes = 0;
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isDirectory() && parents.has(file)) continue;
      if (entry.isFile()) bytes += (await stat(file)).size;
      if (bytes > MAX_BYTES) return err(`${path} holds more than ${MAX_BYTES} bytes`);
      const name = relative(path, file).split(sep).join('/');
      found.push(entry.isDirectory() ? [`${name}/`, ''] : [name, await contentOf(entry, file)]);
    }
    return ok(Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1))));
  } catch (thrown) {
    return err(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

async function contentOf(entry: Dirent, file: string): Promise<string> {
  if (entry.isFile()) return textOf(await readFile(file));
  return entry.isSymbolicLink() ? `link:${await readlink(file)}` : 'special';
}

function textOf(bytes: Buffer): string {
  try {
    // A byte order mark that comes or goes is a change as well.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `base64:${bytes.toString('base64')}`;
  }
}
