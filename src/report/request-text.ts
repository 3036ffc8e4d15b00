import type { UpstreamRequest } from '../model/outcome.ts';

/** One recorded request: `GET /v1/events?limit=2 -> 200`. Not yet escaped. */
export function requestText(request: UpstreamRequest): string {
  const pairs = Object.entries(request.query).map(([key, value]) => `${key}=${value}`);
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  const body = request.body === '' ? '' : ` ${request.body}`;
  const answer = request.status === null ? 'no answer' : String(request.status);
  const unmatched = request.route === null ? ', no route' : '';
  return `${request.method} ${request.path}${query}${body} -> ${answer}${unmatched}`;
}
