import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { err, type Result } from '../model/result.ts';
import type { Launch, ServerTail, StartReason, Trouble } from '../model/trouble.ts';
import { Cap } from './cap.ts';
import type { Connection, ModuleSpec } from './connection.ts';
import { FindingLog } from './finding-log.ts';
import { type Beginning, MODULE_FAILED } from './module-channel.ts';
import { NODE } from './process-spawn.ts';
import { type ProcessTree, spawnTree } from './process-tree.ts';
import { type Introduction, openSession, type SessionFailure } from './session.ts';
import { StdioTransport } from './stdio-transport.ts';

const MAX_DETAIL = 2000;

/** Runs the factory in a process of its own and completes `initialize` with its server. */
export async function connectModule(
  spec: ModuleSpec,
  introduction: Introduction,
  signal: AbortSignal,
): Promise<Result<Connection, Trouble>> {
  if (signal.aborted) return err({ code: 'interrupted' });
  const cap = new Cap(spec.startupTimeoutMs, signal);
  try {
    return await start(spec, introduction, cap);
  } finally {
    cap.release();
  }
}

async function start(
  spec: ModuleSpec,
  introduction: Introduction,
  cap: Cap,
): Promise<Result<Connection, Trouble>> {
  const tree = await spawnHost(spec);
  if (!tree.ok) return err(startFailed(spec, tree.error, { exit: null, stderr: '' }));
  const findings = new FindingLog();
  const transport = new StdioTransport(tree.value, findings);
  const failure = listenForFailure(transport);
  const session = await openSession(transport, introduction, cap, findings);
  if (session.ok) return session;
  if (transport.lost) await transport.loss();
  const { exit } = transport.tail();
  await transport.close();
  const { stderr } = transport.tail();
  if (session.error === 'interrupted') return err({ code: 'interrupted' });
  // The exit that follows it is the host's.
  const failed = failure();
  if (failed !== null) return err(startFailed(spec, failed, { exit: null, stderr }));
  const tail = { exit, stderr };
  if (transport.lost && exit === null) {
    const { detail } = await transport.loss();
    return err({ code: 'connection_lost', doing: 'initialize', detail, tail });
  }
  return err(startFailed(spec, reasonOf(session.error, exit !== null, spec), tail));
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

function reasonOf(
  failure: Exclude<SessionFailure, 'interrupted'>,
  hasExited: boolean,
  spec: ModuleSpec,
): StartReason {
  if (hasExited) return { kind: 'exited' };
  if (failure === 'timeout') return { kind: 'timeout', afterMs: spec.startupTimeoutMs };
  return { kind: 'refused', detail: failure.refused };
}

function startFailed(spec: ModuleSpec, reason: StartReason, tail: ServerTail): Trouble {
  const { file, exportName, place, by } = spec;
  const launch: Launch = { kind: 'module', file, exportName, place, by };
  return { code: 'start_failed', reason, launch, tail };
}
