import { type Flaw, HINTS } from '../model/contract.ts';
import type { JsonObject } from '../model/json.ts';
import type { Risk, ToolFacts, ToolListing } from '../model/tool-facts.ts';
import { flawTexts } from './contract-text.ts';
import { declaredJson, violationText } from './declaration-text.ts';

const RISKS: readonly Risk[] = ['read_only', 'additive', 'destructive'];

/** What the target offers, for machines. Sizes in bytes of UTF-8. */
export function toolsJson({ server, tools, claimed, hasPolicy }: ToolListing): JsonObject {
  return {
    server: {
      name: server.name,
      version: server.version,
      protocol_version: server.protocolVersion,
    },
    tools: tools.map((tool) => toolJson(tool, { claimed, hasPolicy })),
    totals: {
      tools: tools.length,
      by_risk: Object.fromEntries(RISKS.map((risk) => [risk, countOf(tools, risk)])),
      definition_bytes: bytesOf(tools),
    },
  };
}

export function countOf(tools: readonly ToolFacts[], wanted: Risk): number {
  return tools.filter(({ risk }) => risk === wanted).length;
}

export function bytesOf(tools: readonly ToolFacts[]): number {
  return tools.reduce((sum, { bytes }) => sum + bytes, 0);
}

function toolJson(
  tool: ToolFacts,
  { claimed, hasPolicy }: Pick<ToolListing, 'claimed' | 'hasPolicy'>,
): JsonObject {
  const { declaration } = tool;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    risk: tool.risk,
    hints: hintsJson(tool),
    hint_flaws: tool.hintFlaws.map(flawJson),
    list_flaws: tool.listFlaws.map(flawJson),
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
    definition_bytes: tool.bytes,
    declared: { ...declaredJson(declaration), claimed },
    ...(hasPolicy ? { policy: policyJson(tool, claimed) } : {}),
  };
}

function flawJson(flaw: Flaw): JsonObject {
  return { code: flaw.code, message: flawTexts(flaw).join('; ') };
}

/** What each tool says of itself, and what the policy says of that; null without a policy. */
export function claimsJson({ tools, claimed, hasPolicy }: ToolListing): JsonObject[] {
  return tools.map((tool) => ({
    name: tool.name,
    hints: hintsJson(tool),
    declaration: { ...declaredJson(tool.declaration), claimed },
    policy: hasPolicy ? policyJson(tool, claimed) : null,
  }));
}

function hintsJson({ hints }: ToolFacts): JsonObject {
  return Object.fromEntries(HINTS.map((hint) => [hint, { ...hints[hint] } satisfies JsonObject]));
}

function policyJson({ declaration, violations }: ToolFacts, claimed: boolean): JsonObject {
  return {
    admitted: violations.length === 0,
    violations: violations.map((violation) => ({
      code: violation.code,
      message: violationText(violation, declaration, claimed),
    })),
  };
}
