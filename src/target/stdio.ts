import { err, type Result } from '../model/result.ts';
import type { Launch, ServerTail, StartReason, Trouble } from '../model/trouble.ts';
import { Cap } from './cap.ts';
import type { Connection, StdioSpec } from './connection.ts';
import { FindingLog } from './finding-log.ts';
import { spawnTree } from './process-tree.ts';
import { type Introduction, openSession, type SessionFailure } from './session.ts';
import { StdioTransport } from './stdio-transport.ts';

/** Starts a server as a child process and completes `initialize` with it. */
export async function connectStdio(
  spec: StdioSpec,
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
  spec: StdioSpec,
  introduction: Introduction,
  cap: Cap,
): Promise<Result<Connection, Trouble>> {
  const tree = await spawnTree(spec);
  if (!tree.ok) return err(startFailed(spec, tree.error, { exit: null, stderr: '' }));
  const findings = new FindingLog();
  const transport = new StdioTransport(tree.value, findings);
  const session = await openSession(transport, introduction, cap, findings);
  if (session.ok) return session;
  if (transport.lost) await transport.loss();
  const { exit } = transport.tail();
  await transport.close();
  const tail = { exit, stderr: transport.tail().stderr };
  if (session.error === 'interrupted') return err({ code: 'interrupted' });
  if (transport.lost && exit === null) {
    const { detail } = await transport.loss();
    return err({ code: 'connection_lost', doing: 'initialize', detail, tail });
  }
  const failed = startFailed(spec, reasonOf(session.error, exit !== null, spec), tail);
  // A reply glued to a log line is none, and looks like a server that does not answer.
  return err({ ...failed, findings: findings.take() });
}

function reasonOf(
  failure: Exclude<SessionFailure, 'interrupted'>,
  hasExited: boolean,
  spec: StdioSpec,
): StartReason {
  if (hasExited) return { kind: 'exited' };
  if (failure === 'timeout') return { kind: 'timeout', afterMs: spec.startupTimeoutMs };
  return { kind: 'refused', detail: failure.refused };
}

function startFailed(spec: StdioSpec, reason: StartReason, tail: ServerTail) {
  const { command, args, cwd, place, by } = spec;
  const launch: Launch = { kind: 'process', command, args, cwd, place, by };
  return { code: 'start_failed', reason, launch, tail } as const;
}
