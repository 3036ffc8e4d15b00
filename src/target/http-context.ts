import type { Exchange } from './exchange.ts';
import type { FindingLog } from './finding-log.ts';
import type { Heard } from './http-body.ts';
import type { Excerpts } from './http-excerpt.ts';
import type { ReplyContext, Taken } from './http-reply.ts';
import type { HttpSession } from './http-session.ts';
import { readIncoming } from './incoming.ts';

export interface ContextEnds {
  readonly session: HttpSession;
  readonly excerpts: Excerpts;
  readonly findings: FindingLog;
}

/** Where the parts of a reply go; `id`: of the request that it is to answer, if it is to answer one. */
export function replyContext(
  { session, excerpts, findings }: ContextEnds,
  exchange: Exchange,
  id: number | null,
  heard: Heard,
): ReplyContext {
  return {
    url: session.url,
    excerpts,
    inSession: session.named,
    heard,
    take: (text) => take(text, exchange, id),
    stray: (text) => findings.odd(`an event that is no JSON-RPC: ${text}`),
    isOwnError: (text) => {
      const incoming = readIncoming(text);
      return incoming.kind === 'error' && Number(incoming.id) === id;
    },
  };
}

function take(text: string, exchange: Exchange, id: number | null): Taken {
  const incoming = readIncoming(text);
  if (incoming.kind === 'noise') return 'no_message';
  exchange.take(text, incoming);
  const answers = 'id' in incoming && id !== null && Number(incoming.id) === id;
  return answers ? 'answer' : 'other';
}
