import type { Prompt, ProxyAttempt, UpstreamRequest } from '../model/outcome.ts';
import type { Client } from './connect.ts';
import type { Host } from './ground.ts';
import { shareOut } from './share-out.ts';

/** What a server asked of others while something went on. */
export interface Traffic {
  /** Of the stubs. */
  readonly upstream: readonly UpstreamRequest[];
  /** Of the tripwire. */
  readonly attempts: readonly ProxyAttempt[];
  /** Of the client. */
  readonly prompts: readonly Prompt[];
}

export const NO_TRAFFIC: Traffic = { upstream: [], attempts: [], prompts: [] };

/** All that has come since the last time: what is taken must be given to somebody. */
export function takeTraffic(
  { upstreams, tripwire }: Pick<Host, 'upstreams' | 'tripwire'>,
  clients: readonly Pick<Client, 'script'>[],
): Traffic {
  return {
    upstream: upstreams.take(),
    attempts: tripwire?.take() ?? [],
    prompts: clients.flatMap(({ script }) => script.late()),
  };
}

export function isNothing({ upstream, attempts, prompts }: Traffic): boolean {
  return upstream.length === 0 && attempts.length === 0 && prompts.length === 0;
}

export function joined(...parts: readonly Traffic[]): Traffic {
  return {
    upstream: parts.flatMap(({ upstream }) => upstream),
    attempts: parts.flatMap(({ attempts }) => attempts),
    prompts: parts.flatMap(({ prompts }) => prompts),
  };
}

export interface Split {
  /** What the other has as well, counted. */
  readonly common: Traffic;
  readonly rest: Traffic;
}

/** What one stretch of time has in common with another, and what it has beyond it. */
export function splitBy(traffic: Traffic, other: Traffic): Split {
  const upstream = shareOut(traffic.upstream, other.upstream, requestKey);
  const attempts = shareOut(traffic.attempts, other.attempts, attemptKey);
  const prompts = shareOut(traffic.prompts, other.prompts, promptKey);
  return {
    common: { upstream: upstream.common, attempts: attempts.common, prompts: prompts.common },
    rest: { upstream: upstream.rest, attempts: attempts.rest, prompts: prompts.rest },
  };
}

/** One who asks may ask for other parts of the same thing each time: the route says what it asks for. */
function requestKey({ upstream, method, path, route }: UpstreamRequest): string {
  return JSON.stringify([upstream, method, route ?? path]);
}

function attemptKey({ method, host, port, path, more }: ProxyAttempt): string {
  return JSON.stringify([method, host, port, path, more]);
}

function promptKey({ kind, mode, message }: Prompt): string {
  return JSON.stringify([kind, mode, message]);
}
