import type { AssertionResult } from '../model/assertion.ts';
import type { JsonObject } from '../model/json.ts';
import { positionOf, type SourceFile } from '../model/source.ts';
import type { Graded } from '../model/verdict.ts';
import { assertionText } from './assertion-text.ts';
import { expectedJson } from './check-text.ts';
import { messageOf } from './explained.ts';
import { textFields } from './json-text.ts';
import type { Subject } from './subject.ts';

/** `file` is told only when it is not the scenario's own: a check of the suite. */
export function assertionJson(
  result: AssertionResult,
  subject: Subject,
  scenarioFile: SourceFile,
): JsonObject {
  const { file, span } = result.place;
  const { line, column } = positionOf(file.text, span.start);
  const explained = assertionText(result, subject);
  return {
    kind: result.check.kind,
    expected: expectedJson(result.check),
    status: result.status,
    message: explained === null ? null : messageOf(explained),
    ...(file.path === scenarioFile.path ? {} : { file: file.path }),
    line,
    column,
    ...(result.call === undefined ? {} : { call: result.call.number }),
    ...(result.graded === undefined ? {} : { verdict: verdictJson(result.graded) }),
  };
}

function verdictJson(graded: Graded): JsonObject {
  return {
    verdict: graded.verdict,
    reason: graded.reason,
    parsed: graded.parsed,
    stop_reason: graded.stopReason,
    model: graded.model,
    input_tokens: graded.inputTokens,
    output_tokens: graded.outputTokens,
    attempts: graded.attempts,
    ...textFields('raw', graded.raw),
    ...textFields('sent', graded.sent),
  };
}
