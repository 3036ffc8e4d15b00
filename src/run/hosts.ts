import type { ServerExit } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Scenario, ScenarioFiles } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import type { Trouble } from '../model/trouble.ts';
import { expandTexts, type Scope } from '../scenario/interpolate.ts';

import type { RunContext } from './deps.ts';
import { processKey } from './face.ts';
import {
  type Begin,
  closeGround,
  type Ground,
  type Host,
  type NoLease,
  openGround,
} from './ground.ts';
import { givenOf, isServed, serveSpec } from './launch.ts';
import { Shared } from './shared.ts';

interface Opened {
  readonly host: Host;
  readonly scope: Scope;
  /** The process that its suite shares had ended. */
  readonly restarted: boolean;
  /** Other scenarios have used that process. */
  readonly reused: boolean;
  /** A process of the suite was there, and did not fit. */
  readonly ownProcess: boolean;
}

export interface Wanted {
  readonly suite: Suite;
  readonly target: SuiteTarget;
  readonly scenario: Scenario;
  readonly begin: Begin;
}

/** What connections stand on: stubs, a folder, and the HTTP server that `isolation: session` shares. */
export class Hosts {
  readonly #context: RunContext;
  readonly #shared = new Shared<Host>();
  readonly #closing = new Set<Promise<void>>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** A server may ask its services before it answers anything, so the scenario begins first. */
  async open(wanted: Wanted): Promise<Result<Opened, NoLease>> {
    const { suite, target, scenario, begin } = wanted;
    const key = processKey(scenario);
    const shared = this.#shared.get(suite, key);
    if (shared?.served?.alive()) {
      const scope = begin(shared);
      return ok({ host: shared, scope, restarted: false, reused: true, ownProcess: false });
    }
    if (shared !== undefined) await this.#end(suite, key, shared);
    const ground = await openGround(suite, target, this.#context);
    if (!ground.ok)
      return err({ trouble: ground.error, received: [], attempts: [], tmp: null, retried: [] });
    try {
      const started = await this.#start(ground.value, wanted);
      if (!started.ok) return await this.#giveUp(ground.value, started.error);
      const { host } = started.value;
      const ownProcess = this.#shared.isMisfit(suite, key);
      if (suite.isolation === 'session' && host.served !== null) {
        this.#shared.set(suite, key, host);
      }
      return ok({ ...started.value, restarted: shared !== undefined, reused: false, ownProcess });
    } catch (thrown) {
      await closeGround(ground.value, this.#context);
      throw thrown;
    }
  }

  /**
   * Ends what belongs to one connection alone, or all of it if it is not `fit` for another; gives how
   * a server that has ended did so by itself.
   */
  async release(host: Host, fit: boolean): Promise<ServerExit | null> {
    const shared = this.#shared.all().find(([, , { upstreams }]) => upstreams === host.upstreams);
    if (shared !== undefined && fit) return null;
    if (shared !== undefined) this.#shared.delete(shared[0], shared[1]);
    return this.#close(host);
  }

  async endSuite(suite: Suite): Promise<void> {
    const all = this.#shared.of(suite);
    await Promise.all(all.map(([key, host]) => this.#end(suite, key, host)));
  }

  async closeAll(): Promise<void> {
    const all = this.#shared.all();
    await Promise.all(all.map(([suite, key, host]) => this.#end(suite, key, host)));
    await Promise.all(this.#closing);
  }

  async #start(
    ground: Ground,
    { suite, target, scenario, begin }: Wanted,
  ): Promise<Result<{ readonly host: Host; readonly scope: Scope }, Trouble>> {
    const { deps, signal } = this.#context;
    const scope = begin(ground);
    if (scenario.files !== null) {
      const filled = await deps.tmp.fill(ground.tmp, expandFiles(scenario.files, scope));
      if (!filled.ok) return err({ code: 'files_failed', detail: filled.error });
    }
    if (!isServed(target)) return ok({ host: { ...ground, served: null }, scope });
    const spec = serveSpec(suite, target, givenOf(scenario, ground, scope));
    const served = await deps.reach.serve(spec, signal);
    return served.ok ? ok({ host: { ...ground, served: served.value }, scope }) : served;
  }

  async #giveUp(ground: Ground, trouble: Trouble): Promise<Result<never, NoLease>> {
    const received = ground.upstreams.take();
    const attempts = ground.tripwire?.take() ?? [];
    await closeGround(ground, this.#context);
    const tmp = this.#context.plan.keepTmp ? ground.tmp : null;
    return err({ trouble, received, attempts, tmp, retried: [] });
  }

  async #end(suite: Suite, key: string, host: Host): Promise<void> {
    this.#shared.delete(suite, key);
    await this.#close(host);
  }

  /** Nobody waits for the ground: what the stubs have received by then is told all the same. */
  async #close(host: Host): Promise<ServerExit | null> {
    const exit = (await host.served?.close()) ?? null;
    await Promise.all([host.upstreams.drained(), host.tripwire?.drained()]);
    const closing = closeGround(host, this.#context).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return exit;
  }
}

function expandFiles(files: ScenarioFiles, scope: Scope): ScenarioFiles {
  if (files.kind === 'folder') return files;
  return { kind: 'texts', texts: expandTexts(files.texts, scope) };
}
