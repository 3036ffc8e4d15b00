import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { ServerError } from './wire-error.ts';

/** Deeper values overflow the stack of whoever walks or prints them. */
const MAX_DEPTH = 1000;

export type Incoming =
  /** A request or notification of the server. */
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'result'; readonly id: RequestId; readonly message: ResultMessage }
  | { readonly kind: 'error'; readonly id: RequestId; readonly error: ServerError }
  /** An answer that clients discard: a caller would wait for ever. */
  | { readonly kind: 'broken'; readonly id: RequestId; readonly detail: string }
  | { readonly kind: 'odd'; readonly detail: string }
  /** No JSON-RPC at all. */
  | { readonly kind: 'noise' };

export type RequestId = string | number;

interface ResultMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: JsonObject;
}

/** What one line of a server's stdout is. Total: any text gives an answer. */
export function readIncoming(line: string): Incoming {
  const value = parse(line);
  if (Array.isArray(value)) {
    const isBatch = value.some((entry) => isJsonObject(entry) && 'jsonrpc' in entry);
    return isBatch ? odd('a JSON-RPC batch, which this protocol has not', line) : { kind: 'noise' };
  }
  if (!isJsonObject(value)) return { kind: 'noise' };
  if ('method' in value) return readCall(value, line);
  if ('result' in value || 'error' in value) return readAnswer(value, line);
  return 'jsonrpc' in value ? odd('neither method, result nor error', line) : { kind: 'noise' };
}

function readCall(value: JsonObject, line: string): Incoming {
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value)) {
    return { kind: 'message', message: value };
  }
  // A log line in JSON may well have a member of this name.
  return 'jsonrpc' in value ? odd('a malformed request or notification', line) : { kind: 'noise' };
}

function readAnswer(value: JsonObject, line: string): Incoming {
  const id = value.id;
  if (typeof id !== 'string' && (typeof id !== 'number' || !Number.isSafeInteger(id))) {
    return 'jsonrpc' in value ? odd('an answer without a usable id', line) : { kind: 'noise' };
  }
  if (isDeeperThan(value, MAX_DEPTH)) {
    return { kind: 'broken', id, detail: `an answer nested deeper than ${MAX_DEPTH} levels` };
  }
  const { result } = value;
  if (isPlainResult(value) || isJSONRPCResultResponse(value)) {
    // The SDK has looked at it, or there was nothing in it to look at.
    return { kind: 'result', id, message: { jsonrpc: '2.0', id, result: result as JsonObject } };
  }
  if (isJSONRPCErrorResponse(value)) {
    const { code, message, data } = value.error;
    // It was parsed from JSON.
    return {
      kind: 'error',
      id,
      error: new ServerError(code, message, (data ?? null) as JsonValue),
    };
  }
  return { kind: 'broken', id, detail: whatIsWrong(value) };
}

/** What the SDK's slower check accepts without doubt: nearly every result. */
function isPlainResult(value: JsonObject): boolean {
  const { jsonrpc, result } = value;
  return (
    jsonrpc === '2.0' &&
    Object.keys(value).length === 3 &&
    isJsonObject(result) &&
    result._meta === undefined
  );
}

/** Names the first rule that an answer breaks; the SDK itself says nothing and waits. */
function whatIsWrong(value: JsonObject): string {
  const { result, error } = value;
  if (value.jsonrpc !== '2.0') return 'an answer whose "jsonrpc" is not "2.0"';
  if (result !== undefined && error !== undefined)
    return 'an answer with both a result and an error';
  const extra = Object.keys(value).find(
    (key) => !['jsonrpc', 'id', 'result', 'error'].includes(key),
  );
  if (extra !== undefined) return `an answer with the unknown member "${extra}"`;
  if (result !== undefined) {
    if (!isJsonObject(result)) return `an answer whose result is ${nameOf(result)}, not an object`;
    return 'an answer whose result has a malformed _meta';
  }
  if (!isJsonObject(error))
    return `an answer whose error is ${nameOf(error ?? null)}, not an object`;
  if (!Number.isSafeInteger(error.code)) return 'an error whose code is not an integer';
  if (typeof error.message !== 'string') return 'an error whose message is not a string';
  return 'an answer that breaks JSON-RPC';
}

function nameOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function odd(what: string, line: string): Incoming {
  return { kind: 'odd', detail: `${what}: ${line.slice(0, 400)}` };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Level by level, so that no depth overflows our own stack. */
function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: readonly object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; depth <= limit; depth += 1) {
    const next: object[] = [];
    for (const entry of level) {
      const inner = Array.isArray(entry) ? entry : Object.values(entry);
      // Millions of numbers must not be gathered, only to be dropped.
      for (const each of inner) if (typeof each === 'object' && each !== null) next.push(each);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}
