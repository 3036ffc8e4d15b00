import type { Result } from '../model/result.ts';
import type { Trouble } from '../model/trouble.ts';
import { connectChild } from './child-session.ts';
import type { Connection, StdioSpec } from './connection.ts';
import { spawnTree } from './process-tree.ts';
import type { Introduction } from './session.ts';

/** Starts a server as a child process and completes `initialize` with it. */
export function connectStdio(
  spec: StdioSpec,
  introduction: Introduction,
  signal: AbortSignal,
): Promise<Result<Connection, Trouble>> {
  const { command, args, cwd, place, by, startupTimeoutMs } = spec;
  const child = {
    launch: { kind: 'process', command, args, cwd, place, by },
    startupTimeoutMs,
    spawn: () => spawnTree(spec),
    listen: () => () => null,
  } as const;
  return connectChild(child, introduction, signal);
}
