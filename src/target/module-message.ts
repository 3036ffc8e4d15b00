import type { MessagePort } from 'node:worker_threads';

/** What the thread is given to begin with. */
export interface Beginning {
  /** A channel of our own: the module may use the thread's. */
  readonly port: MessagePort;
  /** Bytes on their way, see `TO_US` and `UNREAD`; shared memory. */
  readonly flow: Int32Array;
  readonly url: string;
  readonly exportName: string;
}

/** JSON-RPC travels as text, so that a message becomes what it would on any other wire. */
export type ToThread = string | { readonly kind: 'close' };

export type FromThread =
  | string
  /** The server has its transport. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly detail: string; readonly stack: string | null }
  | { readonly kind: 'too_large' }
  /** The server has closed its transport. */
  | { readonly kind: 'hung_up' }
  /** All that the server does at its end is done. */
  | { readonly kind: 'closed' };

export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Index into `flow`: what the thread has sent and we have not read. */
export const TO_US = 0;
/** Index into `flow`: our answers that the thread has not read. */
export const UNREAD = 1;
