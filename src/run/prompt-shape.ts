import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { PromptRequest } from '../target/connection.ts';

/** What no client could answer: the first rule of the protocol that a prompt breaks; null: none. */
export function malformation({
  kind,
  params,
}: Pick<PromptRequest, 'kind' | 'params'>): string | null {
  return kind === 'elicitation' ? ofElicitation(params) : ofSampling(params);
}

function ofElicitation({ mode, message, requestedSchema, url, elicitationId }: JsonObject) {
  if (mode !== undefined && mode !== 'form' && mode !== 'url')
    return `its mode is ${shown(mode)}, neither "form" nor "url"`;
  if (typeof message !== 'string') return noText('message', message);
  if (mode === 'url') {
    if (typeof url !== 'string') return noText('url', url);
    return typeof elicitationId === 'string' ? null : noText('elicitationId', elicitationId);
  }
  if (isJsonObject(requestedSchema)) return null;
  return requestedSchema === undefined
    ? 'it has no requestedSchema'
    : `its requestedSchema is no schema: ${shown(requestedSchema)}`;
}

function ofSampling({ messages, maxTokens }: JsonObject): string | null {
  if (!Array.isArray(messages)) {
    return messages === undefined ? 'it has no messages' : `its messages are ${shown(messages)}`;
  }
  if (messages.length === 0) return 'its list of messages is empty';
  const odd = messages.find((each) => !isMessage(each));
  if (odd !== undefined) return `one of its messages has no role and content: ${shown(odd)}`;
  if (Number.isInteger(maxTokens)) return null;
  return maxTokens === undefined ? 'it has no maxTokens' : `its maxTokens is ${shown(maxTokens)}`;
}

function isMessage(each: JsonValue): boolean {
  if (!isJsonObject(each) || (each.role !== 'user' && each.role !== 'assistant')) return false;
  const blocks = Array.isArray(each.content) ? each.content : [each.content ?? null];
  return blocks.every((block) => isJsonObject(block) && typeof block.type === 'string');
}

function noText(name: string, value: JsonValue | undefined): string {
  return value === undefined ? `it has no ${name}` : `its ${name} is no text: ${shown(value)}`;
}

function shown(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 200);
}
