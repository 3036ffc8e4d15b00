import type { ProxyAttempt } from '../model/outcome.ts';

/** One attempt to get past the stubs: `CONNECT api.example.org:443`. Not yet escaped. */
export function attemptText({ method, host, port, path }: ProxyAttempt): string {
  const place = host?.includes(':') ? `[${host}]` : (host ?? '');
  const where = `${place}${port === null ? '' : `:${port}`}${path ?? ''}`;
  return `${method} ${where}`;
}
