import { ErrorCode, type JSONRPCMessage, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { JsonValue } from '../model/json.ts';

/** The error that a server answered with, as it stood on the wire. */
export class ServerError {
  readonly code: number;
  readonly message: string;
  readonly data: JsonValue | null;

  constructor(code: number, message: string, data: JsonValue | null) {
    this.code = code;
    this.message = message;
    this.data = data;
  }
}

/** An answer to an open request that a client cannot accept. */
export class BrokenReply {
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}

/**
 * An error message for the SDK that rejects the request `id`. The SDK passes `data` on as it is, so
 * what came from the server is told from errors that the SDK made itself (time-out, closed).
 */
export function errorMessage(
  id: string | number,
  cause: ServerError | BrokenReply,
): JSONRPCMessage {
  // A fixed code: the SDK rewrites the data of some.
  const error = { code: ErrorCode.InternalError, message: 'see data', data: cause };
  return { jsonrpc: '2.0', id, error };
}

/** What came over the wire in an error that the SDK rejected with; null when the SDK made it itself. */
export function wireCause(error: unknown): ServerError | BrokenReply | null {
  if (!(error instanceof McpError)) return null;
  const { data } = error;
  return data instanceof ServerError || data instanceof BrokenReply ? data : null;
}
