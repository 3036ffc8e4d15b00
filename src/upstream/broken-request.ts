import { maxHeaderSize } from 'node:http';
import type { UpstreamRequest } from '../model/outcome.ts';

const MAX_SHOWN = 200;
/** How a TLS connection begins: a handshake record of SSL 3 or later. */
const TLS_RECORD = [0x16, 0x03];

/** What reached a stub and is no request that a route could answer. */
export interface BrokenRequest {
  readonly recorded: Pick<UpstreamRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>;
  /** Null when no answer would be understood. */
  readonly status: 400 | 408 | 431 | null;
}

/** An error of node's parser, or of the socket, in words. */
export function brokenRequest(error: Error): BrokenRequest {
  const bytes = bytesOf(error);
  if (TLS_RECORD.every((byte, index) => bytes[index] === byte)) {
    return unreadable('TLS: the client asked by https, the stub speaks http', '', null);
  }
  const [line = ''] = bytes.subarray(0, MAX_SHOWN).toString('latin1').split(/\r?\n/, 1);
  if (brokeOff(error)) return unreadable('a request that the client broke off', line, 400);
  switch (codeOf(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return unreadable(`request line and headers of over ${maxHeaderSize} bytes`, line, 431);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return unreadable('a request whose headers never ended', line, 408);
    default:
      return unreadable(`no HTTP/1.1 request (${reasonOf(error)})`, line, 400);
  }
}

/** Whether node's parser, not the network, found fault. */
export function isProtocolError(error: Error): boolean {
  const code = codeOf(error);
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Whether the client ended its socket in the middle. */
export function brokeOff(error: Error): boolean {
  return ['HPE_INVALID_EOF_STATE', 'ECONNRESET'].includes(codeOf(error));
}

export function reasonOf(error: Error): string {
  const { reason } = error as { reason?: unknown };
  return typeof reason === 'string' && reason !== '' ? reason : error.message;
}

function unreadable(why: string, body: string, status: BrokenRequest['status']): BrokenRequest {
  const recorded = { method: '(unreadable)', path: why, query: {}, headers: {}, body };
  return { recorded, status };
}

function bytesOf(error: Error): Buffer {
  const { rawPacket } = error as { rawPacket?: unknown };
  return Buffer.isBuffer(rawPacket) ? rawPacket : Buffer.alloc(0);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
