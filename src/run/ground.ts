import type { UpstreamRequest } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Scope } from '../scenario/interpolate.ts';
import type { Served } from '../target/connection.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { RunContext } from './deps.ts';
import { isServed } from './launch.ts';

/** What there must be before a server can be started or spoken to. */
export interface Ground {
  readonly upstreams: Upstreams;
  readonly tmp: string;
  readonly scope: Scope;
}

/** A ground with the HTTP server that the runner has started on it; null for other targets. */
export interface Host extends Ground {
  readonly served: Served | null;
}

/** Begins a scenario, before its server is started or asked anything; gives its own scope. */
export type Begin = (opened: Pick<Ground, 'upstreams' | 'scope'>) => Scope;

/** There is no server to talk to. `tmp` is the folder that is kept all the same. */
export interface NoLease {
  readonly trouble: Trouble;
  /** What it asked the stubs while it started. */
  readonly received: readonly UpstreamRequest[];
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
  const tmp = await deps.tmp.create();
  if (!tmp.ok) {
    await upstreams.value.close();
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
  return ok({ upstreams: upstreams.value, tmp: tmp.value, scope });
}

export async function closeGround({ upstreams, tmp }: Ground, context: RunContext): Promise<void> {
  await upstreams.close();
  if (!context.plan.keepTmp) await context.deps.tmp.remove(tmp);
}
