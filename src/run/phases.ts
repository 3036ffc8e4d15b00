import { setTimeout as delay } from 'node:timers/promises';
import { ok, type Result } from '../model/result.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Scenario, Step } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import { statusOfTrouble, type Trouble } from '../model/trouble.ts';
import type { Scope } from '../scenario/interpolate.ts';
import type { Client } from './connect.ts';
import type { RunContext } from './deps.ts';
import type { SequenceRun } from './ending.ts';
import { demandsOf } from './execution.ts';
import { declaresNothing, undeclaredBy } from './face.ts';
import { lastCalled, withTraffic } from './late.ts';
import { clientsOf, type Lease, type Leases } from './lease.ts';
import type { ProbeContext } from './probe.ts';
import type { Reading } from './reading.ts';
import { runStep, type StepAt, type StepRun, skippedStep } from './step.ts';
import { isNothing, joined, splitBy, type Traffic, takeTraffic } from './traffic.ts';
import { laterReaders, Watched } from './watched.ts';
export interface PhaseContext extends RunContext {
  readonly scenario: Scenario;
  readonly suite: Suite;
  readonly target: SuiteTarget;
  readonly lease: Lease;
  readonly leases: Leases;
}

/** How long what a last call has set going is waited for, in ms. */
const AFTER_LAST_MS = 100;

/** Set-up, the sequence, teardown. The first step that does not hold ends all but the teardown. */
export async function runPhases(context: PhaseContext): Promise<SequenceRun> {
  const { setup, steps, teardown } = context.scenario;
  const walk = new Walk(context);
  await walk.run('setup', setup);
  await walk.run('sequence', steps);
  // After a signal nothing more is asked of the server.
  if (context.signal.aborted) walk.skip('teardown', teardown);
  else await walk.tearDown(teardown);
  return walk.end();
}

export interface EachRun {
  readonly sequence: SequenceRun;
  /** The state once more, a while after the last step; null: it was not read, or could not be. */
  readonly last: Reading | null;
}

/**
 * Steps that need nothing of each other: one that fails says nothing about the rest. `refused`: why
 * none of them may be made.
 */
export async function runEach(
  steps: readonly Step[],
  refused: Trouble | null,
  context: PhaseContext,
): Promise<EachRun> {
  const walk = new Walk(context);
  await walk.each(steps, refused);
  const last = refused === null ? await walk.lookBack() : null;
  return { sequence: { ...walk.end(), stopped: null }, last };
}

/** Tells the steps of a scenario that was not begun. */
export function skipPhases({ setup, steps, teardown }: Scenario, tell: (step: StepResult) => void) {
  const phases = { setup, sequence: steps, teardown } as const;
  for (const phase of ['setup', 'sequence', 'teardown'] as const) {
    for (const [index, step] of phases[phase].entries()) tell(skippedStep(step, { phase, index }));
  }
}

class Walk {
  readonly #context: PhaseContext;
  readonly #steps: StepResult[] = [];
  readonly #watched: Watched;
  #outside: Traffic;
  #scope: Scope;
  /** As the checks of the whole output see it: without what teardown saves. */
  #ofOutput: Scope | null = null;
  #stopped: StepResult | null = null;
  #begun = false;

  constructor(context: PhaseContext) {
    this.#context = context;
    this.#scope = context.lease.scope;
    this.#outside = context.lease.early;
    this.#watched = new Watched(demandsOf(context.suite, context.scenario));
  }

  async run(phase: StepResult['phase'], steps: readonly Step[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      if (this.#stopped !== null) this.#tell(skippedStep(step, { phase, index }));
      else this.#stopAt(await this.#runOne(step, { phase, index }));
    }
  }

  skip(phase: StepResult['phase'], steps: readonly Step[]): void {
    for (const [index, step] of steps.entries()) this.#tell(skippedStep(step, { phase, index }));
  }

  /** Each step by itself; what would use a value that was never saved has nothing to clean up. */
  async tearDown(steps: readonly Step[]): Promise<void> {
    this.#ofOutput = this.#scope;
    for (const [index, step] of steps.entries()) {
      const at: StepAt = { phase: 'teardown', index };
      const result = await this.#runOne(step, at);
      this.#stopAt(result);
    }
  }

  async each(steps: readonly Step[], refused: Trouble | null): Promise<void> {
    for (const [index, step] of steps.entries()) {
      const at: StepAt = { phase: 'sequence', index };
      if (this.#context.signal.aborted) this.#tell(skippedStep(step, at));
      else if (refused !== null) this.#tell(unconnected(step, at, refused).result);
      else await this.#runOne(step, at);
    }
  }

  /** What a call has only set going shows a while later: no event tells that it is over. */
  async lookBack(): Promise<Reading | null> {
    const { lease, signal } = this.#context;
    if (!this.#steps.some(({ state }) => state !== null)) return null;
    await delay(AFTER_LAST_MS, null, { signal }).catch(() => {});
    this.#follow(this.#take());
    const { reading, rest } = await this.#watched.look(this.#probing(lease));
    this.#follow(rest);
    return reading;
  }

  end(): SequenceRun {
    return {
      steps: this.#steps,
      stopped: this.#stopped,
      outside: this.#outside,
      probe: this.#watched.run(),
      scope: this.#ofOutput ?? this.#scope,
    };
  }

  async #runOne(step: Step, at: StepAt): Promise<StepResult> {
    // Its window lasts until the next request of ours.
    this.#follow(this.#take());
    if (!this.#begun) await this.#begin(step);
    const run = await this.#attempt(step, at);
    const result = this.#stopped === null ? run.result : unlessNeedless(step, at, run.result);
    this.#scope = { ...this.#scope, vars: { ...this.#scope.vars, ...run.saved } };
    this.#tell(result);
    return result;
  }

  async #begin(first: Step): Promise<void> {
    this.#begun = true;
    const { scenario, suite } = this.#context;
    for (const reader of laterReaders(first, scenario, suite)) {
      const client = await this.#clientOf(reader);
      // One that cannot connect is told by its step.
      if (!client.ok) continue;
      const rest = await this.#watched.learn(reader, this.#probing(client.value));
      this.#outside = joined(this.#outside, rest);
    }
  }

  async #attempt(step: Step, at: StepAt): Promise<StepRun> {
    const { scenario } = this.#context;
    const client = await this.#clientOf(step.client);
    if (!client.ok) return unconnected(step, at, client.error);
    return runStep(step, at, {
      ...this.#probing(client.value),
      scope: this.#scope,
      demands: this.#watched.demands,
      undeclared: declaresNothing(scenario),
      lacking: undeclaredBy(scenario),
      follows: this.#steps.some(({ calls }) => calls > 0),
      habit: this.#watched.habitOf(step.client),
      aside: (own) => this.#watched.add(own),
      earlier: (traffic) => this.#follow(traffic),
    });
  }

  #probing(client: Client): ProbeContext {
    const { scenario, suite, lease, deps, signal } = this.#context;
    const sparing = suite.mode === 'live' && !scenario.allowDestructive;
    const { probed } = this.#watched;
    return { suite, lease, client, deps, signal, sparing, probed };
  }

  #take(): Traffic {
    const { lease } = this.#context;
    return takeTraffic(lease, clientsOf(lease));
  }

  /** What follows a step was set off by it: this is what it comes to with that. */
  #follow(traffic: Traffic): void {
    if (isNothing(traffic)) return;
    const last = lastCalled(this.#steps);
    if (last === undefined) {
      this.#outside = joined(this.#outside, traffic);
      return;
    }
    const { scenario, suite, emit } = this.#context;
    const step = withTraffic(scenario, suite, last, traffic);
    this.#steps[this.#steps.indexOf(last)] = step;
    if (this.#stopped === last) this.#stopped = step;
    this.#stopAt(step);
    emit({ type: 'step_graded', id: scenario.id, step });
  }

  /** What came while it connected, and with the first connection as well, is no step's. */
  async #clientOf(client: string | null): Promise<Result<Client, Trouble>> {
    const { lease, leases, suite, target, scenario } = this.#context;
    if (client === null) return ok(lease);
    const connected = await leases.client(lease, client, { suite, target, scenario });
    const { common, rest } = splitBy(this.#take(), lease.opening);
    this.#outside = joined(this.#outside, common);
    this.#follow(rest);
    return connected;
  }

  #stopAt(result: StepResult): void {
    const ran = result.status === 'failed' || result.status === 'errored';
    if (ran) this.#stopped ??= result;
  }

  #tell(result: StepResult): void {
    this.#steps.push(result);
    const { scenario, emit } = this.#context;
    emit({ type: 'step_finished', id: scenario.id, step: result });
  }
}

/** A step of teardown that lacks a value which was never saved: nothing was made, as far as is known. */
function unlessNeedless(step: Step, at: StepAt, result: StepResult): StepResult {
  const { trouble } = result;
  if (at.phase !== 'teardown' || trouble?.code !== 'unsaved_value') return result;
  return { ...skippedStep(step, at), unsaved: trouble.name };
}

function unconnected(step: Step, at: StepAt, trouble: Trouble): StepRun {
  const result = { ...skippedStep(step, at), status: statusOfTrouble(trouble), trouble };
  return { result, saved: {} };
}
