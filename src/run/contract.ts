import { checkBaseline } from '../contract/baseline.ts';
import { checkCoverage } from '../contract/coverage.ts';
import { checkDeclared } from '../contract/declared.ts';
import { checkHints } from '../contract/hints.ts';
import { checkSchemas } from '../contract/schemas.ts';
import type { AssertionEvidence, AssertionResult } from '../model/assertion.ts';
import type { Contract, ContractRule, ToolFinding } from '../model/contract.ts';
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
  // Of nothing everything holds.
  if (tools.length === 0) return ruleResult(rule, { why: 'no_tools' });
  const findings = findingsOf(rule, contract, tools, demands);
  return ruleResult(rule, findings.length === 0 ? null : { why: 'contract_broken', findings });
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
  { called, baseline }: Contract,
  tools: readonly ListedTool[],
  demands: Demands,
): readonly ToolFinding[] {
  switch (name) {
    case 'hints':
      return checkHints(tools);
    case 'output_schema':
      return checkSchemas(tools);
    case 'execution': {
      const declared = tools.map((tool) => ({
        tool: tool.name,
        declaration: declarationOf(tool, demands),
      }));
      return checkDeclared(declared);
    }
    case 'coverage':
      return checkCoverage(tools, called);
    case 'baseline':
      return baseline === null ? [] : checkBaseline(tools, baseline, demands.metadataKey);
    case 'read_only':
      return [];
  }
}

/** In a live run a contract calls nothing, unless it says that it may. */
export function mayCall({ live }: Contract, { mode }: Suite): boolean {
  return mode === 'hermetic' || live;
}
