import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { ClientFace, PromptRequest } from './connection.ts';

/** A client that can do nothing but call. */
export const PLAIN_FACE: ClientFace = {
  elicitation: null,
  sampling: false,
  roots: null,
  answer: () => ({ refusal: 'nothing is scripted' }),
};

/** Of the SDK's client: just what a scenario scripts, so that a server meets no other client. */
export function capabilitiesOf({ elicitation, sampling, roots }: ClientFace) {
  return {
    ...(elicitation === null
      ? {}
      : { elicitation: { form: {}, ...(elicitation.url ? { url: {} } : {}) } }),
    ...(sampling ? { sampling: {} } : {}),
    ...(roots === null ? {} : { roots: { listChanged: false } }),
  };
}

/**
 * The answer to a request of the server. A prompt that is not declared is refused as any client
 * would, and told to the face all the same: it must not go unnoticed.
 */
export function answerTo(method: string, params: unknown, face: ClientFace): JsonObject {
  if (method === 'roots/list' && face.roots !== null) {
    const roots = face.roots.map(({ uri, name }) => (name === null ? { uri } : { uri, name }));
    return { roots };
  }
  const kind = PROMPTS.get(method);
  if (kind === undefined) throw unknownMethod(method);
  const declared = kind === 'elicitation' ? face.elicitation !== null : face.sampling;
  const reply = face.answer({ kind, declared, params: isJsonObject(params) ? params : {} });
  if (!declared) throw unknownMethod(method);
  if ('result' in reply) return reply.result;
  throw refusal(ErrorCode.InvalidRequest, reply.refusal);
}

const PROMPTS: ReadonlyMap<string, PromptRequest['kind']> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
]);

function unknownMethod(method: string): Error {
  return refusal(ErrorCode.MethodNotFound, `Method not found: ${method}`);
}

/** The SDK sends code and message as they stand; its own error would begin with words of ours. */
function refusal(code: ErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}
