import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Assertion, Step } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { expand, type Scope } from '../scenario/interpolate.ts';
import { checkArguments } from '../validator/arguments.ts';
import { nearestAll } from '../validator/nearest.ts';
import { expandAssertions } from './expand.ts';

/** A step whose placeholders are expanded and whose arguments the tool's schema accepts. */
export interface PreparedStep {
  readonly step: Step;
  readonly args: JsonObject;
  readonly assertions: readonly Assertion[];
}

/** Why a step can't be sent, with its arguments as far as they are known. */
export interface Unprepared {
  readonly trouble: Trouble;
  readonly args: JsonObject;
}

const NEAR_TOOLS = 3;

/** Finds, before anything is sent, what can't be sent. */
export function prepareStep(
  step: Step,
  scope: Scope,
  tools: readonly ListedTool[],
  sparing: boolean,
): Result<PreparedStep, Unprepared> {
  const expanded = expand(step.args, scope);
  const args = isJsonObject(expanded) ? expanded : {};
  const tool = tools.find(({ name }) => name === step.tool);
  if (tool === undefined) {
    const listed = tools.map(({ name }) => name);
    const nearest = nearestAll(step.tool, listed, NEAR_TOOLS);
    return err({ trouble: { code: 'unknown_tool', tool: step.tool, nearest, listed }, args });
  }
  const trouble = (sparing ? refuseDestructive(tool) : null) ?? refuseArguments(tool, args);
  if (trouble !== null) return err({ trouble, args });
  const assertions = expandAssertions(step.assertions, scope);
  if (!assertions.ok) return err({ trouble: assertions.error, args });
  return ok({ step, args, assertions: assertions.value });
}

/** Only a tool that says so itself: the default for a tool without the hint is no statement. */
function refuseDestructive({ name, raw }: ListedTool): Trouble | null {
  const { annotations } = raw;
  const says = isJsonObject(annotations) && annotations.destructiveHint === true;
  return says ? { code: 'destructive_tool', tool: name } : null;
}

function refuseArguments(tool: ListedTool, args: JsonObject): Trouble | null {
  const checked = checkArguments(tool.inputSchema, args);
  if (!checked.ok) {
    return { code: 'bad_input_schema', tool: tool.name, detail: checked.error.detail };
  }
  const problems = checked.value;
  return problems.length === 0 ? null : { code: 'bad_arguments', tool: tool.name, problems };
}
