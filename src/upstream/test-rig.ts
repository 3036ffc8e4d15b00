import { onTestFinished } from 'vitest';
import type { Route } from '../model/upstream.ts';
import { openUpstreams } from './open.ts';
import type { RouteTable, Upstreams } from './upstreams.ts';

const NOWHERE = { file: { path: '', absolute: '', text: '' }, span: { start: 0, end: 0 } };

export function route(changes: Partial<Route> = {}): Route {
  return {
    method: null,
    path: '/',
    query: {},
    match: null,
    status: 200,
    headers: {},
    body: { kind: 'none' },
    delayMs: 0,
    fail: null,
    times: null,
    place: NOWHERE,
    ...changes,
  };
}

/** Stub services that are closed when the test ends. */
export async function opened(names: readonly string[]): Promise<Upstreams> {
  const upstreams = await openUpstreams(names);
  if (!upstreams.ok) throw new Error(JSON.stringify(upstreams.error));
  onTestFinished(() => upstreams.value.close());
  return upstreams.value;
}

/** One service `api` with these routes of the suite, and perhaps a scenario's own; its address beside it. */
export async function serving(suite: readonly Route[], own: readonly Route[] = []) {
  const upstreams = await opened(['api']);
  const table: RouteTable = { own, suite };
  upstreams.begin({ api: table });
  return { upstreams, url: upstreams.urls.api ?? '' };
}
