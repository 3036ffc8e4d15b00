import type { Emit, RunEvent } from '../model/event.ts';
import { foldEvents } from '../model/fold.ts';
import {
  BLANK_END,
  type RunCut,
  type RunResult,
  type ScenarioEnd,
  type ScenarioRef,
  type ScenarioStatus,
} from '../model/run-result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { Target } from '../model/target.ts';
import type { Trouble } from '../model/trouble.ts';
import { contractUnit } from '../scenario/contract-unit.ts';
import type { RunPlan } from '../scenario/plan.ts';
import { rulesTurned, runContract } from './contract-unit.ts';
import { judgeInfo } from './criteria.ts';
import type { RunContext, RunDeps } from './deps.ts';
import { Leases } from './lease.ts';
import { filledIn } from './metadata.ts';
import { runScenario } from './scenario.ts';
import { onItsServer, turnedRound } from './twin.ts';
/**
 * Runs every scenario of the plan, in file order. An aborted `signal`, or the end of the plan's
 * time, ends the one under way as interrupted and leaves the rest not run. Resolves when nothing
 * that it started is left.
 */
export async function run(
  plan: RunPlan,
  deps: RunDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<RunResult> {
  const events: RunEvent[] = [];
  const tell: Emit = (event) => {
    events.push(event);
    emit(event);
  };
  const started = deps.now();
  const limit = timeLimit(plan.maxDurationMs);
  const either = AbortSignal.any([signal, limit.signal]);
  const context: RunContext = { plan, deps, emit: tell, signal: either };
  const leases = new Leases(context);
  tell(runStarted(plan, deps));
  try {
    const came = new Map<string, ScenarioStatus>();
    for (const suite of plan.suites) await runSuite(suite, leases, came, context);
  } finally {
    limit.clear();
    await leases.closeAll();
  }
  tell({
    type: 'run_finished',
    durationMs: deps.now() - started,
    cut: cutBy(signal, limit.signal),
  });
  return foldEvents(events);
}

function timeLimit(ms: number | null): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const timer = ms === null ? undefined : setTimeout(() => controller.abort(), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

function cutBy(signal: AbortSignal, limit: AbortSignal): RunCut | null {
  if (signal.aborted) return 'signal';
  return limit.aborted ? 'time_limit' : null;
}

/** `came` takes what each scenario comes to. */
async function runSuite(
  suite: Suite,
  leases: Leases,
  came: Map<string, ScenarioStatus>,
  context: RunContext,
): Promise<void> {
  const unit = contractUnit(suite);
  if (unit !== null && !context.signal.aborted) {
    context.emit({ type: 'scenario_started', id: unit.scenario.id });
    const work = () => guarded(unit.scenario, () => runContract(unit, suite, leases, context));
    const end = await onItsServer(unit.scenario, came, work, (each, twin) =>
      rulesTurned(each, unit, twin),
    );
    came.set(unit.scenario.id, end.status);
    context.emit({ type: 'scenario_finished', end });
  }
  for (const scenario of suite.scenarios) {
    if (context.signal.aborted) return;
    context.emit({ type: 'scenario_started', id: scenario.id });
    const work = () => guarded(scenario, () => runScenario(scenario, suite, leases, context));
    const end = await onItsServer(scenario, came, work, turnedRound);
    came.set(scenario.id, end.status);
    context.emit({ type: 'scenario_finished', end });
  }
  // What its scenarios shared is of no use to the next suite, and may hold a port.
  await leases.endSuite(suite);
}

/** A bug in one scenario's handling is told there, and the others still run. */
async function guarded(scenario: Scenario, work: () => Promise<ScenarioEnd>): Promise<ScenarioEnd> {
  try {
    return await work();
  } catch (thrown) {
    const stack = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
    const trouble: Trouble = { code: 'internal', stack };
    return { ...BLANK_END, id: scenario.id, status: 'errored', trouble };
  }
}

/** The target as it was written; of the command line's own words the escape is undone. */
function labelOf(target: Target): string {
  return wordsOf(target).replaceAll('$${', '${');
}

function wordsOf(target: Target): string {
  switch (target.transport) {
    case 'stdio':
      return [target.command, ...target.args].join(' ');
    case 'http':
      return target.url;
    case 'module':
      return target.file;
  }
}

function runStarted(plan: RunPlan, deps: RunDeps): RunEvent {
  return {
    type: 'run_started',
    runId: plan.runId,
    startedAt: plan.startedAt.toISOString(),
    judge: judgeInfo(plan, deps),
    suites: plan.suites.map(({ path, mode, leftOut, target, metadata }) => ({
      path,
      mode,
      leftOut,
      transport: target?.value.transport ?? null,
      label: target === null ? null : labelOf(target.value),
      metadata: metadata === null ? null : filledIn(metadata, plan, deps),
    })),
    scenarios: plan.suites.flatMap((suite) => {
      const unit = contractUnit(suite);
      return [
        ...(unit === null ? [] : [refOf(unit.scenario, suite, 'contract')]),
        ...suite.scenarios.map((scenario) => refOf(scenario, suite, 'scenario')),
      ];
    }),
  };
}

function refOf(
  { id, name, description, twin, place }: Scenario,
  suite: Suite,
  kind: ScenarioRef['kind'],
): ScenarioRef {
  const on = twin === null ? {} : { twin: { name: twin.name, of: twin.of } };
  return { id, kind, name, description, suite: suite.path, ...on, place };
}
