import type { ListedTool, Outcome } from '../model/outcome.ts';
import type { Scenario, Step } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { ProbeRun, ProbeTool } from './ending.ts';
import { type Demands, declarationOf, observationOf } from './execution.ts';
import { clientsOf } from './lease.ts';
import { type ProbeContext, readState } from './probe.ts';
import type { Reading } from './reading.ts';
import { asksServer, type Habit } from './state-watch.ts';
import { joined, NO_TRAFFIC, splitBy, type Traffic, takeTraffic } from './traffic.ts';

export interface LearnContext extends ProbeContext {
  readonly scenario: Scenario;
}

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
  #learnt = false;

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
   * Before the first step reads the state once, where only later ones read it: what comes with that
   * no step can have set off. Whether there is a state by then does not matter.
   */
  async learn(first: Step, context: LearnContext): Promise<void> {
    const { suite, scenario, lease } = context;
    if (this.#learnt) return;
    this.#learnt = true;
    if (suite.state === null || !isReadLater(first, scenario, suite)) return;
    await readState(suite.state, context);
    const own = takeTraffic(lease, clientsOf(lease));
    this.habitOf(null).known = own;
    this.add(own);
  }

  /** Reads the state for no step; `rest`: what came with that and is not the probe's own. */
  async look(context: LearnContext): Promise<Look> {
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

function isReadLater(first: Step, scenario: Scenario, { state, mode }: Suite): boolean {
  if (!asksServer(state) || mode === 'live' || isReading(first)) return false;
  return [...scenario.setup, ...scenario.steps, ...scenario.teardown].some(isReading);
}

/** By the client that the first reading is made with. */
function isReading({ client, assertions }: Step): boolean {
  return client === null && assertions.some(({ kind }) => kind === 'state');
}
