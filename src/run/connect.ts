import { setTimeout as delay } from 'node:timers/promises';
import type { ListedTool } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite, SuiteTarget } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Connection } from '../target/connection.ts';
import type { RunContext } from './deps.ts';
import type { Host } from './ground.ts';
import { launchSpec } from './launch.ts';

/** How long a live server is given before it is tried again, in ms. */
const PAUSES_MS: readonly number[] = [250, 1000];

/** A server that has said which tools it has. `retried`: why earlier attempts failed. */
export interface Connected {
  readonly connection: Connection;
  readonly tools: readonly ListedTool[];
  readonly retried: readonly Trouble[];
}

export type Unconnected = Pick<Connected, 'retried'> & { readonly trouble: Trouble };

/**
 * Connects and lists. A live server may be unreachable for a moment: then it is tried again, if
 * `patient`. What is retried calls no tool.
 */
export async function connectAndList(
  host: Host,
  suite: Suite,
  target: SuiteTarget,
  context: RunContext,
  patient: boolean,
): Promise<Result<Connected, Unconnected>> {
  const retried: Trouble[] = [];
  const pauses = patient && suite.mode === 'live' ? PAUSES_MS : [];
  for (;;) {
    const connected = await connectOnce(host, suite, target, context);
    if (connected.ok) return ok({ ...connected.value, retried });
    const pause = pauses[retried.length];
    if (pause === undefined || !mayPass(connected.error)) {
      return err({ trouble: connected.error, retried });
    }
    retried.push(connected.error);
    await delay(pause, null, { signal: context.signal }).catch(() => {});
  }
}

async function connectOnce(
  host: Host,
  suite: Suite,
  target: SuiteTarget,
  { deps, signal }: RunContext,
): Promise<Result<Omit<Connected, 'retried'>, Trouble>> {
  const spec = launchSpec(suite, target, host.scope);
  const full = spec.transport === 'http' ? { ...spec, served: host.served } : spec;
  const connection = await deps.reach.connect(full, signal);
  if (!connection.ok) return connection;
  const tools = await connection.value.listTools({ timeoutMs: suite.timeoutMs, signal });
  if (tools.ok) return ok({ connection: connection.value, tools: tools.value });
  await connection.value.close();
  return err(tools.error);
}

/** Troubles that may be gone at the next attempt: nobody there, too busy, a lost connection. */
function mayPass(trouble: Trouble): boolean {
  if (trouble.code === 'connection_lost') return true;
  if (trouble.code !== 'start_failed') return false;
  const { reason } = trouble;
  if (reason.kind === 'http_status') return reason.status === 429 || reason.status >= 500;
  return reason.kind === 'unreachable';
}
