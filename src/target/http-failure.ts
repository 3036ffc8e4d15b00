/** Why a request over HTTP came to no answer. */
export type HttpFailure =
  /** Nobody was reached, or the connection broke. */
  | { readonly kind: 'network'; readonly detail: string }
  /** Not the server that we started takes the connections; nothing was sent. */
  | { readonly kind: 'stranger'; readonly port: number }
  /** `detail`: the reason phrase and the beginning of the body. */
  | { readonly kind: 'http_status'; readonly status: number; readonly detail: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  | { readonly kind: 'session_gone'; readonly detail: string }
  /** A reply that holds no answer. */
  | { readonly kind: 'no_answer'; readonly detail: string };

/** Statuses that say who we are to the server, not what became of one call. */
const ACCESS_DENIED: readonly number[] = [401, 403, 407];

/** After these no further call on this connection can do better. */
export function endsConnection(failure: HttpFailure): boolean {
  switch (failure.kind) {
    case 'network':
    case 'stranger':
    case 'redirect':
    case 'session_gone':
      return true;
    case 'http_status':
      return ACCESS_DENIED.includes(failure.status);
    case 'no_answer':
      return false;
  }
}

/** Whether a JSON-RPC error under this status speaks of the request, not of the way to the server. */
export function mayAnswer(status: number): boolean {
  return status >= 400 && status < 500 && ![...ACCESS_DENIED, 408, 429].includes(status);
}

export function failureText(failure: HttpFailure): string {
  switch (failure.kind) {
    case 'network':
    case 'no_answer':
      return failure.detail;
    case 'stranger':
      return `somebody else listens on port ${failure.port} now: nothing was sent there`;
    case 'http_status':
      return `HTTP status ${failure.status}${failure.detail === '' ? '' : ` ${failure.detail}`}`;
    case 'redirect':
      return `HTTP status ${failure.status}, which redirects to ${failure.to}: update the target`;
    case 'session_gone':
      return `the server no longer knows this session (404)${failure.detail === '' ? '' : `: ${failure.detail}`}`;
  }
}
