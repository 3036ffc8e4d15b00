import { checkBaseline } from '../contract/baseline.ts';
import { checkClosedWorld, type Declaring } from '../contract/closed-world.ts';
import { checkCoverage } from '../contract/coverage.ts';
import { checkDeclared } from '../contract/declared.ts';
import { checkHints } from '../contract/hints.ts';
import { checkList, refusalsOf } from '../contract/list.ts';
import { checkSchemas } from '../contract/schemas.ts';
import type { AssertionEvidence, AssertionResult } from '../model/assertion.ts';
import { type Contract, type ContractRule, listRule, type ToolFinding } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';
import type { Suite } from '../model/suite.ts';
import { type Demands, declarationOf } from './execution.ts';

/** The rules that the list alone decides, all but `read_only`. */
export function judgeRule(
  rule: ContractRule,
  contract: Contract,
  tools: readonly ListedTool[],
  demands: Demands,
): AssertionResult {
  const isList = rule.name === 'list';
  const judged = isList ? tools : tools.filter(({ nameless }) => !nameless);
  // Of nothing everything holds.
  if (judged.length === 0) return ruleResult(rule, { why: 'no_tools' });
  const findings = isList
    ? listFindings(contract, tools)
    : findingsOf(rule, contract, judged, demands);
  return broken(rule, findings) ?? ruleResult(rule, null);
}

/** Nobody has to demand that clients can take the list: it is told where they can't. */
export function judgeList(
  contract: Contract,
  tools: readonly ListedTool[],
): readonly AssertionResult[] {
  if (contract.rules.some(({ name }) => name === 'list')) return [];
  const result = broken(listRule(contract), listFindings(contract, tools));
  return result === null ? [] : [{ ...result, own: false }];
}

function listFindings({ rules }: Contract, tools: readonly ListedTool[]): readonly ToolFinding[] {
  return checkList(
    tools,
    rules.map(({ name }) => name),
  );
}

function broken(rule: ContractRule, findings: readonly ToolFinding[]): AssertionResult | null {
  return findings.length === 0 ? null : ruleResult(rule, { why: 'contract_broken', findings });
}

export function ruleResult(
  { name, written, place }: ContractRule,
  evidence: AssertionEvidence | null,
): AssertionResult {
  const check = { kind: 'contract', rule: name, written } as const;
  return { check, own: true, place, status: statusOf(evidence), evidence };
}

function statusOf(evidence: AssertionEvidence | null): AssertionResult['status'] {
  switch (evidence?.why) {
    case undefined:
      return 'passed';
    case 'not_in_live':
      return 'not_evaluated';
    case 'samples_untold':
      return 'errored';
    default:
      return 'failed';
  }
}

function findingsOf(
  { name }: ContractRule,
  contract: Contract,
  tools: readonly ListedTool[],
  demands: Demands,
): readonly ToolFinding[] {
  switch (name) {
    case 'hints': {
      const belied = checkClosedWorld(declaring(tools, demands));
      return [...refusalsOf(tools, name), ...checkHints(tools), ...belied];
    }
    case 'output_schema':
      return [...refusalsOf(tools, name), ...checkSchemas(tools)];
    case 'execution':
      return [...refusalsOf(tools, name), ...checkDeclared(declaring(tools, demands))];
    case 'coverage':
      return checkCoverage(tools, contract);
    case 'baseline':
      return contract.baseline === null
        ? []
        : checkBaseline(tools, contract.baseline, demands.metadataKey);
    case 'read_only':
    case 'list':
      return [];
  }
}

function declaring(tools: readonly ListedTool[], demands: Demands): readonly Declaring[] {
  return tools.map((tool) => ({ tool, declaration: declarationOf(tool, demands) }));
}

/** In a live run a contract calls nothing, unless it says that it may. */
export function mayCall({ live }: Contract, { mode }: Suite): boolean {
  return mode === 'hermetic' || live;
}
