import { expect, it } from 'vitest';
import { networkReason } from './http-network.ts';

const error = (code: string, message = 'no matter') => Object.assign(new Error(message), { code });

it.each<readonly [string, unknown, string]>([
  ['http://[::1]/', error('ECONNREFUSED'), 'connection refused by [::1]:80'],
  ['https://a.example/', error('ECONNREFUSED'), 'connection refused by a.example:443'],
  [
    'http://a.example:81/',
    new AggregateError([error('ENETUNREACH'), error('ECONNREFUSED')]),
    'connection refused by a.example:81',
  ],
  ['http://a.example/', error('ENOTFOUND'), 'the host name a.example was not found'],
  ['http://a.example/', error('ECONNRESET', 'read ECONNRESET'), 'the connection was reset'],
  [
    'http://a.example/',
    error('ECONNRESET', 'socket hang up'),
    'the server closed the connection without a reply',
  ],
  [
    'https://a.example/',
    error('CERT_HAS_EXPIRED', 'certificate has expired'),
    'the certificate is not trusted: certificate has expired (CERT_HAS_EXPIRED)',
  ],
  [
    'https://a.example/',
    error('ERR_TLS_CERT_ALTNAME_INVALID', 'names differ'),
    'the certificate is not trusted: names differ (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  [
    'https://a.example/',
    error('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
    'the certificate is not trusted: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [
    'http://a.example/',
    error('HPE_INVALID_CONSTANT'),
    'what came is no HTTP reply (HPE_INVALID_CONSTANT)',
  ],
  ['http://a.example/', error('EMFILE', 'too many'), 'too many (EMFILE)'],
  ['http://a.example/', 'odd', 'odd'],
])('%s, %o: %s', (url, cause, reason) => {
  expect(networkReason(cause, new URL(url))).toBe(reason);
});
