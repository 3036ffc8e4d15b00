import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '../model/result.ts';
import type { TmpFolders } from '../run/deps.ts';
import { fillFolder, readFolder } from './folders.ts';

export interface OwnTmpFolders extends TmpFolders {
  /** For an end without order: removes at once what is left of all of them. */
  removeAllSync(): void;
  /** Those that could not be removed, each with the system's reason. */
  leftBehind(): readonly string[];
}

/** Folders for `${tmp}`, below the system's own. */
export function createTmpFolders(): OwnTmpFolders {
  const live = new Set<string>();
  const left: string[] = [];
  const removeSync = (path: string): void => {
    live.delete(path);
    try {
      unlock(path);
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      // An orderly removal may be under way beside this one.
      if (!reason.startsWith('ENOENT') || existsSync(path)) left.push(`${path} (${reason})`);
    }
  };
  return {
    create: async () => {
      try {
        const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-eval-')));
        live.add(folder);
        return ok(folder);
      } catch (thrown) {
        return err(thrown instanceof Error ? thrown.message : String(thrown));
      }
    },
    fill: fillFolder,
    read: readFolder,
    remove: async (path) => {
      try {
        await rm(path, { recursive: true, force: true, maxRetries: 3 });
        live.delete(path);
      } catch {
        removeSync(path);
      }
    },
    removeAllSync: () => {
      for (const path of [...live]) removeSync(path);
    },
    leftBehind: () => left,
  };
}

/** A server may have taken its own right to write from folders. Links are not followed. */
function unlock(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) unlock(join(folder, entry.name));
  }
}
