import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { err, ok, type Result } from '../model/result.ts';
import type { Launch, ServerTail, StartReason, Trouble } from '../model/trouble.ts';
import { Cap, type CapCause } from './cap.ts';
import type { Served, ServeSpec } from './connection.ts';
import { spawnTree } from './process-tree.ts';
import { listenerAt, portOf, probe, SILENT, takesConnections } from './serve-probe.ts';
import { ServedProcess } from './served-process.ts';

/** How often we look whether it listens, in ms. */
const LOOK_MS = 15;
/** For one attempt at a reply, in ms. */
const PROBE_MS = 5000;
/** Below what systems give to outgoing connections, which could take a port before its server does. */
const PORTS = { first: 10_000, last: 32_000 } as const;
const NOBODY = 'nobody listens there';
const NO_TAIL: ServerTail = { exit: null, stderr: '' };

/** Starts an HTTP server and waits for its first HTTP reply, whatever that says. */
export async function serveHttp(
  spec: ServeSpec,
  signal: AbortSignal,
): Promise<Result<Served, Trouble>> {
  if (signal.aborted) return err({ code: 'interrupted' });
  const cap = new Cap(spec.startupTimeoutMs, signal);
  try {
    return await start(spec, new URL(spec.url), cap);
  } finally {
    cap.release();
  }
}

async function start(spec: ServeSpec, url: URL, cap: Cap): Promise<Result<Served, Trouble>> {
  const taken = err(startFailed(spec, { kind: 'port_taken', port: portOf(url) }, NO_TAIL));
  const before = listenerAt(url, () => false);
  if (before === 'stranger') return taken;
  if (before === 'unknown' && (await takesConnections(url))) return taken;
  const tree = await spawnTree(spec);
  if (!tree.ok) return err(startFailed(spec, tree.error, NO_TAIL));
  const served = new ServedProcess(spec.url, tree.value);
  const failure = await readiness(served, url, spec.startupTimeoutMs, cap);
  if (failure === null) return ok(served);
  const { exit } = served.tail();
  await served.close();
  if (failure === 'interrupted') return err({ code: 'interrupted' });
  const reason: StartReason = failure === 'exited' ? { kind: 'exited' } : failure;
  return err(startFailed(spec, reason, { exit, stderr: served.tail().stderr }));
}

type Unready =
  | 'exited'
  | 'interrupted'
  | Extract<StartReason, { kind: 'port_taken' | 'not_ready' }>;

/** Null once our own server has answered. */
async function readiness(
  served: ServedProcess,
  url: URL,
  timeoutMs: number,
  cap: Cap,
): Promise<Unready | null> {
  let detail = NOBODY;
  let over: CapCause | 'exited' | null = null;
  const end = Promise.race([cap.reached, served.exited.then(() => 'exited' as const)]);
  void end.then((cause) => {
    over = cause;
  });
  for (;;) {
    const listener = served.listener();
    if (listener === 'stranger') return { kind: 'port_taken', port: portOf(url) };
    if (listener === 'nobody') detail = NOBODY;
    else {
      // Should the time be up before this attempt is.
      detail = listener === 'ours' ? SILENT : 'no reply came';
      const reply = await Promise.race([probe(url, PROBE_MS), end]);
      if (typeof reply === 'object' && reply.ok) return null;
      if (typeof reply === 'object') detail = reply.error;
    }
    await Promise.race([delay(LOOK_MS), end]);
    if (over === 'timeout') return { kind: 'not_ready', afterMs: timeoutMs, detail };
    if (over !== null) return over;
  }
}

let nextPort = randomInt(PORTS.first, PORTS.last);

/** A port of loopback that nobody listens on at this moment; each call gives another. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = nextPort;
    nextPort = port === PORTS.last ? PORTS.first : port + 1;
    if (await canListen(port)) return port;
  }
  throw new Error('no port is free');
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  if (!(await listening)) return false;
  server.close();
  await once(server, 'close');
  return true;
}

function startFailed(spec: ServeSpec, reason: StartReason, tail: ServerTail): Trouble {
  const { command, args, cwd, url, place, by } = spec;
  const launch: Launch = { kind: 'process', command, args, cwd, url, place, by };
  return { code: 'start_failed', reason, launch, tail };
}
