import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Result } from '../model/result.ts';
import type { StartReason, Trouble } from '../model/trouble.ts';
import { connectChild } from './child-session.ts';
import type { Connection, ModuleSpec } from './connection.ts';
import { type Beginning, MODULE_FAILED } from './module-channel.ts';
import { NODE } from './process-spawn.ts';
import { type ProcessTree, spawnTree } from './process-tree.ts';
import type { Introduction } from './session.ts';
import type { StdioTransport } from './stdio-transport.ts';

const MAX_DETAIL = 2000;

/** Runs the factory in a process of its own and completes `initialize` with its server. */
export function connectModule(
  spec: ModuleSpec,
  introduction: Introduction,
  signal: AbortSignal,
): Promise<Result<Connection, Trouble>> {
  const { file, exportName, place, by, startupTimeoutMs } = spec;
  const child = {
    launch: { kind: 'module', file, exportName, place, by },
    startupTimeoutMs,
    spawn: () => spawnHost(spec),
    listen: listenForFailure,
  } as const;
  return connectChild(child, introduction, signal);
}

async function spawnHost({ file, exportName, env }: ModuleSpec) {
  const args = [fileURLToPath(hostFile())];
  const tree = await spawnTree({ command: NODE, args, env, cwd: '.', channel: true });
  if (tree.ok) begin(tree.value, { url: pathToFileURL(file).href, exportName });
  return tree;
}

function begin({ stdin }: ProcessTree, beginning: Beginning): void {
  stdin.write(`${JSON.stringify(beginning)}\n`);
}

/** In the build this is a chunk beside which the host's file stands; from the source it is the built one. */
function hostFile(): URL {
  const built = new URL('../../cli/target/module-host.js', import.meta.url);
  return existsSync(built)
    ? built
    : new URL('../../dist/cli/target/module-host.js', import.meta.url);
}

/** Gives why there is no server, once the host has told. */
function listenForFailure(transport: StdioTransport): () => StartReason | null {
  let reason: StartReason | null = null;
  // The SDK's client hears it too, and makes nothing of it.
  transport.onmessage = (message) => {
    if (!('method' in message) || message.method !== MODULE_FAILED) return;
    const detail = String(message.params?.detail).slice(0, MAX_DETAIL);
    reason = { kind: 'module_failed', detail };
  };
  return () => reason;
}
