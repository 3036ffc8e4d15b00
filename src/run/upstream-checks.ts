import type { AssertionResult } from '../model/assertion.ts';
import type { UpstreamRequest } from '../model/outcome.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

/** What a stub answers when none of its routes matches. */
const NO_ROUTE = 501;

/** A request that no route answers: the stub did not stand in for what the target wants. */
export function unmatchedRequests(
  suite: Suite,
  received: readonly UpstreamRequest[],
): readonly AssertionResult[] {
  return received.flatMap((request): AssertionResult[] => {
    const upstream = suite.upstreams.find(({ name }) => name === request.upstream);
    if (request.route !== null || upstream === undefined) return [];
    if (upstream.unmatched === 'allow' && isPlainMiss(request)) return [];
    return [
      {
        check: { kind: 'upstream_unmatched', upstream: upstream.name },
        own: false,
        place: upstream.place,
        status: 'failed',
        evidence: { why: 'unmatched', request },
      },
    ];
  });
}

/** Read and found no route; what HTTP could not read, or could not send, is never allowed. */
function isPlainMiss({ method, status }: UpstreamRequest): boolean {
  return status === NO_ROUTE && method !== 'CONNECT';
}

/**
 * A scenario's own route that nothing asked for, but the state's probe: what it sets up did not take
 * place. `aside`: the probe's requests.
 */
export function unusedRoutes(
  upstreams: Pick<Upstreams, 'unusedOwn'>,
  { routes }: Pick<Scenario, 'routes'>,
  received: readonly UpstreamRequest[],
  aside: readonly UpstreamRequest[],
): readonly AssertionResult[] {
  const used = new Set(received.map(ownKey));
  const ofProbe = Object.entries(routes).flatMap(([upstream, own]) =>
    own.flatMap((route, index) => {
      const key = keyOf(upstream, index);
      const isOfProbe = aside.some((request) => ownKey(request) === key) && !used.has(key);
      return isOfProbe ? [{ upstream, route }] : [];
    }),
  );
  return [...upstreams.unusedOwn(), ...ofProbe].map(({ upstream, route }): AssertionResult => {
    const seen = received
      .filter((request) => request.upstream === upstream)
      .map((request) => `${request.method} ${request.path}`);
    return {
      check: {
        kind: 'upstream_route_used',
        upstream,
        route: `${route.method ?? 'ANY'} ${route.path}`,
      },
      own: false,
      place: route.place,
      status: 'failed',
      evidence: { why: 'never_hit', received: seen },
    };
  });
}

/** The scenario's own route that a request was answered by; null: none. */
function ownKey({ upstream, route }: UpstreamRequest): string | null {
  return route?.own ? keyOf(upstream, route.index) : null;
}

function keyOf(upstream: string, index: number): string {
  return JSON.stringify([upstream, index]);
}
