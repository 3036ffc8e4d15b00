import { notEvaluated } from '../assert/evaluate.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion } from '../model/check.ts';
import { BLANK_END, type ScenarioEnd, type SkipReason } from '../model/run-result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import { statusOfTrouble, type Trouble } from '../model/trouble.ts';
import { type Scope, unsavedIn } from '../scenario/interpolate.ts';
import { conclude } from './conclude.ts';
import type { RunContext } from './deps.ts';
import type { EndPart } from './ending.ts';
import { expandAssertions, expandRoute, expandVars } from './expand.ts';
import { sharedKey } from './face.ts';
import { gradeAll } from './grade-all.ts';
import type { Begin } from './ground.ts';
import { clientsOf, type Lease, type Leases, takeFindings } from './lease.ts';
import { runPhases, skipPhases } from './phases.ts';
import { refusedByPolicy } from './preflight.ts';
import { runRepeated } from './repeated.ts';
import { release, settle } from './settle.ts';
import { takeTraffic } from './traffic.ts';
import { unmatchedRequests } from './upstream-checks.ts';
/** Runs one scenario, each run on a connection from `leases`; emits its steps, returns its end. */
export async function runScenario(
  scenario: Scenario,
  suite: Suite,
  leases: Leases,
  context: RunContext,
): Promise<ScenarioEnd> {
  const { id, repeat } = scenario;
  const { target } = suite;
  const skipReason = skipReasonOf(scenario, suite);
  if (skipReason !== null || target === null) {
    const reason: SkipReason = skipReason ?? { kind: 'no_target' };
    const begun = repeat === null ? null : { ...repeat, shown: null };
    return { ...BLANK_END, id, status: 'skipped', skipReason: reason, repeat: begun };
  }
  const started = context.deps.now();
  const once = (isLastRun: boolean) =>
    runOnTarget(
      { scenario, suite, target, isLast: isLastRun && isLast(scenario, suite) },
      leases,
      context,
    );
  const end = repeat === null ? await once(true) : await runRepeated(id, repeat, once, context);
  return { ...BLANK_END, ...end, id, durationMs: context.deps.now() - started };
}

function skipReasonOf(scenario: Scenario, { mode, target }: Suite): SkipReason | null {
  if (scenario.skip !== null) return { kind: 'author', text: scenario.skip };
  if (target === null) return { kind: 'no_target' };
  const { value } = target;
  const steps = [...scenario.setup, ...scenario.steps, ...scenario.teardown];
  if (value.transport !== 'http' && steps.some(({ client }) => client !== null)) {
    return { kind: 'client_needs_http' };
  }
  const isOurs = value.transport !== 'http' || value.process !== null;
  const needsOurs = Object.keys(scenario.env).length > 0 || scenario.files !== null;
  return mode === 'live' && needsOurs && !isOurs ? { kind: 'not_started' } : null;
}

interface OneRun {
  readonly scenario: Scenario;
  readonly suite: Suite;
  readonly target: SuiteTarget;
  /** Nobody uses its server after it. */
  readonly isLast: boolean;
}

async function runOnTarget(
  { scenario, suite, target, isLast }: OneRun,
  leases: Leases,
  context: RunContext,
): Promise<EndPart> {
  const checks = wholeOutputChecks(scenario, suite);
  const begin = beginScenario(scenario, suite);
  const leased = await leases.acquire({ suite, target, scenario, begin });
  const tellSkipped = () =>
    skipPhases(scenario, (step) => {
      context.emit({ type: 'step_finished', id: scenario.id, step });
    });
  if (!leased.ok) {
    const { trouble, received, attempts, tmp, retried } = leased.error;
    const { assertions, ...end } = troubled(trouble, checks);
    tellSkipped();
    const unmatched = unmatchedRequests(suite, received);
    const strayAttempts = attempts;
    return { ...end, assertions: [...assertions, ...unmatched], strayAttempts, tmp, retried };
  }
  const listed = leases.tell(suite, scenario, leased.value);
  const lease = { ...leased.value, findings: [...leased.value.findings, ...listed] };
  const tmp = context.plan.keepTmp ? lease.tmp : null;
  const known = checks.filter((check) => isKnown(check, lease.scope));
  const expanded = expandAssertions(known, lease.scope);
  const refused = expanded.ok ? refusedByPolicy(scenario, suite, lease.tools) : expanded.error;
  if (refused !== null) {
    await leases.release(suite, lease, !isLast);
    tellSkipped();
    const { attempts } = takeTraffic(lease, clientsOf(lease));
    const strayAttempts = [...lease.early.attempts, ...attempts];
    return {
      ...troubled(refused, checks),
      findings: [...listed, ...takeFindings(lease)],
      strayAttempts,
      tmp,
    };
  }
  const here = { ...context, scenario, suite, target, lease, leases };
  const called = await runPhases(here);
  // A server that timed out may answer late and slowly: nobody else gets it. Behind the last one,
  // what the server still asks of the stubs while it ends is this scenario's.
  const fit = !isLast && !clientsOf(lease).some(({ connection }) => connection.gaveUp());
  const { ran, tail, exit } = await release(called, fit, here);
  const graded = await gradeAll(scenario, suite, { ran, checks }, context);
  // A server that others share goes on while the judge grades.
  const sequence = settle(graded.sequence, here);
  const end = conclude({ own: graded.own, scenario, suite, lease, sequence, tail, exit });
  const cut = context.signal.aborted && end.status === 'errored' && end.trouble === null;
  const trouble: Trouble | null = cut ? { code: 'interrupted' } : (end.trouble ?? null);
  const { retried, ownProcess } = lease;
  return { ...end, trouble, tmp, retried, ownProcess };
}

/** Nobody will use its server after it, so its end is this scenario's to tell. */
function isLast(scenario: Scenario, suite: Suite): boolean {
  const { scenarios, isolation } = suite;
  const key = sharedKey(scenario, isolation);
  const later = scenarios.slice(scenarios.indexOf(scenario) + 1);
  return !later.some(
    (other) => skipReasonOf(other, suite) === null && sharedKey(other, isolation) === key,
  );
}

/** Whether it can be filled in before any step has saved a value. */
function isKnown(check: Assertion, scope: Scope): boolean {
  return !('expected' in check) || typeof check.expected !== 'string'
    ? true
    : unsavedIn(check.expected, scope) === null;
}

/** What begins a scenario on the ground that its server gets. */
export function beginScenario(scenario: Scenario, suite: Suite): Begin {
  return (opened) => beginOn(scenario, suite, opened);
}

/** Sets the stubs up for the scenario; gives the values that its placeholders take. */
function beginOn(
  scenario: Scenario,
  suite: Suite,
  { upstreams, tripwire, scope: base }: Pick<Lease, 'upstreams' | 'tripwire' | 'scope'>,
): Scope {
  const inCase: Scope = { ...base, vars: {}, variant: scenario.variant?.values ?? {} };
  const scope: Scope = { ...inCase, vars: expandVars(scenario.vars, inCase) };
  const tables = suite.upstreams.map(({ name, routes }) => {
    const own = Object.hasOwn(scenario.routes, name) ? (scenario.routes[name] ?? []) : [];
    const expandAll = (list: typeof routes) => list.map((route) => expandRoute(route, scope));
    return [name, { own: expandAll(own), suite: expandAll(routes) }] as const;
  });
  upstreams.begin(Object.fromEntries(tables));
  tripwire?.begin();
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
