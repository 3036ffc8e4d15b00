import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TmpFolders } from '../run/deps.ts';

/** Folders for `${tmp}`, below the system's own. */
export const tmpFolders: TmpFolders = {
  create: async () => realpath(await mkdtemp(join(tmpdir(), 'mcp-eval-'))),
  remove: async (path) => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  },
};
