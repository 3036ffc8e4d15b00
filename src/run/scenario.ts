import { saysNothing } from '../assert/blank.ts';
import { evaluateOutput, notEvaluated } from '../assert/evaluate.ts';
import { isJsonObject } from '../model/json.ts';
import type { Finding } from '../model/outcome.ts';
import {
  type AssertionResult,
  BLANK_END,
  type ScenarioEnd,
  type SkipReason,
  type StepResult,
} from '../model/run-result.ts';
import type { Assertion, Scenario, Suite, SuiteTarget } from '../model/suite.ts';
import { statusOfTrouble, type Trouble } from '../model/trouble.ts';
import { expand, type Scope } from '../scenario/interpolate.ts';
import { conclude } from './conclude.ts';
import { graderOf, gradeSteps, leaveUngraded } from './criteria.ts';
import type { RunContext } from './deps.ts';
import type { EndPart, SequenceRun } from './ending.ts';
import { expandAssertions, expandRoute } from './expand.ts';
import type { Lease, Leases } from './lease.ts';
import { runStep, skippedStep } from './step.ts';
import { unmatchedRequests } from './upstream-checks.ts';

/** Runs one scenario on a connection from `leases`; emits its steps, returns its end. */
export async function runScenario(
  scenario: Scenario,
  suite: Suite,
  leases: Leases,
  context: RunContext,
): Promise<ScenarioEnd> {
  const { id } = scenario;
  if (scenario.skip !== null) {
    const reason: SkipReason = { kind: 'author', text: scenario.skip };
    return { ...BLANK_END, id, status: 'skipped', skipReason: reason };
  }
  if (suite.target === null) {
    return { ...BLANK_END, id, status: 'skipped', skipReason: { kind: 'no_target' } };
  }
  const started = context.deps.now();
  const end = await runOnTarget(scenario, suite, suite.target, leases, context);
  return { ...BLANK_END, ...end, id, durationMs: context.deps.now() - started };
}

async function runOnTarget(
  scenario: Scenario,
  suite: Suite,
  target: SuiteTarget,
  leases: Leases,
  context: RunContext,
): Promise<EndPart> {
  const checks = wholeOutputChecks(scenario, suite);
  const leased = await leases.acquire(suite, target, (opened) => begin(scenario, suite, opened));
  if (!leased.ok) {
    const { trouble, received, tmp, retried } = leased.error;
    const { assertions, ...end } = troubled(trouble, checks);
    tellNotRun(scenario, 0, context);
    return {
      ...end,
      assertions: [...assertions, ...unmatchedRequests(suite, received)],
      tmp,
      retried,
    };
  }
  const lease = leased.value;
  const tmp = context.plan.keepTmp ? lease.tmp : null;
  context.emit({ type: 'server_connected', suite: suite.path, server: lease.connection.server });
  const early = lease.upstreams.take();
  const expanded = expandAssertions(checks, lease.scope);
  if (!expanded.ok) {
    await leases.release(suite, lease, true);
    tellNotRun(scenario, 0, context);
    return { ...troubled(expanded.error, checks), tmp };
  }
  const ran = await runSequence(scenario, suite, lease, context);
  const tail = lease.connection.tail();
  // A server that timed out may answer late and slowly: nobody else gets it. Behind the last one,
  // what the server still asks of the stubs while it ends is this scenario's.
  const isLast = suite.scenarios.findLast(({ skip }) => skip === null) === scenario;
  const fit = !isLast && ran.stopped?.trouble?.code !== 'timeout';
  const exit = await leases.release(suite, lease, fit);
  const { sequence, own } = await gradeAll(scenario, suite, ran, expanded.value, context);
  const end = conclude({ own, suite, lease, sequence, early, tail, exit });
  const cut = context.signal.aborted && end.status === 'errored' && end.trouble === null;
  const trouble: Trouble | null = cut ? { code: 'interrupted' } : (end.trouble ?? null);
  return { ...end, trouble, tmp, retried: lease.retried };
}

/** The checks of the whole output, and the criteria of all: once the sequence has ended and held. */
async function gradeAll(
  scenario: Scenario,
  suite: Suite,
  ran: SequenceRun,
  checks: readonly Assertion[],
  context: RunContext,
): Promise<{ readonly sequence: SequenceRun; readonly own: readonly AssertionResult[] }> {
  if (ran.stopped !== null) {
    const steps = ran.steps.map((step) => ({
      ...step,
      assertions: leaveUngraded(step.assertions),
    }));
    return { sequence: { ...ran, steps }, own: notEvaluated(checks) };
  }
  const grade = graderOf(suite, context);
  const text = ran.steps.map((step) => step.text).join('\n');
  const hasText = ran.steps.some((step) => step.text !== '');
  const output = { text, hasText, saysNothing: ran.steps.every(saysNothing) };
  const [graded, own] = await Promise.all([
    gradeSteps(ran.steps, grade),
    grade(evaluateOutput(checks, output), text),
  ]);
  for (const step of graded.changed) {
    context.emit({ type: 'step_graded', id: scenario.id, step });
  }
  return { sequence: { ...ran, steps: graded.steps }, own };
}

async function runSequence(
  scenario: Scenario,
  suite: Suite,
  lease: Lease,
  context: RunContext,
): Promise<SequenceRun> {
  const steps: StepResult[] = [];
  const findings: Finding[] = [];
  for (const [index, step] of scenario.steps.entries()) {
    const { signal, deps } = context;
    const sparing = suite.mode === 'live' && !scenario.allowDestructive;
    const run = await runStep(step, index, { lease, signal, now: deps.now, sparing });
    steps.push(run.result);
    findings.push(...run.findings);
    context.emit({ type: 'step_finished', id: scenario.id, step: run.result });
    if (run.result.status !== 'passed') {
      tellNotRun(scenario, index + 1, context);
      return { steps, stopped: run.result, findings };
    }
  }
  return { steps, stopped: null, findings };
}

function tellNotRun(scenario: Scenario, from: number, context: RunContext): void {
  for (const [index, step] of scenario.steps.entries()) {
    if (index < from) continue;
    context.emit({ type: 'step_finished', id: scenario.id, step: skippedStep(step, index) });
  }
}

/** Sets the stubs up for the scenario; gives the values that its placeholders take. */
function begin(
  scenario: Scenario,
  suite: Suite,
  { upstreams, scope: base }: Pick<Lease, 'upstreams' | 'scope'>,
): Scope {
  const vars = expand(scenario.vars, base);
  const scope: Scope = { ...base, vars: isJsonObject(vars) ? vars : {} };
  const tables = suite.upstreams.map(({ name, routes }) => {
    const own = Object.hasOwn(scenario.routes, name) ? (scenario.routes[name] ?? []) : [];
    const expandAll = (list: typeof routes) => list.map((route) => expandRoute(route, scope));
    return [name, { own: expandAll(own), suite: expandAll(routes) }] as const;
  });
  upstreams.begin(Object.fromEntries(tables));
  return scope;
}

/** The author's checks of the output and the suite-wide ones, which can only fail it. */
function wholeOutputChecks(scenario: Scenario, suite: Suite): readonly Assertion[] {
  const suiteWide = suite.notContains.map(
    ({ value, place }): Assertion => ({ kind: 'not_contains', expected: value, place, own: false }),
  );
  return [...scenario.assertions, ...suiteWide];
}

function troubled(trouble: Trouble, checks: readonly Assertion[]): EndPart {
  const assertions: readonly AssertionResult[] = notEvaluated(checks);
  const tail = 'tail' in trouble ? trouble.tail : null;
  return {
    status: statusOfTrouble(trouble),
    trouble,
    assertions,
    stderrTail: tail?.stderr ?? '',
    exit: tail?.exit ?? null,
  };
}
