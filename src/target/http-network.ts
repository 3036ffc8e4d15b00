import { isIPv6 } from 'node:net';

const PLAIN: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while the request was being sent',
  ECONNABORTED: 'the connection was aborted',
  ETIMEDOUT: 'no connection came about (ETIMEDOUT)',
  EHOSTUNREACH: 'there is no way to the host (EHOSTUNREACH)',
  ENETUNREACH: 'there is no way to the network (ENETUNREACH)',
  EPROTO: 'TLS could not be agreed upon: does the server speak plain http?',
  HPE_HEADER_OVERFLOW: 'the headers of the reply are too large',
};

/** Of `node:tls`, as OpenSSL names what is wrong with a certificate. */
const CERTIFICATE = /CERT|SIGNATURE|UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_CA$|^CRL_/;

/** What a failed request says, in words: the reason itself, never what it is wrapped in. */
export function networkReason(error: unknown, { hostname, port, protocol }: URL): string {
  const cause = innermost(error);
  const code = codeOf(cause);
  const host = hostname.replace(/^\[|\]$/g, '');
  const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
  if (code === 'ECONNREFUSED') {
    const shown = isIPv6(host) ? `[${host}]` : host;
    return `connection refused by ${shown}:${port === '' ? ports[protocol] : port}`;
  }
  if (code === 'ENOTFOUND') return `the host name ${host} was not found`;
  if (code === 'EAI_AGAIN') return `the host name ${host} could not be looked up (EAI_AGAIN)`;
  // Node's own, for an end instead of a reply.
  if (code === 'ECONNRESET' && messageOf(cause) === 'socket hang up') {
    return 'the server closed the connection without a reply';
  }
  if (CERTIFICATE.test(code))
    return `the certificate is not trusted: ${messageOf(cause)} (${code})`;
  if (code.startsWith('HPE_') && PLAIN[code] === undefined) {
    return `what came is no HTTP reply (${code})`;
  }
  return PLAIN[code] ?? `${messageOf(cause)}${code === '' ? '' : ` (${code})`}`;
}

/** One attempt per address of a name is told as a list; the last one's reason stands for all. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError) return innermost(error.errors.at(-1) ?? null);
  return error;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
