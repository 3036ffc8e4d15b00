import type { Prompt, ProxyAttempt, StateReading, UpstreamRequest } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { StateProbe } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Client } from './connect.ts';
import { type ProbeContext, placed, readState } from './probe.ts';
import { bothReadings, type Reading } from './reading.ts';
import { type SharedOut, shareOut } from './share-out.ts';

export interface WatchContext extends ProbeContext {
  /** Who makes the step's calls. */
  readonly client: Client;
  /** Takes what the probe itself has set off: it belongs to no step. */
  readonly aside: (own: Meanwhile) => void;
  /** Takes what they received before this step was sent: the step before has set it off. */
  readonly earlier: (requests: readonly UpstreamRequest[]) => void;
}

/** What went on during one reading. */
export interface Meanwhile {
  readonly upstream: readonly UpstreamRequest[];
  readonly prompts: readonly Prompt[];
}

/** What went on during both, as far as it is the step's. */
export interface OfStep extends Meanwhile {
  readonly attempts: readonly ProxyAttempt[];
}

const NOTHING: Meanwhile = { upstream: [], prompts: [] };

/**
 * Reads the state before and after a step. The server goes on meanwhile: what the probe makes it do
 * comes with each reading; what comes with one of them alone is a step's, however late.
 */
export class StateWatch {
  readonly #probe: StateProbe | null;
  readonly #context: WatchContext;
  readonly #before: Prompt[] = [];
  readonly #windows: Meanwhile[] = [];
  #attempts: readonly ProxyAttempt[] = [];
  /** A live server need not have what a stub of it has, to be looked into. */
  #isAbsent = false;

  /** Without a probe nothing is read. */
  constructor(probe: StateProbe | null, context: WatchContext) {
    this.#probe = probe;
    this.#context = context;
  }

  async before(): Promise<Result<Reading | null, Trouble>> {
    const { script } = this.#context.client;
    this.#before.push(...script.late());
    const read = await this.#read();
    this.#context.lease.tripwire?.setAside();
    this.#isAbsent = !read.ok && this.#isNotThere(read.error);
    if (this.#isAbsent) return ok(null);
    // Nothing follows that would tell whose it is.
    if (!read.ok) this.settle();
    return read;
  }

  async after(): Promise<Result<Reading | null, Trouble>> {
    const { tripwire } = this.#context.lease;
    const read = await this.#read();
    if (this.#asksServer) tripwire?.setAside();
    else this.#attempts = tripwire?.take() ?? [];
    return read;
  }

  /** What both readings come to; null without a probe. */
  compare(before: Reading | null, after: Reading | null): Result<StateReading | null, Trouble> {
    if (this.#probe === null || before === null || after === null) return ok(null);
    const both = bothReadings(before, after, this.#probe);
    return both.ok ? both : err(placed({ code: 'probe_failed', ...both.error }, this.#probe));
  }

  /** Hands on what is not the step's, and gives the rest. */
  settle(): OfStep {
    const { aside, earlier } = this.#context;
    const [before = NOTHING, after] = this.#windows;
    const requests = this.#shareRequests(before.upstream, after?.upstream ?? null);
    const prompts = this.#sharePrompts(before.prompts, after?.prompts ?? null);
    aside({ upstream: requests.own, prompts: prompts.own });
    earlier(requests.first);
    return {
      upstream: requests.second,
      prompts: [...this.#before, ...prompts.first, ...prompts.second],
      attempts: this.#attempts,
    };
  }

  #shareRequests(
    before: readonly UpstreamRequest[],
    after: readonly UpstreamRequest[] | null,
  ): SharedOut<UpstreamRequest> {
    if (!this.#asksServer) return { own: [], first: before, second: after ?? [] };
    if (after === null) return { own: before, first: [], second: [] };
    return shareOut(before, after, requestKey);
  }

  #sharePrompts(before: readonly Prompt[], after: readonly Prompt[] | null): SharedOut<Prompt> {
    if (after === null && this.#asksServer) return { own: before, first: [], second: [] };
    return shareOut(before, after ?? [], promptKey);
  }

  #isNotThere(trouble: Trouble): boolean {
    const isAbsent = trouble.code === 'probe_failed' && trouble.absent === true;
    return isAbsent && this.#context.suite.mode === 'live';
  }

  /** A command and a folder are read past it. */
  get #asksServer(): boolean {
    return this.#probe?.by === 'resource' || this.#probe?.by === 'tool';
  }

  async #read(): Promise<Result<Reading | null, Trouble>> {
    if (this.#probe === null || this.#isAbsent) return ok(null);
    const { lease, client } = this.#context;
    const read = await readState(this.#probe, this.#context);
    this.#windows.push({ upstream: lease.upstreams.take(), prompts: client.script.late() });
    return read;
  }
}

/** A probe may ask for other parts of the same thing each time: the route says what it asks for. */
function requestKey({ upstream, method, path, route }: UpstreamRequest): string {
  return JSON.stringify([upstream, method, route ?? path]);
}

function promptKey({ kind, mode, message }: Prompt): string {
  return JSON.stringify([kind, mode, message]);
}
