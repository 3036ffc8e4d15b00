import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '../model/result.ts';
import type { TmpFolders } from '../run/deps.ts';

/** Folders for `${tmp}`, below the system's own. */
export const tmpFolders: TmpFolders = {
  create: async () => {
    try {
      return ok(await realpath(await mkdtemp(join(tmpdir(), 'mcp-eval-'))));
    } catch (thrown) {
      return err(thrown instanceof Error ? thrown.message : String(thrown));
    }
  },
  remove: async (path) => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  },
};
