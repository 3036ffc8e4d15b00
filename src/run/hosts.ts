import type { ServerExit } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite, SuiteTarget } from '../model/suite.ts';
import type { Scope } from '../scenario/interpolate.ts';
import type { Served } from '../target/connection.ts';
import type { RunContext } from './deps.ts';
import {
  type Begin,
  closeGround,
  type Ground,
  type Host,
  type NoLease,
  openGround,
} from './ground.ts';
import { isServed, serveSpec } from './launch.ts';

interface Opened {
  readonly host: Host;
  readonly scope: Scope;
  /** The process that its suite shares had ended. */
  readonly restarted: boolean;
  /** Other scenarios have used that process. */
  readonly reused: boolean;
}

/** What connections stand on: stubs, a folder, and the HTTP server that `isolation: session` shares. */
export class Hosts {
  readonly #context: RunContext;
  readonly #shared = new Map<Suite, Host>();
  readonly #closing = new Set<Promise<void>>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** A server may ask its services before it answers anything, so the scenario begins first. */
  async open(suite: Suite, target: SuiteTarget, begin: Begin): Promise<Result<Opened, NoLease>> {
    const shared = this.#shared.get(suite);
    if (shared?.served?.alive()) {
      return ok({ host: shared, scope: begin(shared), restarted: false, reused: true });
    }
    if (shared !== undefined) await this.#end(suite, shared);
    const ground = await openGround(suite, target, this.#context);
    if (!ground.ok) return err({ trouble: ground.error, received: [], tmp: null, retried: [] });
    try {
      return await this.#start(ground.value, suite, target, begin, shared !== undefined);
    } catch (thrown) {
      await closeGround(ground.value, this.#context);
      throw thrown;
    }
  }

  /** Ends what belongs to one connection alone; gives how a server of its own ended by itself. */
  async release(host: Host): Promise<ServerExit | null> {
    if ([...this.#shared.values()].some(({ upstreams }) => upstreams === host.upstreams)) {
      return null;
    }
    return this.#close(host);
  }

  async endSuite(suite: Suite): Promise<void> {
    const shared = this.#shared.get(suite);
    if (shared !== undefined) await this.#end(suite, shared);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#shared].map(([suite, host]) => this.#end(suite, host)));
    await Promise.all(this.#closing);
  }

  async #start(
    ground: Ground,
    suite: Suite,
    target: SuiteTarget,
    begin: Begin,
    restarted: boolean,
  ): Promise<Result<Opened, NoLease>> {
    const scope = begin(ground);
    const served = await this.#serve(ground, suite, target);
    if (!served.ok) return served;
    const host: Host = { ...ground, served: served.value };
    if (suite.isolation === 'session' && served.value !== null) this.#shared.set(suite, host);
    return ok({ host, scope, restarted, reused: false });
  }

  async #serve(
    ground: Ground,
    suite: Suite,
    target: SuiteTarget,
  ): Promise<Result<Served | null, NoLease>> {
    if (!isServed(target)) return ok(null);
    const { deps, plan, signal } = this.#context;
    const served = await deps.reach.serve(serveSpec(suite, target, ground.scope), signal);
    if (served.ok) return served;
    const received = ground.upstreams.take();
    await closeGround(ground, this.#context);
    const tmp = plan.keepTmp ? ground.tmp : null;
    return err({ trouble: served.error, received, tmp, retried: [] });
  }

  async #end(suite: Suite, host: Host): Promise<void> {
    this.#shared.delete(suite);
    await this.#close(host);
  }

  /** Nobody waits for the ground: what the stubs have received is told all the same. */
  async #close(host: Host): Promise<ServerExit | null> {
    const exit = (await host.served?.close()) ?? null;
    const closing = closeGround(host, this.#context).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return exit;
  }
}
