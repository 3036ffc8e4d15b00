import type { ListedTool, Outcome } from '../model/outcome.ts';
import type { Scenario, Step } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { ProbeRun, ProbeTool } from './ending.ts';
import { type Demands, declarationOf, observationOf } from './execution.ts';
import { clientsOf } from './lease.ts';
import { type ProbeContext, readState } from './probe.ts';
import type { Reading } from './reading.ts';
import { asksServer, type Habit } from './state-watch.ts';
import { isNothing, joined, NO_TRAFFIC, splitBy, type Traffic, takeTraffic } from './traffic.ts';

interface Look {
  readonly reading: Reading | null;
  readonly rest: Traffic;
}

/** What is known of the probe while a scenario runs: what it asks, and what its tool says of it. */
export class Watched {
  readonly demands: Demands;
  readonly #habits = new Map<string | null, Habit>();
  #traffic: Traffic = NO_TRAFFIC;
  #tool: ProbeTool | null = null;

  constructor(demands: Demands) {
    this.demands = demands;
  }

  run(): ProbeRun {
    return { traffic: this.#traffic, tool: this.#tool };
  }

  /** By who reads: each may be shown something else. */
  habitOf(client: string | null): Habit {
    const habit = this.#habits.get(client) ?? { known: null };
    this.#habits.set(client, habit);
    return habit;
  }

  add(own: Traffic): void {
    this.#traffic = joined(this.#traffic, own);
  }

  /** Is told what the tool by which the state is read has answered. */
  readonly probed = (tool: ListedTool, outcome: Outcome): void => {
    const observation = observationOf(outcome, this.demands);
    this.#tool = {
      name: tool.name,
      declaration: this.#tool?.declaration ?? declarationOf(tool, this.demands),
      observations: [...(this.#tool?.observations ?? []), observation],
    };
  };

  /**
   * Reads the state as this client, before the first step: what comes with that no step can have set
   * off. If anything does, it reads once more: the probe's own comes with both, and the rest, which is
   * given, may be of before. Whether there is a state by then does not matter.
   */
  async learn(client: string | null, context: ProbeContext): Promise<Traffic> {
    const { suite, lease } = context;
    if (suite.state === null) return NO_TRAFFIC;
    const read = async () => {
      if (suite.state !== null) await readState(suite.state, context);
      return takeTraffic(lease, clientsOf(lease));
    };
    const first = await read();
    const second = isNothing(first) ? NO_TRAFFIC : await read();
    const { common, rest } = splitBy(first, second);
    const again = splitBy(second, first);
    this.habitOf(client).known = common;
    this.add(joined(common, again.common));
    return joined(rest, again.rest);
  }

  /** Reads the state for no step; `rest`: what came with that and is not the probe's own. */
  async look(context: ProbeContext): Promise<Look> {
    const { suite, lease } = context;
    if (suite.state === null) return { reading: null, rest: NO_TRAFFIC };
    const read = await readState(suite.state, context);
    const came = takeTraffic(lease, clientsOf(lease));
    const asks = asksServer(suite.state) ? this.habitOf(null).known : null;
    const { common, rest } = splitBy(came, asks ?? NO_TRAFFIC);
    this.add(common);
    return { reading: read.ok ? read.value : null, rest };
  }
}

/** Who reads the state behind a scenario's first step, but for whom that step has read it before. */
export function laterReaders(
  first: Step,
  { setup, steps, teardown }: Scenario,
  { state, mode }: Suite,
): readonly (string | null)[] {
  if (!asksServer(state) || mode === 'live') return [];
  const all = new Set([...setup, ...steps, ...teardown].filter(isReading).map(readerOf));
  if (isReading(first)) all.delete(readerOf(first));
  return [...all];
}

function readerOf({ client }: Step): string | null {
  return client;
}

function isReading({ assertions }: Step): boolean {
  return assertions.some(({ kind }) => kind === 'state');
}
