import type { ProxyAttempt, UpstreamRequest } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Route } from '../model/upstream.ts';

/** The routes of one upstream for one scenario, placeholders expanded. */
export interface RouteTable {
  /** The scenario's own routes; tried first. */
  readonly own: readonly Route[];
  readonly suite: readonly Route[];
}

/** Stub HTTP services on loopback that answer for one target process. */
export interface Upstreams {
  /** Base address by name, no trailing slash: `http://127.0.0.1:40123`. */
  readonly urls: Readonly<Record<string, string>>;
  /** Starts a scenario: new routes, fresh `times` counters. What nobody has taken yet stays to be taken. */
  begin(tables: Readonly<Record<string, RouteTable>>): void;
  /**
   * Requests received since the last call of this, in order of arrival. One whose body is still to
   * come is among them, and is completed in place.
   */
  take(): readonly UpstreamRequest[];
  /** The scenario's own routes that no request has hit since `begin`. */
  unusedOwn(): readonly { readonly upstream: string; readonly route: Route }[];
  /** Resolves when what was sent until now can be taken, be its sender gone; never rejects. */
  drained(): Promise<void>;
  /** Ends the listeners and every open socket; never rejects. */
  close(): Promise<void>;
}

/** One listener per name, each on a free port. */
export type OpenUpstreams = (names: readonly string[]) => Promise<Result<Upstreams, Trouble>>;

/** A proxy on loopback that lets nothing through, and keeps what one target process asked of it. */
export interface Tripwire {
  /** No trailing slash: `http://127.0.0.1:40124`. */
  readonly url: string;
  /** Starts a scenario. What nobody has taken yet stays to be taken. */
  begin(): void;
  /** The attempts since the last call of this, in order of arrival. */
  take(): readonly ProxyAttempt[];
  /** Resolves when what was sent until now can be taken, be its sender gone; never rejects. */
  drained(): Promise<void>;
  /** Ends the listener and every open socket; never rejects. */
  close(): Promise<void>;
}

/** On a free port. */
export type OpenTripwire = () => Promise<Result<Tripwire, Trouble>>;
