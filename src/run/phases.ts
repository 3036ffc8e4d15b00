import type { Prompt, UpstreamRequest } from '../model/outcome.ts';
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
import { withRequests } from './late.ts';
import type { Lease, Leases } from './lease.ts';
import { runStep, type StepAt, type StepRun, skippedStep } from './step.ts';
export interface PhaseContext extends RunContext {
  readonly scenario: Scenario;
  readonly suite: Suite;
  readonly target: SuiteTarget;
  readonly lease: Lease;
  readonly leases: Leases;
}

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

/**
 * Steps that need nothing of each other: one that fails says nothing about the rest. `refused`: why
 * none of them may be made.
 */
export async function runEach(
  steps: readonly Step[],
  refused: Trouble | null,
  context: PhaseContext,
): Promise<SequenceRun> {
  const walk = new Walk(context);
  await walk.each(steps, refused);
  return { ...walk.end(), stopped: null };
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
  readonly #between: UpstreamRequest[] = [];
  readonly #aside: UpstreamRequest[] = [];
  readonly #probed: Prompt[] = [];
  #scope: Scope;
  /** As the checks of the whole output see it: without what teardown saves. */
  #ofOutput: Scope | null = null;
  #stopped: StepResult | null = null;

  constructor(context: PhaseContext) {
    this.#context = context;
    this.#scope = context.lease.scope;
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

  end(): SequenceRun {
    return {
      steps: this.#steps,
      stopped: this.#stopped,
      between: this.#between,
      aside: this.#aside,
      probed: this.#probed,
      scope: this.#ofOutput ?? this.#scope,
    };
  }

  async #runOne(step: Step, at: StepAt): Promise<StepResult> {
    // Its window lasts until the next request of ours.
    this.#addToLast(this.#context.lease.upstreams.take());
    const run = await this.#attempt(step, at);
    const result = this.#stopped === null ? run.result : unlessNeedless(step, at, run.result);
    this.#scope = { ...this.#scope, vars: { ...this.#scope.vars, ...run.saved } };
    this.#tell(result);
    return result;
  }

  async #attempt(step: Step, at: StepAt): Promise<StepRun> {
    const { scenario, suite, lease, deps, signal } = this.#context;
    const client = await this.#clientOf(step);
    // What the server asked of the stubs while a client came is no step's.
    this.#setAside();
    if (!client.ok) return unconnected(step, at, client.error);
    const sparing = suite.mode === 'live' && !scenario.allowDestructive;
    return runStep(step, at, {
      lease,
      client: client.value,
      scope: this.#scope,
      suite,
      deps,
      signal,
      sparing,
      demands: demandsOf(suite, scenario),
      undeclared: declaresNothing(scenario),
      lacking: undeclaredBy(scenario),
      follows: this.#steps.some(({ calls }) => calls > 0),
      aside: ({ upstream, prompts }) => {
        this.#aside.push(...upstream);
        this.#probed.push(...prompts);
      },
      earlier: (requests) => this.#addToLast(requests),
    });
  }

  /** What the step before has set off, and what it comes to with that. */
  #addToLast(requests: readonly UpstreamRequest[]): void {
    const at = this.#steps.findLastIndex(({ status }) => status !== 'not_run');
    const last = this.#steps[at];
    if (last === undefined) this.#between.push(...requests);
    if (last === undefined || requests.length === 0) return;
    const { scenario, suite, emit } = this.#context;
    const step = withRequests(scenario, suite, last, requests);
    this.#steps[at] = step;
    if (this.#stopped === last) this.#stopped = step;
    this.#stopAt(step);
    emit({ type: 'step_graded', id: scenario.id, step });
  }

  #setAside(): void {
    const { upstreams, tripwire } = this.#context.lease;
    this.#between.push(...upstreams.take());
    tripwire?.setAside();
  }

  async #clientOf({ client }: Step): Promise<Result<Client, Trouble>> {
    const { lease, leases, suite, target, scenario } = this.#context;
    return client === null ? ok(lease) : leases.client(lease, client, { suite, target, scenario });
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
