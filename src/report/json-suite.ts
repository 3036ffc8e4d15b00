import type { AssertionResult } from '../model/assertion.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { ScenarioResult, SuiteResult } from '../model/run-result.ts';
import { assertionText } from './assertion-text.ts';
import { findingsByTool } from './contract-text.ts';
import { messageOf } from './explained.ts';
import { claimsJson } from './tools-json.ts';

/** A suite with what its server offers and what its contract says of that. */
export function suiteJson(
  { path, mode, transport, label, listing, metadata }: SuiteResult,
  scenarios: readonly ScenarioResult[],
): JsonValue {
  const server = listing?.server ?? null;
  const target = {
    transport,
    label,
    server_name: server?.name ?? null,
    server_version: server?.version ?? null,
    protocol_version: server?.protocolVersion ?? null,
  };
  const contracts = scenarios.filter(
    ({ scenario }) => scenario.kind === 'contract' && scenario.suite === path,
  );
  return {
    path,
    mode,
    metadata,
    target: label === null ? null : target,
    contract: contracts.flatMap(({ assertions }) => assertions.flatMap(ruleJson)),
    tools: listing === null ? [] : claimsJson(listing),
  };
}

/** A line for each tool that breaks the rule; one for the rule where it is no tool's. */
function ruleJson(result: AssertionResult): JsonObject[] {
  const { check, status, evidence } = result;
  if (check.kind !== 'contract') return [];
  const { rule } = check;
  if (evidence?.why === 'contract_broken') {
    return findingsByTool(evidence.findings).map(([tool, message]) => ({
      ...{ rule, tool, status, message },
    }));
  }
  const explained = assertionText(result, 'output');
  const message = explained === null ? null : messageOf(explained);
  return [{ rule, tool: null, status, message }];
}
