import type { AssertionResult } from '../model/assertion.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Prompt, ReplyError, StateReading, UpstreamRequest } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import type { SourceFile } from '../model/source.ts';
import { stepTroubleText } from './call-text.ts';
import { executionJson, tellsNothing } from './execution-text.ts';
import { messageOf } from './explained.ts';
import { assertionJson } from './json-assertion.ts';
import { attemptsJson } from './json-attempts.ts';
import { textFields, valueFields } from './json-text.ts';
import { explainPrompt } from './prompt-text.ts';
import { leftOutText } from './step-text.ts';
import type { Subject } from './subject.ts';

/** A server that asks without end must not fill a disk. */
const MOST_PROMPTS = 100;
const MOST_REQUESTS = 1000;

export function stepJson(step: StepResult, file: SourceFile, subject: Subject): JsonObject {
  const { trouble, error } = step;
  const note = leftOutText(step);
  const message = trouble === null ? '' : messageOf(stepTroubleText(trouble, step));
  return {
    phase: step.phase,
    tool: step.tool,
    args: step.args,
    status: step.status,
    ...(trouble === null ? {} : { code: trouble.code, message }),
    ...(note === null ? {} : { note }),
    duration_ms: Math.round(step.durationMs),
    calls: step.calls,
    ...textFields('text', step.text),
    text_from: step.textFrom,
    ...(step.structured === null ? {} : valueFields('structured', step.structured)),
    is_error: step.isError,
    ...(error === null ? {} : { error: errorJson(error) }),
    ...(step.upstream.length === 0 ? {} : upstreamJson(step.upstream)),
    ...attemptsJson(step.attempts),
    ...(step.state === null ? {} : { state: stateJson(step.state) }),
    ...(tellsNothing(step.execution) ? {} : { execution: executionJson(step.execution) }),
    elicitations: step.prompts.filter(({ kind }) => kind === 'elicitation').length,
    ...(step.prompts.length === 0 ? {} : promptsJson(step.prompts, subject)),
    assertions: step.assertions
      .filter((assertion) => !isSilent(assertion, step))
      .map((assertion) => assertionJson(assertion, subject, file)),
  };
}

/** What nobody asked for is told where there is something to tell. */
function isSilent({ check, status }: AssertionResult, { prompts }: StepResult): boolean {
  if (status === 'failed') return false;
  return check.kind === 'execution_claims' || (check.kind === 'prompts' && prompts.length === 0);
}

function errorJson(error: ReplyError): JsonObject {
  const { channel, code, dataCode, structuredCode } = error;
  const inData = dataCode === undefined ? {} : { data_code: dataCode };
  const inResult = structuredCode === undefined ? {} : { structured_code: structuredCode };
  return { channel, code, ...inData, ...inResult, ...textFields('text', error.text) };
}

/** A part that is not there has no value, not even null. */
function stateJson({ before, after, idle }: StateReading): JsonObject {
  return {
    ...(before === undefined ? { before_missing: true } : valueFields('before', before)),
    ...(after === undefined ? { after_missing: true } : valueFields('after', after)),
    ...(idle === undefined ? {} : { ignored_nothing: idle }),
  };
}

function promptsJson(prompts: readonly Prompt[], subject: Subject): JsonObject {
  const left = prompts.length - MOST_PROMPTS;
  const listed = prompts.slice(0, MOST_PROMPTS).map((prompt) => promptJson(prompt, subject));
  return { prompts: listed, ...(left > 0 ? { prompts_left_out: left } : {}) };
}

function promptJson(prompt: Prompt, subject: Subject): JsonObject {
  const { kind, mode, message, answer, trouble } = prompt;
  return {
    kind,
    mode,
    ...textFields('message', message),
    ...(answer === null ? { answer } : textFields('answer', answer)),
    ...(trouble === null
      ? {}
      : {
          trouble: {
            code: trouble.kind,
            message: messageOf(explainPrompt(prompt, trouble, subject)),
          },
        }),
  };
}

/** The requests by the upstream that received them, each list in order of arrival. */
function upstreamJson(requests: readonly UpstreamRequest[]): JsonObject {
  const groups = new Map<string, JsonValue[]>();
  const left = new Map<string, number>();
  for (const request of requests) {
    const { upstream } = request;
    const group = groups.get(upstream) ?? [];
    if (group.length < MOST_REQUESTS) group.push(requestJson(request));
    else left.set(upstream, (left.get(upstream) ?? 0) + 1);
    groups.set(upstream, group);
  }
  return {
    upstream: Object.fromEntries(groups),
    ...(left.size === 0 ? {} : { upstream_left_out: Object.fromEntries(left) }),
  };
}

function requestJson(request: UpstreamRequest): JsonObject {
  return {
    method: request.method,
    path: request.path,
    query: request.query,
    headers: request.headers,
    ...textFields('body', request.body),
    status: request.status,
    route: request.route === null ? null : { index: request.route.index, own: request.route.own },
  };
}
