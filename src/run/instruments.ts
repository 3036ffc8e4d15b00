import type { ProxyAttempt, UpstreamRequest } from '../model/outcome.ts';
import type { Tripwire, Upstreams } from '../upstream/upstreams.ts';

/** Watches one kind of evidence while a call is under way. */
export interface Instrument<Evidence> {
  begin(): void;
  end(): Evidence;
}

/** Wall-clock time in ms. */
export function clock(now: () => number): Instrument<number> {
  let started = 0;
  return {
    begin: () => {
      started = now();
    },
    end: () => now() - started,
  };
}

/** What the stub upstreams received; `before`: takes what they had received until it begins. */
export function upstreamRecorder(
  upstreams: Upstreams,
  before: (requests: readonly UpstreamRequest[]) => void,
): Instrument<readonly UpstreamRequest[]> {
  return {
    begin: () => before(upstreams.take()),
    end: () => upstreams.take(),
  };
}

/** What was asked of the tripwire; null without one. */
export function attemptRecorder(
  tripwire: Tripwire | null,
): Instrument<readonly ProxyAttempt[] | null> {
  return {
    begin: () => tripwire?.setAside(),
    end: () => tripwire?.take() ?? null,
  };
}
