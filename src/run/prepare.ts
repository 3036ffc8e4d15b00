import type { Assertion } from '../model/check.ts';
import type { Declaration } from '../model/execution.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Answer, Step } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { expand, expandText, type Scope } from '../scenario/interpolate.ts';
import { checkArguments } from '../validator/arguments.ts';
import { nearestAll, nearestTypo } from '../validator/nearest.ts';
import { type Demands, declarationOf } from './execution.ts';
import { expandAssertions, unsavedOf } from './expand.ts';
import { isNone, refusedTool } from './preflight.ts';
import type { Lines } from './script.ts';

/** A step whose placeholders are expanded and whose arguments are what their author says of them. */
export interface PreparedStep {
  readonly step: Step;
  readonly args: JsonObject;
  readonly assertions: readonly Assertion[];
  readonly lines: Lines;
  /** Of the tool, as listed; null when it has none, or is not listed. */
  readonly outputSchema: JsonValue | null;
  /** What the tool says that its calls may do. */
  readonly declaration: Declaration;
}

/** Why a step can't be sent, with its arguments as far as they are known. */
export interface Unprepared {
  readonly trouble: Trouble;
  readonly args: JsonObject;
}

export interface PrepareContext {
  readonly scope: Scope;
  readonly tools: readonly ListedTool[];
  /** Tools that say they are destructive are not called. */
  readonly sparing: boolean;
  readonly suite: Suite;
  readonly demands: Demands;
  /** The client has declared nothing. */
  readonly undeclared: boolean;
}

const NEAR_TOOLS = 3;

/** Finds, before anything is sent, what can't be sent. */
export function prepareStep(
  step: Step,
  { scope, tools, sparing, suite, demands, undeclared }: PrepareContext,
): Result<PreparedStep, Unprepared> {
  const unsaved = unsavedOf(templatesOf(step), scope);
  if (unsaved !== null) return err({ trouble: unsaved, args: step.args });
  const expanded = expand(step.args, scope);
  const args = isJsonObject(expanded) ? expanded : {};
  const tool = tools.find(({ name }) => name === step.tool);
  const trouble =
    refuseTool(step, tool, tools, undeclared) ??
    (tool === undefined && isNone(step)
      ? null
      : refusedTool(step.tool, step.place, tool, suite, demands)) ??
    refusedProbe(step, { tools, suite, demands }) ??
    (tool === undefined ? null : refuseCall(step, tool, args, sparing));
  if (trouble !== null) return err({ trouble, args });
  const assertions = expandAssertions(step.assertions, scope);
  if (!assertions.ok) return err({ trouble: assertions.error, args });
  const blank = blankAnswer(step, scope);
  if (blank !== null) return err({ trouble: blank, args });
  const outputSchema = tool?.raw.outputSchema ?? null;
  return ok({
    step,
    args,
    assertions: assertions.value.filter((assertion) => applies(assertion, outputSchema)),
    lines: linesOf(step, scope),
    outputSchema,
    declaration: declarationOf(tool, demands),
  });
}

/** All of a step that may name a value of an earlier one. */
function templatesOf({ args, assertions, elicitation, sampling }: Step): JsonValue {
  const expected = assertions.map((assertion) =>
    'expected' in assertion ? (assertion.expected as JsonValue) : null,
  );
  const answers = (elicitation ?? []).map(({ action, content, messageContains }) => [
    action,
    content,
    messageContains,
  ]);
  return [args, expected, answers, (sampling ?? []).map(({ text }) => text)];
}

/** Whether a tool may be called under this name at all. */
function refuseTool(
  { tool: name, unlisted }: Step,
  tool: ListedTool | undefined,
  tools: readonly ListedTool[],
  undeclared: boolean,
): Trouble | null {
  if (tool !== undefined) return unlisted ? { code: 'tool_is_listed', tool: name } : null;
  if (unlisted) return null;
  const listed = tools.map((each) => each.name);
  // A slip of the fingers has nothing to do with what the client declares.
  const isHidden = undeclared && nearestTypo(name, listed) === null;
  return {
    code: 'unknown_tool',
    tool: name,
    nearest: nearestAll(name, listed, NEAR_TOOLS),
    listed,
    ...(isHidden ? { undeclared } : {}),
  };
}

/** The state is read by the client of the step, to which the tool may declare something else. */
function refusedProbe(
  { assertions }: Step,
  { tools, suite, demands }: Pick<PrepareContext, 'tools' | 'suite' | 'demands'>,
): Trouble | null {
  const { state } = suite;
  if (state?.by !== 'tool' || !assertions.some(({ kind }) => kind === 'state')) return null;
  const tool = tools.find(({ name }) => name === state.tool);
  return tool === undefined ? null : refusedTool(state.tool, state.place, tool, suite, demands);
}

function refuseCall(
  { invalidArgs, poll }: Step,
  tool: ListedTool,
  args: JsonObject,
  sparing: boolean,
): Trouble | null {
  if (sparing && hintOf(tool, 'destructiveHint') === true) {
    return { code: 'destructive_tool', tool: tool.name };
  }
  // Repeated without being asked, another tool would do its work again and again.
  if (poll !== null && hintOf(tool, 'readOnlyHint') !== true) {
    return { code: 'poll_not_read_only', tool: tool.name };
  }
  return refuseArguments(tool, args, invalidArgs);
}

/** Why the state's probe may not call its tool; null: it may. */
export function refuseProbe(tool: ListedTool, args: JsonObject, sparing: boolean): Trouble | null {
  if (sparing && hintOf(tool, 'destructiveHint') === true) {
    return { code: 'destructive_tool', tool: tool.name };
  }
  const refused = refuseArguments(tool, args, false);
  if (refused?.code !== 'bad_arguments') return refused;
  // The suite is at fault, not the server.
  const problems = refused.problems.map(({ path, message }) => `${path} ${message}`.trim());
  const detail = `its arguments do not fit ${tool.name}: ${problems.join('; ')}`;
  const meant = refused.problems.find(({ nearest }) => nearest !== null);
  return { code: 'probe_failed', detail, ...(meant ? { nearest: meant.nearest } : {}) };
}

/** Only what a tool says itself: the default for one without the hint is no statement. */
function hintOf({ raw }: ListedTool, hint: string): JsonValue | undefined {
  return isJsonObject(raw.annotations) ? raw.annotations[hint] : undefined;
}

function refuseArguments(tool: ListedTool, args: JsonObject, invalidArgs: boolean): Trouble | null {
  const checked = checkArguments(tool.inputSchema, args);
  if (!checked.ok) {
    return { code: 'bad_input_schema', tool: tool.name, detail: checked.error.detail };
  }
  const problems = checked.value;
  if (invalidArgs) return problems.length === 0 ? { code: 'arguments_fit', tool: tool.name } : null;
  return problems.length === 0 ? null : { code: 'bad_arguments', tool: tool.name, problems };
}

/** A tool without an output schema owes nothing of the kind. */
function applies({ kind }: Assertion, outputSchema: JsonValue | null): boolean {
  return kind !== 'output_schema' || outputSchema !== null;
}

/** Every message contains the empty text. */
function blankAnswer({ elicitation }: Step, scope: Scope): Trouble | null {
  for (const { messageContains, place } of elicitation ?? []) {
    if (messageContains !== null && expandText(messageContains, scope) === '') {
      return { code: 'missing_value', expected: messageContains, place };
    }
  }
  return null;
}

function linesOf({ elicitation, sampling }: Step, scope: Scope): Lines {
  return {
    elicitation: elicitation?.map((answer) => expandAnswer(answer, scope)) ?? null,
    sampling:
      sampling?.map((sample) => ({ ...sample, text: expandText(sample.text, scope) })) ?? null,
  };
}

function expandAnswer(answer: Answer, scope: Scope): Answer {
  const content = answer.content === null ? null : expand(answer.content, scope);
  return {
    ...answer,
    action: expandText(answer.action, scope),
    content: isJsonObject(content) ? content : null,
    messageContains:
      answer.messageContains === null ? null : expandText(answer.messageContains, scope),
  };
}
