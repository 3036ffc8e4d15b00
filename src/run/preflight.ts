import type { Assertion } from '../model/check.ts';
import type { PolicyBreach } from '../model/execution.ts';
import type { ListedTool } from '../model/outcome.ts';
import type { Scenario, Step } from '../model/scenario.ts';
import type { Place } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { admits } from '../policy/decide.ts';
import { type Demands, declarationOf, demandsOf } from './execution.ts';

/** Why none of a scenario's tools may be called, by what they declare; null: they may. */
export function refusedByPolicy(
  scenario: Scenario,
  suite: Suite,
  tools: readonly ListedTool[],
): Trouble | null {
  const demands = demandsOf(suite, scenario);
  if (demands.policy === null) return null;
  const isListed = (name: string) => tools.some((each) => each.name === name);
  const breaches = wantedTools(scenario, suite, isListed).flatMap(({ name, place }) => {
    const tool = tools.find((each) => each.name === name);
    return breachOf(name, place, tool, demands);
  });
  return breaches.length === 0 ? null : violation(breaches, suite, demands);
}

/** The same of one tool, as another client sees it. */
export function refusedTool(
  name: string,
  place: Place,
  tool: ListedTool | undefined,
  suite: Suite,
  demands: Demands,
): Trouble | null {
  const breaches = breachOf(name, place, tool, demands);
  return breaches.length === 0 ? null : violation(breaches, suite, demands);
}

/** The same of the tool by which the state is read. */
export function refusedProbe(
  suite: Suite,
  tools: readonly ListedTool[],
  demands: Demands,
): Trouble | null {
  const { state } = suite;
  if (state?.by !== 'tool') return null;
  const tool = tools.find(({ name }) => name === state.tool);
  return refusedTool(state.tool, state.place, tool, suite, demands);
}

function violation(
  breaches: readonly PolicyBreach[],
  { mode }: Suite,
  { metadataKey }: Demands,
): Trouble {
  return { code: 'policy_violation', breaches, metadataKey, claimed: mode === 'live' };
}

function breachOf(
  tool: string,
  place: Place,
  listed: ListedTool | undefined,
  demands: Demands,
): PolicyBreach[] {
  const declaration = declarationOf(listed, demands);
  const violations = admits(demands.policy, declaration);
  if (violations.length === 0) return [];
  return [{ tool, place, declaration, violations, ...(listed ? {} : { unlisted: true }) }];
}

interface WantedTool {
  readonly name: string;
  readonly place: Place;
}

/** Each tool once, where it is first called; the probe's, if the scenario reads the state. */
function wantedTools(
  scenario: Scenario,
  { state }: Suite,
  isListed: (name: string) => boolean,
): readonly WantedTool[] {
  const steps = [...scenario.setup, ...scenario.steps, ...scenario.teardown];
  const byName = new Map<string, WantedTool>();
  for (const { tool, place, unlisted, assertions } of steps) {
    // One that is missing by mistake is told when the scenario comes to it.
    const isOpen = isListed(tool) || (unlisted && !isNone({ unlisted, assertions }));
    if (isOpen && !byName.has(tool)) byName.set(tool, { name: tool, place });
  }
  const readsState = steps.some(({ assertions }) =>
    assertions.some(({ kind }) => kind === 'state'),
  );
  if (state?.by === 'tool' && readsState && isListed(state.tool) && !byName.has(state.tool)) {
    byName.set(state.tool, { name: state.tool, place: state.place });
  }
  return [...byName.values()];
}

/**
 * A tool that is not listed declares nothing. One whose call has to end in a JSON-RPC error is none
 * at all: what runs, and fails, answers with a result. What is seen of the call counts all the same.
 */
export function isNone({ unlisted, assertions }: Pick<Step, 'unlisted' | 'assertions'>): boolean {
  return unlisted && assertions.some(isProtocolError);
}

function isProtocolError(assertion: Assertion): boolean {
  if (assertion.kind !== 'error' || assertion.expected.want === 'none') return false;
  const { channel, code } = assertion.expected;
  return channel === 'protocol' || typeof code === 'number';
}
