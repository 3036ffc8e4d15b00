import type { UpstreamRequest } from '../model/outcome.ts';

/** One recorded request: `GET /v1/events?limit=2 -> 200`. Not yet escaped. */
export function requestText(request: UpstreamRequest): string {
  const pairs = Object.entries(request.query).map(([key, value]) => `${key}=${value}`);
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  const body = request.body === '' ? '' : ` ${request.body}`;
  const answer = request.status === null ? 'no answer' : String(request.status);
  const unmatched = request.route === null ? WHY_UNANSWERED[answeredBy(request)] : '';
  return `${request.method} ${request.path}${query}${body} -> ${answer}${unmatched}`;
}

/** Why no route answered a recorded request; a stub gives each a status of its own. */
export function answeredBy({ method, status }: UpstreamRequest): keyof typeof WHY_UNANSWERED {
  if (method === 'CONNECT') return 'tunnel';
  if (status === 501) return 'no_route';
  return status === 500 ? 'unusable_route' : 'unreadable';
}

const WHY_UNANSWERED = {
  no_route: ', no route',
  unusable_route: ', its route cannot be sent as HTTP',
  tunnel: ', no proxy',
  unreadable: ', not a whole request',
} as const;
