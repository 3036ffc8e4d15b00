import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ClientRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v4';
import { isJsonObject } from '../model/json.ts';
import type { Reply } from '../model/outcome.ts';
import { Cap } from './cap.ts';
import type { CallOptions } from './connection.ts';
import type { StdioTransport } from './stdio-transport.ts';
import { ServerError, wireCause } from './wire-error.ts';

/** For the SDK's own timer, which must never be the first: the longest that a timer can be, in ms. */
export const SDK_TIMEOUT_MS = 2 ** 31 - 1;
/** The typed calls of the SDK drop and invent members of a result; this one leaves it alone. */
const AS_IT_IS = z.unknown();

export interface Link {
  readonly client: Client;
  readonly transport: StdioTransport;
}

/** Sends one request and waits for its end, whatever that is. Never rejects. */
export async function requestRaw(
  link: Link,
  request: ClientRequest,
  options: CallOptions,
): Promise<Reply> {
  if (options.signal.aborted) return { kind: 'interrupted' };
  const cap = new Cap(options.timeoutMs, options.signal);
  try {
    const raw = await link.client.request(request, AS_IT_IS, {
      signal: cap.signal,
      timeout: SDK_TIMEOUT_MS,
    });
    if (isJsonObject(raw)) return { kind: 'result', raw };
    return { kind: 'lost', exit: null, detail: 'an answer whose result is not an object' };
  } catch (error) {
    return await failedReply(link.transport, error, cap, options.timeoutMs);
  } finally {
    cap.release();
  }
}

async function failedReply(
  transport: StdioTransport,
  error: unknown,
  cap: Cap,
  timeoutMs: number,
): Promise<Reply> {
  const cause = wireCause(error);
  if (cause instanceof ServerError) {
    const { code, message, data } = cause;
    return { kind: 'protocol_error', code, message, data };
  }
  if (cause !== null) return { kind: 'lost', exit: null, detail: cause.detail };
  if (cap.cause === 'interrupted') return { kind: 'interrupted' };
  if (transport.lost) return { kind: 'lost', ...(await transport.loss()) };
  if (cap.cause === 'timeout') return { kind: 'timeout', afterMs: timeoutMs };
  return {
    kind: 'lost',
    exit: null,
    detail: error instanceof Error ? error.message : String(error),
  };
}
