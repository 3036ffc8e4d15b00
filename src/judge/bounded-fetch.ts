import { err, ok, type Result } from '../model/result.ts';
import type { CallTrouble } from '../model/verdict.ts';
import { reasonOf, type Show } from './one-line.ts';
import { notMessagesApi, readError } from './read-answer.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** What the SDK may add of itself; headers that it takes from the environment are not the plan's. */
const HEADERS: readonly string[] = ['accept', 'content-type', 'user-agent', 'anthropic-version'];

/** One request with the key, to this address and no other; the body of a 2xx, read whole and bounded. */
export async function boundedFetch(
  url: string,
  init: RequestInit,
  apiKey: string,
  show: Show,
): Promise<Result<string, CallTrouble>> {
  try {
    const headers = new Headers(
      [...new Headers(init.headers)].filter(([name]) => HEADERS.includes(name)),
    );
    headers.set('authorization', `Bearer ${apiKey}`);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    const { text, whole } = await readBody(response);
    if (!response.ok) return err(statusTrouble(response, text, show));
    return whole ? ok(text) : notMessagesApi(null, show(text));
  } catch (error) {
    return err({ kind: 'unreachable', detail: show(reasonOf(error)) });
  }
}

async function readBody({ body }: Response): Promise<{ text: string; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let left = MAX_BODY_BYTES;
  let whole = true;
  // Leaving the loop ends the connection.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    left -= chunk.byteLength;
    whole = left >= 0;
    if (!whole) break;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), whole };
}

function statusTrouble({ status, headers }: Response, body: string, show: Show): CallTrouble {
  const header = (name: string): string | null => {
    const value = headers.get(name);
    return value === null ? null : show(value);
  };
  return {
    kind: 'status',
    status,
    ...readError(body, show),
    retryAfter: header('retry-after'),
    location: header('location'),
  };
}
