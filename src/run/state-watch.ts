import type { StateReading } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { StateProbe } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { clientsOf } from './lease.ts';
import { type ProbeContext, placed, readState } from './probe.ts';
import { bothReadings, type Reading } from './reading.ts';
import { isNothing, joined, NO_TRAFFIC, splitBy, type Traffic, takeTraffic } from './traffic.ts';

/** What the probe asks by itself, seen where no step could have set it off. */
export interface Habit {
  /** Null: not yet. The first reading shows it. */
  known: Traffic | null;
}

export interface WatchContext extends ProbeContext {
  readonly habit: Habit;
  /** Takes what the probe itself has set off: it belongs to no step. */
  readonly aside: (own: Traffic) => void;
  /** Takes what came before this step was sent: the step before has set it off. */
  readonly earlier: (traffic: Traffic) => void;
}

/**
 * Reads the state before and after a step. The server goes on meanwhile. The probe's own is what
 * comes with each reading and with the one that no step came before; anything beyond that is a
 * step's, however late.
 */
export class StateWatch {
  readonly #probe: StateProbe | null;
  readonly #context: WatchContext;
  readonly #windows: Traffic[] = [];
  /** A live server need not have what a stub of it has, to be looked into. */
  #isAbsent = false;

  /** Without a probe nothing is read. */
  constructor(probe: StateProbe | null, context: WatchContext) {
    this.#probe = probe;
    this.#context = context;
  }

  async before(): Promise<Result<Reading | null, Trouble>> {
    const read = await this.#read();
    this.#isAbsent = !read.ok && this.#isNotThere(read.error);
    if (this.#isAbsent) return ok(null);
    // Nothing follows that would tell whose it is.
    if (!read.ok) this.settle();
    return read.ok && this.#isUnconfirmed() ? this.#again() : read;
  }

  /** What came with one reading alone may be anybody's, from before it. */
  #isUnconfirmed(): boolean {
    const { habit, suite } = this.#context;
    const [first = NO_TRAFFIC] = this.#windows;
    const canAsk = asksServer(this.#probe) && suite.mode !== 'live';
    return canAsk && habit.known === null && !isNothing(first);
  }

  /** Reads once more, before the call: the probe's own comes with both. */
  async #again(): Promise<Result<Reading | null, Trouble>> {
    const { habit, aside, earlier } = this.#context;
    const first = this.#windows.pop() ?? NO_TRAFFIC;
    const read = await this.#read();
    habit.known = common(first, this.#windows[0] ?? NO_TRAFFIC);
    const { common: own, rest } = splitBy(first, habit.known);
    aside(own);
    earlier(rest);
    if (!read.ok) this.settle();
    return read;
  }

  after(): Promise<Result<Reading | null, Trouble>> {
    return this.#read();
  }

  /** What both readings come to; null without a probe. */
  compare(before: Reading | null, after: Reading | null): Result<StateReading | null, Trouble> {
    if (this.#probe === null || before === null || after === null) return ok(null);
    const both = bothReadings(before, after, this.#probe);
    return both.ok ? both : err(placed({ code: 'probe_failed', ...both.error }, this.#probe));
  }

  /** Hands on what is not the step's, and gives the rest. */
  settle(): Traffic {
    const { aside, earlier, habit } = this.#context;
    const [before = NO_TRAFFIC, after] = this.#windows;
    if (this.#probe !== null && !this.#isUnconfirmed()) habit.known ??= before;
    const asks = asksServer(this.#probe) ? (habit.known ?? before) : NO_TRAFFIC;
    const first = splitBy(before, common(asks, after ?? asks));
    const second = splitBy(after ?? NO_TRAFFIC, common(asks, before));
    aside(joined(first.common, second.common));
    earlier(first.rest);
    return second.rest;
  }

  #isNotThere(trouble: Trouble): boolean {
    const isAbsent = trouble.code === 'probe_failed' && trouble.absent === true;
    return isAbsent && this.#context.suite.mode === 'live';
  }

  async #read(): Promise<Result<Reading | null, Trouble>> {
    if (this.#probe === null || this.#isAbsent) return ok(null);
    const { lease } = this.#context;
    const read = await readState(this.#probe, this.#context);
    this.#windows.push(takeTraffic(lease, clientsOf(lease)));
    return read;
  }
}

/** A command and a folder are read past it. */
export function asksServer(probe: StateProbe | null): boolean {
  return probe?.by === 'resource' || probe?.by === 'tool';
}

function common(one: Traffic, other: Traffic): Traffic {
  return splitBy(one, other).common;
}
