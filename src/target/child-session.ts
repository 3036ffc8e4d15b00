import { err, type Result } from '../model/result.ts';
import type { Launch, ServerTail, StartReason, Trouble } from '../model/trouble.ts';
import { Cap } from './cap.ts';
import type { Connection } from './connection.ts';
import { FindingLog } from './finding-log.ts';
import type { ProcessTree } from './process-tree.ts';
import { type Introduction, openSession, type SessionFailure } from './session.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A process that speaks over its streams. */
export interface Child {
  readonly launch: Launch;
  readonly startupTimeoutMs: number;
  spawn(): Promise<Result<ProcessTree, StartReason>>;
  /** Gives what the process itself says of why there is no server; null: nothing. */
  listen(transport: StdioTransport): () => StartReason | null;
}

/** Starts it and completes `initialize` with its server. */
export async function connectChild(
  child: Child,
  introduction: Introduction,
  signal: AbortSignal,
): Promise<Result<Connection, Trouble>> {
  if (signal.aborted) return err({ code: 'interrupted' });
  const cap = new Cap(child.startupTimeoutMs, signal);
  try {
    return await start(child, introduction, cap);
  } finally {
    cap.release();
  }
}

async function start(
  child: Child,
  introduction: Introduction,
  cap: Cap,
): Promise<Result<Connection, Trouble>> {
  const tree = await child.spawn();
  if (!tree.ok) return err(startFailed(child, tree.error, { exit: null, stderr: '' }));
  const findings = new FindingLog();
  const transport = new StdioTransport(tree.value, findings);
  const told = child.listen(transport);
  const session = await openSession(transport, introduction, cap, findings);
  if (session.ok) return session;
  if (transport.lost) await transport.loss();
  const { exit } = transport.tail();
  await transport.close();
  const tail = { exit, stderr: transport.tail().stderr };
  if (session.error === 'interrupted') return err({ code: 'interrupted' });
  const reason = told();
  // The exit that follows it is no server's.
  if (reason !== null) return err(startFailed(child, reason, { ...tail, exit: null }));
  if (transport.lost && exit === null) {
    const { detail } = await transport.loss();
    return err({ code: 'connection_lost', doing: 'initialize', detail, tail });
  }
  const failed = startFailed(child, reasonOf(session.error, exit !== null, child), tail);
  // A reply glued to a log line is none, and looks like a server that does not answer.
  return err({ ...failed, findings: findings.take() });
}

function reasonOf(
  failure: Exclude<SessionFailure, 'interrupted'>,
  hasExited: boolean,
  { startupTimeoutMs }: Child,
): StartReason {
  if (hasExited) return { kind: 'exited' };
  if (failure === 'timeout') return { kind: 'timeout', afterMs: startupTimeoutMs };
  return { kind: 'refused', detail: failure.refused };
}

function startFailed({ launch }: Child, reason: StartReason, tail: ServerTail) {
  return { code: 'start_failed', reason, launch, tail } as const;
}
