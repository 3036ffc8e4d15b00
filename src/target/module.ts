import { err, type Result } from '../model/result.ts';
import type { Launch, ServerTail, StartReason, Trouble } from '../model/trouble.ts';
import { Cap } from './cap.ts';
import type { Connection, ModuleSpec } from './connection.ts';
import { FindingLog } from './finding-log.ts';
import { ModuleThread } from './module-thread.ts';
import { ModuleTransport } from './module-transport.ts';
import { openSession, type SessionFailure } from './session.ts';

const MAX_DETAIL = 2000;

/**
 * Runs the factory in a thread of its own and completes `initialize` with its server. `version`:
 * ours, as servers are told it.
 */
export async function connectModule(
  spec: ModuleSpec,
  version: string,
  signal: AbortSignal,
): Promise<Result<Connection, Trouble>> {
  if (signal.aborted) return err({ code: 'interrupted' });
  const cap = new Cap(spec.startupTimeoutMs, signal);
  try {
    return await start(spec, version, cap);
  } finally {
    cap.release();
  }
}

async function start(
  spec: ModuleSpec,
  version: string,
  cap: Cap,
): Promise<Result<Connection, Trouble>> {
  const thread = ModuleThread.start(spec);
  if (!thread.ok) return err(startFailed(spec, moduleFailed(thread.error), NO_WORDS));
  const findings = new FindingLog();
  const transport = new ModuleTransport(thread.value, findings);
  const session = await openSession(transport, version, cap, findings);
  if (session.ok) return session;
  await transport.close();
  if (session.error === 'interrupted') return err({ code: 'interrupted' });
  const { detail } = await transport.loss();
  const tail = transport.tail();
  const reason = reasonOf(session.error, transport, thread.value, spec);
  if (reason === null) {
    return err({ code: 'connection_lost', doing: 'initialize', detail, tail });
  }
  return err(startFailed(spec, reason, tail));
}

const NO_WORDS: ServerTail = { exit: null, stderr: '' };

/** Null when there was a server, and it went away. */
function reasonOf(
  failure: Exclude<SessionFailure, 'interrupted'>,
  transport: ModuleTransport,
  thread: ModuleThread,
  spec: ModuleSpec,
): StartReason | null {
  if (transport.failure !== null) return moduleFailed(transport.failure);
  if (transport.tail().exit !== null) {
    return thread.thrown === null ? { kind: 'exited' } : moduleFailed(`it threw: ${thread.thrown}`);
  }
  if (transport.lost) return null;
  if (failure === 'timeout') return { kind: 'timeout', afterMs: spec.startupTimeoutMs };
  return { kind: 'refused', detail: failure.refused };
}

function moduleFailed(detail: string): StartReason {
  return { kind: 'module_failed', detail: detail.slice(0, MAX_DETAIL) };
}

function startFailed(spec: ModuleSpec, reason: StartReason, tail: ServerTail): Trouble {
  const { file, exportName, place, by } = spec;
  const launch: Launch = { kind: 'module', file, exportName, place, by };
  return { code: 'start_failed', reason, launch, tail };
}
