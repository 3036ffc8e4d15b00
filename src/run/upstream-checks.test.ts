import { describe, expect, test } from 'vitest';
import type { UpstreamRequest } from '../model/outcome.ts';
import type { Route } from '../model/upstream.ts';
import { bareSuite } from '../scenario/parse-suite.ts';
import { unmatchedRequests, unusedRoutes } from './upstream-checks.ts';

const file = { path: 'suite.yaml', absolute: '/suite.yaml', text: '' };
const place = { file, span: { start: 0, end: 0 } };

function suite(unmatched: 'fail' | 'allow') {
  const of = { name: 'events', kind: 'api', provider: 'events' } as const;
  const upstreams = [{ ...of, routes: [], unmatched, place }];
  return { ...bareSuite('.'), upstreams, scenarios: [] };
}

function request(changes: Partial<UpstreamRequest>): UpstreamRequest {
  return {
    upstream: 'events',
    method: 'GET',
    path: '/late',
    query: {},
    headers: {},
    body: '',
    status: 501,
    route: null,
    ...changes,
  };
}

test.each<[string, Partial<UpstreamRequest>, number, number]>([
  ['one with a route', { status: 200, route: { index: 0, own: false } }, 0, 0],
  ['one without', {}, 1, 0],
  ['a route that HTTP can not send', { status: 500 }, 1, 1],
  ['what is no HTTP', { method: '(unreadable)', status: null }, 1, 1],
  ['a proxy request', { method: 'CONNECT' }, 1, 1],
  ['one to nobody that the suite knows', { upstream: 'other' }, 0, 0],
])('%s', (_, changes, failing, allowed) => {
  expect(unmatchedRequests(suite('fail'), [request(changes)])).toHaveLength(failing);
  expect(unmatchedRequests(suite('allow'), [request(changes)])).toHaveLength(allowed);
});

describe('an own route that was hit', () => {
  const none = { status: 200, headers: {}, body: { kind: 'none' }, delayMs: 0 } as const;
  const route: Route = {
    ...none,
    ...{ method: 'GET', path: '/late', query: {}, match: null, fail: null, times: null, place },
  };
  const hit = request({ route: { index: 0, own: true } });
  const ofSuite = request({ route: { index: 0, own: false } });

  test.each<[string, UpstreamRequest[], UpstreamRequest[], number]>([
    ['by a step', [hit], [], 0],
    ['by the probe alone', [ofSuite], [hit], 1],
    ['by both', [hit], [hit], 0],
    ['by nobody, where the probe hit the suite’s', [], [ofSuite], 0],
  ])('%s', (_, received, aside, unused) => {
    const upstreams = { unusedOwn: () => [] };
    const routes = { events: [route] };
    expect(unusedRoutes(upstreams, { routes }, received, aside)).toHaveLength(unused);
  });
});
