import { planSamples, type Sampled } from '../contract/samples.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { Assertion } from '../model/check.ts';
import type { ContractRule, Sampling, ToolFinding } from '../model/contract.ts';
import type { UpstreamRequest } from '../model/outcome.ts';
import { BLANK_END, type ScenarioEnd, type StepResult } from '../model/run-result.ts';
import type { Step } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { statusOfTrouble } from '../model/trouble.ts';
import type { ContractUnit } from '../scenario/contract-unit.ts';
import { conclude } from './conclude.ts';
import { judgeRule, mayCall, ruleResult } from './contract.ts';
import type { RunContext } from './deps.ts';
import type { EndPart } from './ending.ts';
import { demandsOf } from './execution.ts';
import type { Lease, Leases } from './lease.ts';
import { beginScenario } from './scenario.ts';
import { runStep } from './step.ts';
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
  const { scenario, contract } = unit;
  const suite: Suite = { ...shared, isolation: 'scenario' };
  const started = context.deps.now();
  const end = await judged({ ...context, unit, suite, leases });
  const turned = contract.twin === null ? end : turnedRound(end, unit, contract.twin);
  const durationMs = context.deps.now() - started;
  return { ...BLANK_END, ...turned, id: scenario.id, durationMs };
}

async function judged(context: UnitContext): Promise<EndPart> {
  const { unit, suite, leases, plan } = context;
  const { scenario, contract } = unit;
  const { target } = suite;
  if (target === null) {
    return { status: 'skipped', skipReason: { kind: 'no_target' }, assertions: [] };
  }
  const begin = beginScenario(scenario, suite);
  const leased = await leases.acquire({ suite, target, scenario, begin });
  if (!leased.ok) {
    const { trouble, received, tmp, retried } = leased.error;
    const open = contract.rules.map((rule) => untold(rule));
    const assertions = [...open, ...unmatchedRequests(suite, received)];
    return { status: statusOfTrouble(trouble), trouble, assertions, tmp, retried };
  }
  const lease = leased.value;
  const early = lease.upstreams.take();
  const called = await callSamples(context, lease);
  const tail = lease.connection.tail();
  const exit = await leases.release(suite, lease, false);
  const late = lease.upstreams.take();
  const demands = demandsOf(suite, scenario);
  const own = contract.rules.map((rule) =>
    rule.name === 'read_only'
      ? readOnly(rule, called, lease, context)
      : judgeRule(rule, contract, lease.tools, demands),
  );
  const sequence = {
    steps: called.steps,
    stopped: null,
    findings: [],
    between: [],
    aside: called.aside,
    scope: lease.scope,
  };
  const end = conclude({ own, scenario, suite, lease, sequence, early, late, tail, exit });
  return { ...end, tmp: plan.keepTmp ? lease.tmp : null, retried: lease.retried };
}

interface Called extends Pick<Sampled, 'findings'> {
  readonly steps: readonly StepResult[];
  /** What the stubs received outside of the calls. */
  readonly aside: readonly UpstreamRequest[];
}

/** Each by itself: one that fails says nothing about the others. */
async function callSamples(context: UnitContext, lease: Lease): Promise<Called> {
  const { unit, suite, deps, signal, emit } = context;
  const { contract, scenario } = unit;
  if (!contract.rules.some(({ name }) => name === 'read_only') || !mayCall(contract, suite)) {
    return { steps: [], findings: [], aside: [] };
  }
  const { calls, findings } = planSamples(lease.tools, contract.samples);
  const steps: StepResult[] = [];
  const aside: UpstreamRequest[] = [];
  for (const [index, sampling] of calls.entries()) {
    const { result } = await runStep(
      sampleStep(sampling, suite),
      { phase: 'sequence', index },
      {
        lease,
        client: lease,
        scope: lease.scope,
        suite,
        deps,
        signal,
        sparing: suite.mode === 'live',
        demands: demandsOf(suite, scenario),
        aside: (requests) => void aside.push(...requests),
        earlier: (requests) => void aside.push(...requests),
      },
    );
    steps.push(result);
    emit({ type: 'step_finished', id: scenario.id, step: result });
  }
  return { steps, findings, aside };
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
  { steps, findings }: Called,
  { tools }: Lease,
  { unit, suite }: UnitContext,
): AssertionResult {
  if (!mayCall(unit.contract, suite)) return ruleResult(rule, { why: 'not_in_live' });
  if (tools.length === 0) return ruleResult(rule, { why: 'no_tools' });
  const failed = steps
    .filter(({ status }) => status === 'failed')
    .map(({ tool }): ToolFinding => ({ tool, code: 'sample_failed' }));
  const all = [...findings, ...failed];
  if (all.length > 0) return ruleResult(rule, { why: 'contract_broken', findings: all });
  const isTold = steps.every(({ status, assertions }) => {
    const states = assertions.filter(({ check }) => check.kind === 'state');
    return status === 'passed' && states.every((state) => state.status === 'passed');
  });
  return ruleResult(rule, isTold ? null : { why: 'samples_untold' });
}

function untold(rule: ContractRule): AssertionResult {
  const result = ruleResult(rule, null);
  return { ...result, status: 'not_evaluated', evidence: { why: 'step_did_not_hold' } };
}

/** On a broken server each of the rules that are named must fail. */
function turnedRound(end: EndPart, { contract }: ContractUnit, twin: string): EndPart {
  if (end.status === 'errored') return end;
  const rules = end.assertions.filter(({ check }) => check.kind === 'contract');
  const survivors =
    contract.rules.length - rules.filter(({ status }) => status === 'failed').length;
  if (end.status === 'failed' && survivors === 0) {
    return { ...end, status: 'passed', caught: true };
  }
  const status = end.status === 'failed' ? 'passed' : end.status;
  const trouble: Trouble = { code: 'twin_survived', twin, status };
  return { ...end, status: 'failed', skipReason: null, trouble };
}
