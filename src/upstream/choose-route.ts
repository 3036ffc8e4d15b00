import type { JsonValue } from '../model/json.ts';
import { matchesPartly } from '../model/partial-match.ts';
import type { Route } from '../model/upstream.ts';
import { compileRoute, type RoutePattern } from '../validator/route.ts';
import type { RouteTable } from './upstreams.ts';

/** A route and how often it has answered. */
export interface Candidate {
  readonly route: Route;
  /** The scenario's own, not the suite's. */
  readonly own: boolean;
  /** 0-based place among its kind. */
  readonly index: number;
  readonly fits: RoutePattern;
  hits: number;
}

export interface StubRequest {
  readonly method: string;
  /** As it stood in the request, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The body as JSON; undefined when it is none. */
  readonly json: JsonValue | undefined;
}

/** The routes in the order in which they are tried: the scenario's own before the suite's. */
export function candidatesOf(table: RouteTable): readonly Candidate[] {
  const compile = (own: boolean) => (route: Route, index: number) => {
    const pattern = compileRoute(route.path);
    return { route, own, index, fits: pattern.ok ? pattern.value : () => false, hits: 0 };
  };
  return [...table.own.map(compile(true)), ...table.suite.map(compile(false))];
}

/** The first route that fits and may still answer; `used_up`: one fits, but its `times` are over. */
export function chooseRoute(
  candidates: readonly Candidate[],
  request: StubRequest,
): Candidate | 'used_up' | 'none' {
  const fitting = candidates.filter((candidate) => fits(candidate, request));
  const first = fitting.find(({ route, hits }) => route.times === null || hits < route.times);
  return first ?? (fitting.length > 0 ? 'used_up' : 'none');
}

function fits(candidate: Candidate, request: StubRequest): boolean {
  const { route } = candidate;
  return (
    methodFits(route.method, request.method) &&
    candidate.fits(request.path) &&
    queryFits(route.query, request.query) &&
    (route.match === null || matchesPartly(route.match.json, request.json))
  );
}

/** As with any server, HEAD is answered by what answers GET. */
function methodFits(wanted: string | null, method: string): boolean {
  const upper = wanted?.toUpperCase();
  return upper === undefined || upper === method || (upper === 'GET' && method === 'HEAD');
}

/** Each pair is there, be it beside others of the same key; other keys are free. */
function queryFits(wanted: Readonly<Record<string, string>>, query: URLSearchParams): boolean {
  return Object.entries(wanted).every(([key, value]) => query.getAll(key).includes(value));
}
