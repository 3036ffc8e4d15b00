import { resolve } from 'node:path';
import type { ListedTool } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite, SuiteTarget } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { expandText, expandTexts, type Scope } from '../scenario/interpolate.ts';
import type { Connection, LaunchSpec } from '../target/connection.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { RunContext } from './deps.ts';
import { targetEnv } from './target-env.ts';

/** A connected server with all that belongs to its process. */
export interface Lease {
  readonly connection: Connection;
  readonly tools: readonly ListedTool[];
  readonly upstreams: Upstreams;
  readonly tmp: string;
  readonly scope: Scope;
}

/** Decides which connection a scenario gets: its own, or the one that its suite shares. */
export class Leases {
  readonly #context: RunContext;
  readonly #open = new Set<Lease>();
  readonly #shared = new Map<Suite, Lease>();
  readonly #closing = new Set<Promise<void>>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  async acquire(suite: Suite, target: SuiteTarget): Promise<Result<Lease, Trouble>> {
    const shared = this.#shared.get(suite);
    if (shared?.connection.alive()) return ok(shared);
    if (shared !== undefined) this.#drop(suite, shared);
    const opened = await openLease(suite, target, this.#context);
    if (opened.ok) this.#open.add(opened.value);
    if (opened.ok && suite.isolation === 'suite') this.#shared.set(suite, opened.value);
    return opened;
  }

  /**
   * Gives a lease back. A server of its own is ended; where stub upstreams listen that is awaited,
   * since a request that it sends while it ends still counts. `fit`: a next scenario may use it.
   */
  async release(suite: Suite, lease: Lease, fit: boolean): Promise<void> {
    if (fit && this.#shared.get(suite) === lease) return;
    if (suite.upstreams.length > 0) await lease.connection.close();
    this.#drop(suite, lease);
  }

  /** Ends every server that is still there, and waits for all of them. */
  async closeAll(): Promise<void> {
    for (const lease of this.#open) this.#close(lease);
    await Promise.all(this.#closing);
  }

  #drop(suite: Suite, lease: Lease): void {
    if (this.#shared.get(suite) === lease) this.#shared.delete(suite);
    this.#close(lease);
  }

  #close(lease: Lease): void {
    this.#open.delete(lease);
    const closing = closeLease(lease, this.#context).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

async function closeLease(lease: Lease, context: RunContext): Promise<void> {
  await lease.connection.close();
  await lease.upstreams.close();
  if (!context.plan.keepTmp) await context.deps.tmp.remove(lease.tmp);
}

async function openLease(
  suite: Suite,
  target: SuiteTarget,
  context: RunContext,
): Promise<Result<Lease, Trouble>> {
  const { deps, plan, signal } = context;
  const upstreams = await deps.openUpstreams(suite.upstreams.map(({ name }) => name));
  if (!upstreams.ok) return upstreams;
  const tmp = await deps.tmp.create();
  const scope: Scope = {
    vars: {},
    env: plan.env,
    upstreams: upstreams.value.urls,
    runId: plan.runId,
    today: plan.startedAt,
    tmp,
    uuid: deps.uuid,
  };
  const connection = await deps.connect(launchSpec(suite, target, scope), signal);
  if (!connection.ok) {
    await upstreams.value.close();
    if (!plan.keepTmp) await deps.tmp.remove(tmp);
    return connection;
  }
  const lease = { connection: connection.value, upstreams: upstreams.value, tmp, scope };
  const tools = await connection.value.listTools({ timeoutMs: suite.timeoutMs, signal });
  if (tools.ok) return ok({ ...lease, tools: tools.value });
  await closeLease({ ...lease, tools: [] }, context);
  return err(tools.error);
}

function launchSpec(suite: Suite, target: SuiteTarget, scope: Scope): LaunchSpec {
  const { value, place } = target;
  return {
    transport: 'stdio',
    command: expandText(value.command, scope),
    args: value.args.map((arg) => expandText(arg, scope)),
    env: targetEnv(value, expandTexts(value.env, scope), scope.env),
    cwd: resolve(value.baseDir, expandText(value.cwd, scope)),
    startupTimeoutMs: suite.startupTimeoutMs,
    place,
  };
}
