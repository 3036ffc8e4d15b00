import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { JsonValue } from '../model/json.ts';
import type { UpstreamRequest } from '../model/outcome.ts';
import type { StubRequest } from './choose-route.ts';

/** A longer body is not looked at as JSON, in bytes. */
const MAX_MATCHED_BYTES = 16 * 1024 * 1024;
/** What of a body is kept, in bytes. */
const MAX_KEPT_BYTES = 1024 * 1024;

export type Recorded = Pick<UpstreamRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>;

export interface ReadRequest extends StubRequest {
  readonly recorded: Recorded;
  /** The client went away before its body was complete. */
  readonly brokenOff: boolean;
}

/** What stands before the body, with a note in its place: it may never end. */
export function readHead(incoming: IncomingMessage): Recorded {
  const { path, query } = splitTarget(incoming.url ?? '/');
  return {
    method: methodOf(incoming),
    path,
    query: joined([...new Set(query.keys())].map((key) => [key, query.getAll(key)])),
    headers: joined(Object.entries(incoming.headersDistinct)),
    body: '(the body has not ended)',
  };
}

/** Waits for the whole body, or for the end of the client that breaks it off. */
export async function readRequest(incoming: IncomingMessage): Promise<ReadRequest> {
  const head = readHead(incoming);
  const body = await readBody(incoming);
  const { method, path } = head;
  const { query } = splitTarget(incoming.url ?? '/');
  const text = new StringDecoder('utf8').write(body.bytes.subarray(0, MAX_KEPT_BYTES));
  const json = body.complete ? parsed(body.bytes) : undefined;
  const recorded = { ...head, body: text };
  return { method, path, query, json, recorded, brokenOff: body.brokenOff };
}

function methodOf({ method }: IncomingMessage): string {
  return (method ?? 'GET').toUpperCase();
}

interface Body {
  readonly bytes: Buffer;
  readonly complete: boolean;
  readonly brokenOff: boolean;
}

async function readBody(incoming: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming) {
      length += chunk.length;
      if (length <= MAX_MATCHED_BYTES) chunks.push(chunk);
    }
  } catch {
    return { bytes: Buffer.concat(chunks), complete: false, brokenOff: true };
  }
  const complete = length <= MAX_MATCHED_BYTES;
  return { bytes: Buffer.concat(chunks), complete, brokenOff: false };
}

/** Unlike `URL` it takes any target (`*`, `//x`, bad escapes) and leaves the path as it was sent. */
function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const absolute = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target);
  const local = target.slice(absolute?.[0].length ?? 0);
  const [beforeFragment = ''] = local.split('#', 1);
  const mark = beforeFragment.indexOf('?');
  const path = mark === -1 ? beforeFragment : beforeFragment.slice(0, mark);
  const query = new URLSearchParams(mark === -1 ? '' : beforeFragment.slice(mark + 1));
  return { path: path === '' ? '/' : path, query };
}

function joined(
  entries: readonly (readonly [string, readonly string[] | undefined])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.map(([key, values = []]) => [key, values.join(', ')]));
}

function parsed(bytes: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
