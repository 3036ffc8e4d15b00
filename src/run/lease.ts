import { resolve } from 'node:path';
import type { Finding, ListedTool, ServerExit, UpstreamRequest } from '../model/outcome.ts';
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
  /** What its start says of the server before it. */
  readonly findings: readonly Finding[];
}

/** Begins a scenario, before its server is started or asked anything; gives its own scope. */
export type Begin = (opened: Pick<Lease, 'upstreams' | 'scope'>) => Scope;

/** There is no server to talk to. `tmp` is the folder that is kept all the same. */
export interface NoLease {
  readonly trouble: Trouble;
  /** What it asked the stubs while it started. */
  readonly received: readonly UpstreamRequest[];
  readonly tmp: string | null;
}

/** Decides which connection a scenario gets: its own, or the one that its suite shares. */
export class Leases {
  readonly #context: RunContext;
  readonly #open = new Map<Connection, Lease>();
  readonly #shared = new Map<Suite, Lease>();
  readonly #closing = new Set<Promise<void>>();
  /** Suites whose shared server is gone; the scenario that saw it has told why. */
  readonly #ended = new Set<Suite>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  async acquire(suite: Suite, target: SuiteTarget, begin: Begin): Promise<Result<Lease, NoLease>> {
    const shared = this.#shared.get(suite);
    if (shared?.connection.alive()) return ok({ ...shared, scope: begin(shared) });
    const died = shared === undefined ? null : await this.#drop(suite, shared);
    // Nobody can say which of the two it fails, but one of them it must.
    if (shared !== undefined && died?.signal) return err(crashOf(shared, died));
    const restarted = this.#ended.delete(suite) || shared !== undefined;
    const findings: Finding[] = restarted ? [{ code: 'server_restarted' }] : [];
    const opened = await openLease(suite, target, begin, this.#context);
    if (!opened.ok) return opened;
    const { lease, scope } = opened.value;
    this.#open.set(lease.connection, lease);
    if (suite.isolation === 'suite') this.#shared.set(suite, lease);
    return ok({ ...lease, scope, findings });
  }

  /**
   * Gives a lease back. A server of its own is ended, and that is awaited: a crash or a request
   * to a stub while it ends still counts, and two servers are never up at once. Gives how it
   * ended by itself. `fit`: a next scenario may use it.
   */
  async release(suite: Suite, lease: Lease, fit: boolean): Promise<ServerExit | null> {
    if (this.#isShared(suite, lease)) {
      const alive = lease.connection.alive();
      if (fit && alive) return null;
      if (!alive) this.#ended.add(suite);
    }
    return this.#drop(suite, lease);
  }

  /** Ends every server that is still there, and waits for all of them. */
  async closeAll(): Promise<void> {
    for (const lease of this.#open.values()) this.#close(lease);
    await Promise.all(this.#closing);
  }

  #isShared(suite: Suite, lease: Lease): boolean {
    return this.#shared.get(suite)?.connection === lease.connection;
  }

  async #drop(suite: Suite, lease: Lease): Promise<ServerExit | null> {
    if (this.#isShared(suite, lease)) this.#shared.delete(suite);
    const exit = await lease.connection.close();
    this.#close(lease);
    return exit;
  }

  #close(lease: Lease): void {
    this.#open.delete(lease.connection);
    const closing = closeLease(lease, this.#context).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/** A shared server that died of a signal between two scenarios. */
function crashOf(shared: Lease, exit: ServerExit): NoLease {
  const tail = { exit, stderr: shared.connection.tail().stderr };
  const trouble: Trouble = { code: 'connection_lost', doing: 'shutdown', detail: null, tail };
  return { trouble, received: [], tmp: null };
}

async function closeLease(lease: Lease, context: RunContext): Promise<void> {
  await lease.connection.close();
  await closeGround(lease, context);
}

type Opened = Result<{ readonly lease: Lease; readonly scope: Scope }, NoLease>;

async function openLease(
  suite: Suite,
  target: SuiteTarget,
  begin: Begin,
  context: RunContext,
): Promise<Opened> {
  const opened = await openGround(suite, context);
  if (!opened.ok) return err({ trouble: opened.error, received: [], tmp: null });
  try {
    return await connectOn(opened.value, suite, target, begin, context);
  } catch (thrown) {
    await closeGround(opened.value, context);
    throw thrown;
  }
}

async function connectOn(
  ground: Ground,
  suite: Suite,
  target: SuiteTarget,
  begin: Begin,
  context: RunContext,
): Promise<Opened> {
  const { deps, plan, signal } = context;
  const kept = plan.keepTmp ? ground.tmp : null;
  // A server may ask its services before it answers anything.
  const scope = begin(ground);
  const connection = await deps.connect(launchSpec(suite, target, ground.scope), signal);
  if (!connection.ok) {
    const received = ground.upstreams.take();
    await closeGround(ground, context);
    return err({ trouble: connection.error, received, tmp: kept });
  }
  const lease = { ...ground, connection: connection.value, findings: [] };
  const tools = await connection.value.listTools({ timeoutMs: suite.timeoutMs, signal });
  if (tools.ok) return ok({ lease: { ...lease, tools: tools.value }, scope });
  await closeLease({ ...lease, tools: [] }, context);
  return err({ trouble: tools.error, received: ground.upstreams.take(), tmp: kept });
}

/** What there must be before a server can be started. */
type Ground = Pick<Lease, 'upstreams' | 'tmp' | 'scope'>;

async function openGround(
  suite: Suite,
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
    env: plan.env,
    upstreams: upstreams.value.urls,
    runId: plan.runId,
    today: plan.startedAt,
    tmp: tmp.value,
    uuid: deps.uuid,
  };
  return ok({ upstreams: upstreams.value, tmp: tmp.value, scope });
}

async function closeGround({ upstreams, tmp }: Ground, context: RunContext): Promise<void> {
  await upstreams.close();
  if (!context.plan.keepTmp) await context.deps.tmp.remove(tmp);
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
