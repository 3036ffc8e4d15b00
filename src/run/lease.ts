import type { Finding, ListedTool, ServerExit } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite, SuiteTarget } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Scope } from '../scenario/interpolate.ts';
import type { Connection } from '../target/connection.ts';
import { connectAndList } from './connect.ts';
import type { RunContext } from './deps.ts';
import type { Begin, Host, NoLease } from './ground.ts';
import { Hosts } from './hosts.ts';

/** A connected server with all that belongs to it. */
export interface Lease extends Host {
  readonly connection: Connection;
  readonly tools: readonly ListedTool[];
  /** What its start says of the server before it. */
  readonly findings: readonly Finding[];
  /** Why earlier attempts to connect failed. */
  readonly retried: readonly Trouble[];
}

interface Connected {
  readonly lease: Lease;
  readonly scope: Scope;
  /** The process that its suite shares had ended. */
  readonly restarted: boolean;
}

/** Decides which connection a scenario gets: its own, or the one that its suite shares. */
export class Leases {
  readonly #context: RunContext;
  readonly #hosts: Hosts;
  readonly #open = new Map<Connection, Lease>();
  readonly #shared = new Map<Suite, Lease>();
  readonly #closing = new Set<Promise<ServerExit | null>>();
  /** Suites whose shared server is gone; the scenario that saw it has told why. */
  readonly #ended = new Set<Suite>();
  /** Suites whose live server was not there, however often it was tried. */
  readonly #unreachable = new Set<Suite>();

  constructor(context: RunContext) {
    this.#context = context;
    this.#hosts = new Hosts(context);
  }

  async acquire(suite: Suite, target: SuiteTarget, begin: Begin): Promise<Result<Lease, NoLease>> {
    const shared = this.#shared.get(suite);
    if (shared?.connection.alive()) return ok({ ...shared, scope: begin(shared), retried: [] });
    const died = shared === undefined ? null : await this.#drop(suite, shared);
    // Nobody can say which of the two it fails, but one of them it must.
    if (shared !== undefined && died?.signal) return err(crashOf(shared, died));
    const restarted = this.#ended.delete(suite) || shared !== undefined;
    const opened = await this.#connect(suite, target, begin);
    if (!opened.ok) return opened;
    const { lease, scope, restarted: hostRestarted } = opened.value;
    this.#open.set(lease.connection, lease);
    if (suite.isolation === 'suite') this.#shared.set(suite, lease);
    const findings: Finding[] = restarted || hostRestarted ? [{ code: 'server_restarted' }] : [];
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

  /** Ends what the scenarios of a suite shared. */
  async endSuite(suite: Suite): Promise<void> {
    const shared = this.#shared.get(suite);
    if (shared !== undefined) await this.#drop(suite, shared);
    await this.#hosts.endSuite(suite);
  }

  /** Ends every server that is still there, and waits for all of them. */
  async closeAll(): Promise<void> {
    for (const lease of this.#open.values()) void this.#close(lease);
    await Promise.all(this.#closing);
    await this.#hosts.closeAll();
  }

  async #connect(
    suite: Suite,
    target: SuiteTarget,
    begin: Begin,
  ): Promise<Result<Connected, NoLease>> {
    const { plan } = this.#context;
    const opened = await this.#hosts.open(suite, target, begin);
    if (!opened.ok) return opened;
    const { host, scope, restarted, reused } = opened.value;
    const connected = await connectAndList(
      host,
      suite,
      target,
      this.#context,
      !this.#unreachable.has(suite),
    );
    if (connected.ok) {
      const lease: Lease = { ...host, ...connected.value, findings: [] };
      return ok({ lease, scope, restarted });
    }
    // Its end, should it be no crash, is of the scenario before, after which it was not seen yet.
    const exit = reused ? host.served?.tail().exit : null;
    if (exit && exit.signal === null) return this.#connect(suite, target, begin);
    const received = host.upstreams.take();
    await this.#hosts.release(host);
    const tmp = plan.keepTmp ? host.tmp : null;
    const { trouble, retried } = connected.error;
    if (retried.length > 0) this.#unreachable.add(suite);
    return err({ trouble, received, tmp, retried });
  }

  #isShared(suite: Suite, lease: Lease): boolean {
    return this.#shared.get(suite)?.connection === lease.connection;
  }

  async #drop(suite: Suite, lease: Lease): Promise<ServerExit | null> {
    if (this.#isShared(suite, lease)) this.#shared.delete(suite);
    return this.#close(lease);
  }

  #close(lease: Lease): Promise<ServerExit | null> {
    this.#open.delete(lease.connection);
    const closing = this.#end(lease).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return closing;
  }

  async #end(lease: Lease): Promise<ServerExit | null> {
    const exit = await lease.connection.close();
    const hostExit = await this.#hosts.release(lease);
    return exit ?? hostExit;
  }
}

/** A shared server that died of a signal between two scenarios. */
function crashOf(shared: Lease, exit: ServerExit): NoLease {
  const tail = { exit, stderr: shared.connection.tail().stderr };
  const trouble: Trouble = { code: 'connection_lost', doing: 'shutdown', detail: null, tail };
  return { trouble, received: [], tmp: null, retried: [] };
}
