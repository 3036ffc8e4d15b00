import { setTimeout as delay } from 'node:timers/promises';
import type { ListedTool } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import type { Trouble } from '../model/trouble.ts';
import { expandTexts, type Scope } from '../scenario/interpolate.ts';
import type { Connection } from '../target/connection.ts';
import type { RunContext } from './deps.ts';
import { declaresNothing, faceOf } from './face.ts';
import type { Host } from './ground.ts';
import { givenOf, launchSpec } from './launch.ts';
import { Script } from './script.ts';

/** How long a live server is given before it is tried again, in ms. */
const PAUSES_MS: readonly number[] = [250, 1000];

/** One client connected to the server, which has said which tools it has. */
export interface Client {
  readonly connection: Connection;
  readonly tools: readonly ListedTool[];
  /** Answers what the server asks. */
  readonly script: Script;
}

/** `retried`: why earlier attempts failed. */
export interface Connected {
  readonly client: Client;
  readonly retried: readonly Trouble[];
}

export type Unconnected = Pick<Connected, 'retried'> & { readonly trouble: Trouble };

export interface ConnectContext extends RunContext {
  readonly host: Host;
  readonly suite: Suite;
  readonly target: SuiteTarget;
  readonly scenario: Scenario;
  readonly scope: Scope;
  /** One of the suite's `clients`; null: the usual one. */
  readonly identity: string | null;
}

/**
 * Connects and lists. A live server may be unreachable for a moment: then it is tried again, if
 * `patient`. What is retried calls no tool.
 */
export async function connectAndList(
  context: ConnectContext,
  patient: boolean,
): Promise<Result<Connected, Unconnected>> {
  const retried: Trouble[] = [];
  const pauses = patient && context.suite.mode === 'live' ? PAUSES_MS : [];
  for (;;) {
    const connected = await connectOnce(context);
    if (connected.ok) return ok({ client: connected.value, retried });
    const pause = pauses[retried.length];
    if (pause === undefined || !mayPass(connected.error)) {
      return err({ trouble: connected.error, retried });
    }
    retried.push(connected.error);
    await delay(pause, null, { signal: context.signal }).catch(() => {});
  }
}

async function connectOnce(context: ConnectContext): Promise<Result<Client, Trouble>> {
  const { host, suite, scenario, scope, deps, signal } = context;
  const spec = launchSpec(suite, context.target, givenOf(scenario, host, scope));
  const full =
    spec.transport === 'http'
      ? { ...spec, headers: headersOf(spec.headers, context), served: host.served }
      : spec;
  const script = new Script(declaresNothing(scenario));
  const connection = await deps.reach.connect(full, faceOf(scenario, scope, script), signal);
  if (!connection.ok) return connection;
  const tools = await connection.value.listTools({ timeoutMs: suite.timeoutMs, signal });
  if (tools.ok) return ok({ connection: connection.value, tools: tools.value, script });
  await connection.value.close();
  return err(tools.error);
}

/** Another identity's headers take the place of those of the same name. */
function headersOf(
  usual: Readonly<Record<string, string>>,
  { suite, identity, scope }: ConnectContext,
): Record<string, string> {
  const own = identity === null ? {} : (suite.clients[identity] ?? {});
  const all = [...Object.entries(usual), ...Object.entries(expandTexts(own, scope))];
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
}

/** Troubles that may be gone at the next attempt: nobody there, too busy, a lost connection. */
function mayPass(trouble: Trouble): boolean {
  if (trouble.code === 'connection_lost') return true;
  if (trouble.code !== 'start_failed') return false;
  const { reason } = trouble;
  if (reason.kind === 'http_status') return reason.status === 429 || reason.status >= 500;
  return reason.kind === 'unreachable';
}
