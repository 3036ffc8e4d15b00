import { onTransport } from '../contract/coverage.ts';
import { planSamples, type Sampled } from '../contract/samples.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion } from '../model/check.ts';
import type {
  ContractRule,
  RuleName,
  SampleFailure,
  Sampling,
  ToolFinding,
} from '../model/contract.ts';
import { BLANK_END, type ScenarioEnd, type StepResult } from '../model/run-result.ts';
import type { OnTwin, Step } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import { statusOfTrouble, type Trouble } from '../model/trouble.ts';
import type { ContractUnit } from '../scenario/contract-unit.ts';
import { conclude } from './conclude.ts';
import { judgeList, judgeRule, mayCall, ruleResult } from './contract.ts';
import type { RunContext } from './deps.ts';
import { driftOf } from './drift.ts';
import type { EndPart } from './ending.ts';
import { demandsOf } from './execution.ts';
import type { Lease, Leases } from './lease.ts';
import { type EachRun, runEach } from './phases.ts';
import { refusedProbe } from './preflight.ts';
import { beginScenario } from './scenario.ts';
import { release } from './settle.ts';
import { unmatchedRequests } from './upstream-checks.ts';

interface UnitContext extends RunContext {
  readonly unit: ContractUnit;
  readonly suite: Suite;
  readonly leases: Leases;
}

/** Holds the tool list of a suite's server against its contract, on a server of its own. */
export async function runContract(
  unit: ContractUnit,
  shared: Suite,
  leases: Leases,
  context: RunContext,
): Promise<ScenarioEnd> {
  const { scenario } = unit;
  const suite: Suite = { ...shared, isolation: 'scenario' };
  const started = context.deps.now();
  const end = await judged({ ...context, unit, suite, leases });
  const durationMs = context.deps.now() - started;
  return { ...BLANK_END, ...end, id: scenario.id, durationMs };
}

async function judged(context: UnitContext): Promise<EndPart> {
  const { unit, suite, leases } = context;
  const { scenario, contract } = unit;
  const { target } = suite;
  if (target === null) {
    return { status: 'skipped', skipReason: { kind: 'no_target' }, assertions: [] };
  }
  const begin = beginScenario(scenario, suite);
  const leased = await leases.acquire({ suite, target, scenario, begin });
  if (!leased.ok) {
    const { trouble, received, attempts: strayAttempts, tmp, retried } = leased.error;
    const open = contract.rules.map((rule) => untold(rule));
    const assertions = [...open, ...unmatchedRequests(suite, received)];
    const status = statusOfTrouble(trouble);
    return { status, trouble, assertions, strayAttempts, tmp, retried };
  }
  const plain = leased.value;
  const listed = leases.tell(suite, scenario, plain);
  const lease = { ...plain, findings: [...plain.findings, ...listed] };
  return onLease({ ...context, lease, target });
}

interface LeasedContext extends UnitContext {
  readonly lease: Lease;
  readonly target: SuiteTarget;
}

async function onLease(context: LeasedContext): Promise<EndPart> {
  const { unit, suite, target, lease, plan, signal } = context;
  const { scenario } = unit;
  const contract = onTransport(unit.contract, target.value.transport === 'http');
  const called = await callSamples(context);
  const { ran, tail, exit } = await release(called.sequence, false, { ...context, scenario });
  // One sample that does not hold says nothing about the rest.
  const sequence = { ...ran, stopped: null };
  const demands = demandsOf(suite, scenario);
  const rules = contract.rules.map((rule) =>
    rule.name === 'read_only'
      ? readOnly(rule, sequence.steps, called, context)
      : judgeRule(rule, contract, lease.tools, demands),
  );
  const own = [...rules, ...judgeList(contract, lease.tools)];
  const end = conclude({ own, scenario, suite, lease, sequence, tail, exit });
  const cut = signal.aborted && end.status === 'errored' && end.trouble === null;
  const trouble: Trouble | null = cut ? { code: 'interrupted' } : (end.trouble ?? null);
  return { ...end, trouble, tmp: plan.keepTmp ? lease.tmp : null, retried: lease.retried };
}

interface Called extends Pick<Sampled, 'findings'>, EachRun {}

/** Calls the tools that say they only read, each with its sample, if that is demanded here. */
async function callSamples(context: LeasedContext): Promise<Called> {
  const { unit, suite, lease } = context;
  const { contract, scenario } = unit;
  const isDemanded = contract.rules.some(({ name }) => name === 'read_only');
  const { calls, findings }: Sampled =
    isDemanded && mayCall(contract, suite)
      ? planSamples(lease.tools, contract)
      : { calls: [], findings: [] };
  const refused = refusedProbe(suite, lease.tools, demandsOf(suite, scenario));
  const steps = calls.map((sampling) => sampleStep(sampling, suite));
  return { ...(await runEach(steps, refused, { ...context, scenario })), findings };
}

function sampleStep({ tool, args, place }: Sampling, { timeoutMs }: Suite): Step {
  const implied = { place, own: false } as const;
  const assertions: readonly Assertion[] = [
    { kind: 'error', expected: { want: 'none' }, ...implied },
    { kind: 'state', expected: { want: 'unchanged' }, ...implied },
    { kind: 'output_schema', ...implied },
    { kind: 'prompts', ...implied },
    { kind: 'execution_claims', ...implied },
  ];
  return {
    ...{ tool, args, place, timeoutMs, assertions },
    ...{ client: null, saves: [], times: 1, poll: null, unlisted: false, invalidArgs: false },
    ...{ elicitation: null, sampling: null },
  };
}

function readOnly(
  rule: ContractRule,
  steps: readonly StepResult[],
  { findings, last }: Called,
  { unit, suite, lease }: LeasedContext,
): AssertionResult {
  if (!mayCall(unit.contract, suite)) return ruleResult(rule, { why: 'not_in_live' });
  if (lease.tools.length === 0) return ruleResult(rule, { why: 'no_tools' });
  const failed = steps
    .filter(({ status }) => status === 'failed')
    .map(
      (step): ToolFinding => ({
        tool: step.tool,
        code: 'sample_failed',
        because: failureOf(step),
      }),
    );
  const all = [...findings, ...failed, ...driftOf(steps, last)];
  if (all.length > 0) return ruleResult(rule, { why: 'contract_broken', findings: all });
  // Without a look back nobody can say what the last one left.
  const isTold =
    (steps.length === 0 || last !== null) &&
    steps.every(({ status, assertions }) => {
      const states = assertions.filter(({ check }) => check.kind === 'state');
      return status === 'passed' && states.every((state) => state.status === 'passed');
    });
  return ruleResult(rule, isTold ? null : { why: 'samples_untold' });
}

function failureOf({ trouble, assertions }: StepResult): SampleFailure {
  const failed = assertions
    .filter(({ status }) => status === 'failed')
    .map(({ check }) => check.kind);
  if (failed.includes('state')) return 'state';
  return trouble?.code === 'bad_arguments' || failed.includes('error') ? 'call' : 'other';
}

function untold(rule: ContractRule): AssertionResult {
  const result = ruleResult(rule, null);
  return { ...result, status: 'not_evaluated', evidence: { why: 'step_did_not_hold' } };
}

/** On a broken server each of the rules that are named must fail. */
export function rulesTurned(
  end: ScenarioEnd,
  { contract }: ContractUnit,
  { name: twin, place }: OnTwin,
): ScenarioEnd {
  const results = end.assertions.filter(({ check }) => check.kind === 'contract');
  // One of which nothing can be told may be the one that survives.
  if (end.status === 'errored' || results.some(({ status }) => status === 'errored')) {
    return { ...end, status: 'errored' };
  }
  // Of a list without tools every rule fails, whatever the fault is.
  const failed = results
    .filter(({ status, evidence }) => status === 'failed' && evidence?.why !== 'no_tools')
    .flatMap(({ check }) => (check.kind === 'contract' ? [check.rule] : []));
  const held = contract.rules.map(({ name }) => name).filter((name) => !failed.includes(name));
  if (end.status === 'failed' && held.length === 0) {
    return { ...end, status: 'passed', caught: true };
  }
  const status = end.status === 'failed' ? 'passed' : end.status;
  const named = (rules: readonly RuleName[]) => rules.map((rule) => `contract.${rule}`);
  const rules = { held: named(held), failed: named(failed), place };
  const trouble: Trouble = { code: 'twin_survived', twin, status, rules };
  return { ...end, status: 'failed', skipReason: null, trouble };
}
