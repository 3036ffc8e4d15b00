import { baselineOf } from '../contract/baseline.ts';
import type { Finding, ServerExit } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Scope } from '../scenario/interpolate.ts';
import { type Client, connectAndList } from './connect.ts';
import type { RunContext } from './deps.ts';
import { shareKey } from './face.ts';
import type { Host, NoLease } from './ground.ts';
import { Hosts, type Wanted } from './hosts.ts';
import { keyOf, listingOf } from './listing.ts';
import { type FirstList, otherList } from './other-list.ts';
import { Shared } from './shared.ts';
import { NO_TRAFFIC, type Traffic, takeTraffic } from './traffic.ts';

interface OtherClient extends Client {
  readonly identity: string;
}

/** A connected server with all that belongs to it. */
export interface Lease extends Host, Client {
  /** Connections of other identities, made when a step asks for one; lost ones stay, to be ended. */
  readonly others: OtherClient[];
  /** What the server asked while it started and this client connected. */
  readonly opening: Traffic;
  /** The same for the scenario that had it started: what came before its first step. */
  readonly early: Traffic;
  /** What its start says of the server before it. */
  readonly findings: readonly Finding[];
  /** Why earlier attempts to connect failed. */
  readonly retried: readonly Trouble[];
  /** A process of the suite was there, and did not fit. */
  readonly ownProcess: boolean;
}

interface Connected {
  readonly lease: Lease;
  readonly scope: Scope;
  /** The process that its suite shares had ended. */
  readonly restarted: boolean;
}

/** Decides which connection a scenario gets: its own, or one that scenarios like it share. */
export class Leases {
  readonly #context: RunContext;
  readonly #hosts: Hosts;
  readonly #open = new Set<Lease>();
  readonly #shared = new Shared<Lease>();
  readonly #closing = new Set<Promise<ServerExit | null>>();
  /** Suites whose shared server is gone; the scenario that saw it has told why. */
  readonly #ended = new Set<Suite>();
  /** Suites whose live server was not there, however often it was tried. */
  readonly #unreachable = new Set<Suite>();

  /** What servers of a suite listed first. */
  readonly #first = new Map<string, FirstList>();

  constructor(context: RunContext) {
    this.#context = context;
    this.#hosts = new Hosts(context);
  }

  async acquire(wanted: Wanted): Promise<Result<Lease, NoLease>> {
    const { suite, scenario, begin } = wanted;
    const key = shareKey(scenario);
    const shared = this.#shared.get(suite, key);
    if (shared?.connection.alive()) {
      const mine = { scope: begin(shared), early: NO_TRAFFIC, retried: [], ownProcess: false };
      return ok({ ...shared, ...mine });
    }
    const died = shared === undefined ? null : await this.#drop(suite, shared, false);
    // Nobody can say which of the two it fails, but one of them it must.
    if (shared !== undefined && died?.signal) return err(crashOf(shared, died));
    const restarted = this.#ended.delete(suite) || shared !== undefined;
    const opened = await this.#connect(wanted);
    if (!opened.ok) return opened;
    const { lease: plain, scope, restarted: hostRestarted } = opened.value;
    const ownProcess = plain.ownProcess || this.#shared.isMisfit(suite, key);
    const lease = { ...plain, ownProcess };
    this.#open.add(lease);
    if (suite.isolation === 'suite') this.#shared.set(suite, key, lease);
    const findings: Finding[] = restarted || hostRestarted ? [{ code: 'server_restarted' }] : [];
    return ok({ ...lease, scope, findings });
  }

  /** Tells what the server of a suite is and offers, once; gives what it lists otherwise by now. */
  tell(suite: Suite, scenario: Scenario, { connection, tools }: Lease): readonly Finding[] {
    const first = this.#first.get(suite.path);
    const face = shareKey(scenario);
    if (first !== undefined) return otherList(first, tools, { face, metadataKey: keyOf(suite) });
    const listing = { server: connection.server, tools };
    const isHeld = suite.contract !== null;
    this.#first.set(suite.path, { tools: baselineOf(tools, keyOf(suite)), face, isHeld });
    const told = listingOf(listing, suite);
    this.#context.emit({ type: 'server_connected', suite: suite.path, listing: told });
    return [];
  }

  /** The connection of another identity, on the same server. */
  async client(
    lease: Lease,
    identity: string,
    { suite, target, scenario }: Omit<Wanted, 'begin'>,
  ): Promise<Result<Client, Trouble>> {
    const known = lease.others.findLast((other) => other.identity === identity);
    if (known?.connection.alive()) return ok(known);
    const { scope } = lease;
    const context = { ...this.#context, host: lease, suite, target, scenario, scope, identity };
    const connected = await connectAndList(context, true);
    if (!connected.ok) return err(connected.error.trouble);
    lease.others.push({ ...connected.value.client, identity });
    return ok(connected.value.client);
  }

  /**
   * Gives a lease back. A server of its own is ended, and that is awaited: a crash or a request
   * to a stub while it ends still counts, and two servers are never up at once. Gives how it
   * ended by itself. `fit`: a next scenario may use it.
   */
  async release(suite: Suite, lease: Lease, fit: boolean): Promise<ServerExit | null> {
    if (this.#keyOf(suite, lease) !== null) {
      const alive = lease.connection.alive();
      if (fit && alive) return null;
      if (!alive) this.#ended.add(suite);
    }
    return this.#drop(suite, lease, fit);
  }

  /** Ends what the scenarios of a suite shared. */
  async endSuite(suite: Suite): Promise<void> {
    await Promise.all(this.#shared.of(suite).map(([, lease]) => this.#drop(suite, lease, false)));
    await this.#hosts.endSuite(suite);
  }

  /** Ends every server that is still there, and waits for all of them. */
  async closeAll(): Promise<void> {
    for (const lease of this.#open) void this.#close(lease, false);
    await Promise.all(this.#closing);
    await this.#hosts.closeAll();
  }

  async #connect(wanted: Wanted): Promise<Result<Connected, NoLease>> {
    const { plan } = this.#context;
    const { suite, target, scenario } = wanted;
    const opened = await this.#hosts.open(wanted);
    if (!opened.ok) return opened;
    const { host, scope, restarted, reused, ownProcess } = opened.value;
    const context = { ...this.#context, host, suite, target, scenario, scope, identity: null };
    const connected = await connectAndList(context, !this.#unreachable.has(suite));
    if (connected.ok) {
      const { client, retried } = connected.value;
      const opening = takeTraffic(host, [client]);
      const lease: Lease = {
        ...host,
        ...client,
        others: [],
        opening,
        early: opening,
        findings: [],
        retried,
        ownProcess,
      };
      return ok({ lease, scope, restarted });
    }
    // Its end, should it be no crash, is of the scenario before, after which it was not seen yet.
    const exit = reused ? host.served?.tail().exit : null;
    if (exit && exit.signal === null) return this.#connect(wanted);
    const received = host.upstreams.take();
    const attempts = host.tripwire?.take() ?? [];
    await this.#hosts.release(host, true);
    const tmp = plan.keepTmp ? host.tmp : null;
    const { trouble, retried } = connected.error;
    if (retried.length > 0) this.#unreachable.add(suite);
    return err({ trouble, received, attempts, tmp, retried });
  }

  #keyOf(suite: Suite, lease: Lease): string | null {
    const found = this.#shared
      .of(suite)
      .find(([, { connection }]) => connection === lease.connection);
    return found?.[0] ?? null;
  }

  async #drop(suite: Suite, lease: Lease, fit: boolean): Promise<ServerExit | null> {
    const key = this.#keyOf(suite, lease);
    if (key !== null) this.#shared.delete(suite, key);
    return this.#close(lease, fit);
  }

  #close(lease: Lease, fit: boolean): Promise<ServerExit | null> {
    for (const open of this.#open) {
      if (open.connection === lease.connection) this.#open.delete(open);
    }
    const closing = this.#end(lease, fit).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return closing;
  }

  async #end(lease: Lease, fit: boolean): Promise<ServerExit | null> {
    await Promise.all(lease.others.map(({ connection }) => connection.close()));
    const exit = await lease.connection.close();
    const hostExit = await this.#hosts.release(lease, fit);
    return exit ?? hostExit;
  }
}

/** All clients that the server knows. */
export function clientsOf(lease: Lease): readonly Client[] {
  return [lease, ...lease.others];
}

/** What was found of any of them since the last time. */
export function takeFindings(lease: Lease): readonly Finding[] {
  return clientsOf(lease).flatMap(({ connection }) => connection.takeFindings());
}

/** A shared server that died of a signal between two scenarios. */
function crashOf(shared: Lease, exit: ServerExit): NoLease {
  const tail = { exit, stderr: shared.connection.tail().stderr };
  const trouble: Trouble = { code: 'connection_lost', doing: 'shutdown', detail: null, tail };
  return { trouble, received: [], attempts: [], tmp: null, retried: [] };
}
