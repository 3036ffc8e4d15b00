import type { ProxyAttempt, UpstreamRequest } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Scope } from '../scenario/interpolate.ts';
import type { Served } from '../target/connection.ts';
import type { Tripwire, Upstreams } from '../upstream/upstreams.ts';
import type { RunContext } from './deps.ts';
import { isServed } from './launch.ts';

/** What there must be before a server can be started or spoken to. */
export interface Ground {
  readonly upstreams: Upstreams;
  /** Null when the suite has none. */
  readonly tripwire: Tripwire | null;
  readonly tmp: string;
  readonly scope: Scope;
}

/** A ground with the HTTP server that the runner has started on it; null for other targets. */
export interface Host extends Ground {
  readonly served: Served | null;
}

/** Begins a scenario, before its server is started or asked anything; gives its own scope. */
export type Begin = (opened: Pick<Ground, 'upstreams' | 'tripwire' | 'scope'>) => Scope;

/** There is no server to talk to. `tmp` is the folder that is kept all the same. */
export interface NoLease {
  readonly trouble: Trouble;
  /** What it asked the stubs while it started. */
  readonly received: readonly UpstreamRequest[];
  /** What it asked of the tripwire. */
  readonly attempts: readonly ProxyAttempt[];
  readonly tmp: string | null;
  /** Why earlier attempts to connect failed. */
  readonly retried: readonly Trouble[];
}

export async function openGround(
  suite: Suite,
  target: SuiteTarget,
  { deps, plan }: RunContext,
): Promise<Result<Ground, Trouble>> {
  const upstreams = await deps.openUpstreams(suite.upstreams.map(({ name }) => name));
  if (!upstreams.ok) return upstreams;
  // An input error has made sure that the runner starts the target.
  const hasTripwire = suite.network === 'tripwire' && suite.mode === 'hermetic';
  const tripwire = hasTripwire ? await deps.openTripwire() : ok(null);
  if (!tripwire.ok) {
    await upstreams.value.close();
    return tripwire;
  }
  const listening = { upstreams: upstreams.value, tripwire: tripwire.value };
  const tmp = await deps.tmp.create();
  if (!tmp.ok) {
    await closeListeners(listening);
    return err({ code: 'tmp_failed', detail: tmp.error });
  }
  const scope: Scope = {
    vars: {},
    variant: {},
    env: plan.env,
    upstreams: upstreams.value.urls,
    runId: plan.runId,
    today: plan.startedAt,
    tmp: tmp.value,
    port: isServed(target) ? await deps.reach.freePort() : null,
    uuid: deps.uuid,
  };
  return ok({ ...listening, tmp: tmp.value, scope });
}

export async function closeGround(ground: Ground, context: RunContext): Promise<void> {
  await closeListeners(ground);
  if (!context.plan.keepTmp) await context.deps.tmp.remove(ground.tmp);
}

async function closeListeners({
  upstreams,
  tripwire,
}: Pick<Ground, 'upstreams' | 'tripwire'>): Promise<void> {
  await Promise.all([upstreams.close(), tripwire?.close()]);
}
