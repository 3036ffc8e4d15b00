import type { UpstreamExpectation } from '../model/check.ts';
import type { JsonValue } from '../model/json.ts';
import { valueText } from './value-text.ts';
import { plural } from './words.ts';

/** As its author writes it. */
export function upstreamJson(expected: UpstreamExpectation): JsonValue {
  const { count, method, path, query, headers, json } = expected;
  if (count !== null && !hasShape(expected)) return count;
  return {
    ...(count === null ? {} : { count }),
    ...(method === null ? {} : { method }),
    ...(path === null ? {} : { path }),
    ...(isEmpty(query) ? {} : { query }),
    ...(isEmpty(headers) ? {} : { headers }),
    ...(json === undefined ? {} : { json }),
  };
}

/** Whether only requests of a certain shape count. */
export function hasShape({ method, path, query, headers, json }: UpstreamExpectation): boolean {
  return (
    method !== null || path !== null || !isEmpty(query) || !isEmpty(headers) || json !== undefined
  );
}

/** `exactly 1 request like POST /x, query limit=2`. */
export function upstreamExpectationText(expected: UpstreamExpectation): string {
  const shape = shapeParts(expected);
  const like = shape.length === 0 ? '' : ` like ${shape.join(', ')}`;
  return `${countText(expected.count)}${like}`;
}

function countText(count: number | null): string {
  if (count === null) return 'at least 1 request';
  return count === 0 ? 'no request' : `exactly ${plural(count, 'request')}`;
}

function shapeParts({ method, path, query, headers, json }: UpstreamExpectation): string[] {
  const line = [method, path].filter((part) => part !== null).join(' ');
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return [
    ...(line === '' ? [] : [line]),
    ...(pairs.length === 0 ? [] : [`query ${pairs.join('&')}`]),
    ...Object.entries(headers).map(([name, value]) => `header ${name}: ${value}`),
    ...(json === undefined ? [] : [`JSON body ${valueText(json)}`]),
  ];
}

function isEmpty(pairs: Readonly<Record<string, string>>): boolean {
  return Object.keys(pairs).length === 0;
}
