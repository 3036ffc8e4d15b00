import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { err, ok, type Result } from '../model/result.ts';
import type { ListenerKind } from './connection.ts';
import { networkReason } from './http-network.ts';
import { isLoopback } from './loopback.ts';
import { type Listener, listenersOn } from './process-ports.ts';

/** Of a port that is taken. */
export const SILENT = 'it takes connections, and does not answer';
const CONNECT_MS = 1000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export function portOf(url: URL): number {
  return url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);
}

/**
 * Who listens where the URL points to. Looking, where that is possible, instead of connecting: an
 * attempt at a port that is still free may connect to itself.
 */
export function listenerAt(
  url: URL,
  areOurs: (listeners: readonly Listener[]) => boolean,
): ListenerKind {
  const all = listenersOn(portOf(url));
  if (all === null) return 'unknown';
  const reached = isLoopback(url.hostname) ? all.filter(({ onLoopback }) => onLoopback) : all;
  if (reached.length === 0) return 'nobody';
  return areOurs(reached) ? 'ours' : 'stranger';
}

/** Whether somebody takes connections there. */
export function takesConnections(url: URL): Promise<boolean> {
  return new Promise((settle) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: portOf(url), timeout: CONNECT_MS });
    const end = (taken: boolean) => {
      settle(taken);
      socket.destroy();
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}

/** Whether any HTTP reply comes within the time; if not, why. */
export function probe(url: URL, ms: number): Promise<Result<null, string>> {
  const start = url.protocol === 'https:' ? secureRequest : request;
  return new Promise((settle) => {
    // Nothing private is sent, so whom the certificate names is left to the client that follows.
    const options = { agent: false, rejectUnauthorized: false, headers: { accept: '*/*' } };
    const asked = start(url, options);
    const timer = setTimeout(() => {
      settle(err(SILENT));
      asked.destroy();
    }, ms);
    const answered = () => {
      settle(ok(null));
      asked.destroy();
    };
    asked.once('response', answered);
    asked.once('upgrade', (_response, socket) => {
      socket.destroy();
      answered();
    });
    asked.on('error', (error) => settle(err(networkReason(error, url))));
    asked.once('close', () => clearTimeout(timer));
    asked.end();
  });
}
