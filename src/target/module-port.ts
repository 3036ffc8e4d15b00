import type { MessagePort } from 'node:worker_threads';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import {
  type FromThread,
  MAX_MESSAGE_BYTES,
  TO_US,
  type ToThread,
  UNREAD,
} from './module-message.ts';

/** As a pipe would: what is sent beyond it waits until it is read. */
const MAX_ON_THE_WAY_BYTES = 256 * 1024;

/**
 * The server's end, inside the thread. A plain object by the SDK's interface, so that it serves a
 * server that was built on any copy of any version of it.
 */
export class PortTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #port: MessagePort;
  readonly #flow: Int32Array;
  readonly #askedToClose: () => Promise<void>;
  #closed = false;

  constructor(port: MessagePort, flow: Int32Array, askedToClose: () => Promise<void>) {
    this.#port = port;
    this.#flow = flow;
    this.#askedToClose = askedToClose;
  }

  async start(): Promise<void> {
    this.#port.on('message', (received: ToThread) => {
      if (typeof received === 'string') this.#read(received);
      // What goes wrong in there ends the thread, as it would end a process.
      else void this.#askedToClose();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('the connection is closed');
    const text = textOf(message);
    const bytes = text === null ? 0 : Buffer.byteLength(text);
    if (text === null || bytes > MAX_MESSAGE_BYTES) return this.#tell({ kind: 'too_large' });
    let onTheWay = Atomics.load(this.#flow, TO_US);
    while (onTheWay > MAX_ON_THE_WAY_BYTES) {
      Atomics.wait(this.#flow, TO_US, onTheWay);
      onTheWay = Atomics.load(this.#flow, TO_US);
    }
    Atomics.add(this.#flow, TO_US, bytes);
    this.#tell(text);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#tell({ kind: 'hung_up' });
    this.onclose?.();
  }

  #tell(message: FromThread): void {
    this.#port.postMessage(message);
  }

  #read(text: string): void {
    const message: JSONRPCMessage = JSON.parse(text);
    if (!('method' in message)) Atomics.sub(this.#flow, UNREAD, Buffer.byteLength(text));
    this.onmessage?.(message);
  }
}

/** Null for more than a string can hold. */
function textOf(message: JSONRPCMessage): string | null {
  try {
    return String(JSON.stringify(message));
  } catch (error) {
    // The other one is about a value that is too deep.
    if (error instanceof RangeError && /string length/.test(error.message)) return null;
    throw error;
  }
}
