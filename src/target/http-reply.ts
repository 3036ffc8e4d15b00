import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { breakOf, type Heard, isBreak, readBody } from './http-body.ts';
import type { Excerpts } from './http-excerpt.ts';
import { type HttpFailure, mayAnswer } from './http-failure.ts';
import { SseReader } from './sse.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_MESSAGE = 64 * MEBIBYTE;
/** An error page is not waited for to its end. */
const ERROR_BODY = { bytes: MEBIBYTE, ms: 500 } as const;
/** How long a stream is read on after the answer, which should be its end, in ms. */
const LINGER_MS = 500;

/** What became of a message. `other`: a request of the server, or the answer to something else. */
export type Taken = 'answer' | 'other' | 'no_message';

export interface ReplyContext {
  readonly url: URL;
  readonly excerpts: Excerpts;
  /** Whether the request named a session. */
  readonly inSession: boolean;
  readonly heard: Heard;
  take(text: string): Taken;
  /** Notes what stands between the messages of a stream. */
  stray(text: string): void;
  /** Whether it is the error that answers the request. */
  isOwnError(text: string): boolean;
}

/** A stream that ended early and can be taken up again. */
export interface Resumable {
  readonly kind: 'resumable';
  readonly lastEventId: string;
  readonly retryMs: number | null;
  readonly failure: HttpFailure;
}

/** Reads the reply to a request to its end; null once the answer was in it. */
export async function takeReply(
  response: IncomingMessage,
  context: ReplyContext,
): Promise<HttpFailure | Resumable | null> {
  const { statusCode: status = 0 } = response;
  if (status < 200 || status > 299) return takeRefusal(response, status, context);
  const encoding = response.headers['content-encoding'];
  const type = mediaType(response);
  if (status === 202 || status === 204) return drop(response, `HTTP status ${status}, no answer`);
  if (encoding !== undefined && encoding !== 'identity') {
    return drop(response, `the reply is encoded as ${context.excerpts.of(encoding)}, unasked`);
  }
  if (type === 'text/event-stream') return takeStream(response, context);
  if (type === 'application/json') return takeJson(response, context);
  const { text } = await readBody(response, ERROR_BODY, context.heard);
  const shown = context.excerpts.ofBody(text);
  if (text === '') return noAnswer(`HTTP status ${status} with an empty body`);
  const what = type === '' ? 'has no content type' : `is ${context.excerpts.of(type)}`;
  return noAnswer(`the reply ${what}, neither JSON nor an event stream: ${shown}`);
}

/** Why a message that asks for no answer was refused; null if it was not. */
export async function refusalOf(
  response: IncomingMessage,
  context: ReplyContext,
): Promise<HttpFailure | null> {
  const { statusCode: status = 0 } = response;
  if (status < 200 || status > 299) return takeRefusal(response, status, context);
  void readBody(response, ERROR_BODY, context.heard);
  return null;
}

/** Takes the server's own messages until the stream ends, however that is. */
export async function takeStream(
  response: IncomingMessage,
  context: Pick<ReplyContext, 'heard' | 'take' | 'stray'>,
): Promise<HttpFailure | Resumable | null> {
  const reader = new SseReader(MAX_MESSAGE);
  let linger: NodeJS.Timeout | null = null;
  let broken: string | null = null;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      context.heard(chunk.length);
      for (const text of reader.push(chunk)) {
        const taken = context.take(text);
        if (taken === 'no_message') context.stray(text);
        if (taken === 'answer') linger ??= setTimeout(() => response.destroy(), LINGER_MS);
      }
      if (reader.tooLarge) break;
    }
  } catch (error) {
    if (!isBreak(response, error)) throw error;
    broken = breakOf(response);
  }
  if (linger !== null) {
    clearTimeout(linger);
    return null;
  }
  if (reader.tooLarge) return tooLarge();
  return ended(reader, broken);
}

function ended(
  { lastEventId, retryMs }: SseReader,
  broken: string | null,
): HttpFailure | Resumable {
  const detail = 'the reply stream ended without an answer';
  const failure: HttpFailure =
    broken === null
      ? { kind: 'no_answer', detail }
      : { kind: 'network', detail: `${detail}: ${broken}` };
  return lastEventId === null ? failure : { kind: 'resumable', lastEventId, retryMs, failure };
}

async function takeJson(
  response: IncomingMessage,
  { excerpts, heard, take }: ReplyContext,
): Promise<HttpFailure | null> {
  const { text, end } = await readBody(response, { bytes: MAX_MESSAGE, ms: null }, heard);
  if (end === 'too_large') return tooLarge();
  if (end === 'broken') {
    return { kind: 'network', detail: `${breakOf(response)} in the middle of the reply` };
  }
  if (text === '') return noAnswer('the reply is an empty body instead of JSON');
  switch (take(text)) {
    case 'answer':
      return null;
    case 'other':
      return noAnswer('the reply holds no answer to the request');
    case 'no_message':
      return noAnswer(
        `the reply is ${isJson(text) ? 'JSON, but no JSON-RPC' : 'not JSON'}: ${excerpts.ofBody(text)}`,
      );
  }
}

async function takeRefusal(
  response: IncomingMessage,
  status: number,
  { url, excerpts, inSession, heard, take, isOwnError }: ReplyContext,
): Promise<HttpFailure | null> {
  const { location } = response.headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    response.destroy();
    return { kind: 'redirect', status, to: excerpts.of(targetOf(location, url)) };
  }
  const { text } = await readBody(response, ERROR_BODY, heard);
  if (status === 404 && inSession) {
    return { kind: 'session_gone', detail: excerpts.ofBody(text) };
  }
  if (mayAnswer(status) && isOwnError(text)) {
    take(text);
    return null;
  }
  const reason = response.statusMessage || STATUS_CODES[status] || '';
  const retryAfter = response.headers['retry-after'];
  const wait = retryAfter === undefined ? '' : ` (Retry-After: ${excerpts.of(retryAfter)})`;
  const body = excerpts.ofBody(text);
  const detail = `${excerpts.of(reason)}${wait}${body === '' ? '' : `: ${body}`}`;
  return { kind: 'http_status', status, detail };
}

/** Without what may be private in it. */
function targetOf(location: string, base: URL): string {
  if (!URL.canParse(location, base)) return location;
  const { origin, pathname } = new URL(location, base);
  return `${origin}${pathname}`;
}

/** Whether it is a stream of events, as was asked for. */
export function isStream(response: IncomingMessage): boolean {
  return response.statusCode === 200 && mediaType(response) === 'text/event-stream';
}

function mediaType(response: IncomingMessage): string {
  const [type = ''] = (response.headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function drop(response: IncomingMessage, detail: string): HttpFailure {
  response.destroy();
  return noAnswer(detail);
}

function noAnswer(detail: string): HttpFailure {
  return { kind: 'no_answer', detail };
}

function tooLarge(): HttpFailure {
  return noAnswer(`message too large: more than ${MAX_MESSAGE / MEBIBYTE} MiB`);
}
