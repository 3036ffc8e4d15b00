import { err, ok, type Result } from '../model/result.ts';
import type { CallTrouble } from '../model/verdict.ts';
import type { Answer } from './ask.ts';
import type { Show } from './one-line.ts';

/** The body of a 200 as a reply of the Messages API; each field that is read is checked. */
export function readAnswer(body: string, show: Show): Result<Answer, CallTrouble> {
  const json = parse(body);
  const refuse = (field: string | null) => notMessagesApi(field, show(body));
  if (!json.ok) return refuse(null);
  const { type, content, stop_reason, model, usage } = members(json.value);
  const { input_tokens, output_tokens } = members(usage);
  if (type !== 'message') return refuse('type');
  if (!Array.isArray(content)) return refuse('content');
  if (stop_reason !== null && typeof stop_reason !== 'string') return refuse('stop_reason');
  if (typeof model !== 'string') return refuse('model');
  if (!isCount(input_tokens)) return refuse('usage.input_tokens');
  if (!isCount(output_tokens)) return refuse('usage.output_tokens');
  return ok({
    blocks: content,
    stopReason: stop_reason,
    model,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
  });
}

/** The type and message of an error body; without the API's form, its first characters are the message. */
export function readError(body: string, show: Show): { type: string | null; message: string } {
  const json = parse(body);
  const { type, message } = members(json.ok ? members(json.value).error : null);
  return {
    type: typeof type === 'string' ? show(type) : null,
    message: show(typeof message === 'string' ? message : body),
  };
}

export function notMessagesApi(
  field: string | null,
  detail: string,
): { readonly ok: false; readonly error: CallTrouble } {
  return err({ kind: 'not_messages_api', field, detail });
}

function parse(text: string): Result<unknown, null> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(null);
  }
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
