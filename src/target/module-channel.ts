import { closeSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { LineBuffer } from './line-buffer.ts';

/** Descriptors, see `ProcessSpec.channel`; one each way, since reading makes its own non-blocking. */
const FROM_RUNNER = 3;
const TO_RUNNER = 4;
/** More than the runner takes. */
const TOO_LARGE_BYTES = 64 * 1024 * 1024 + 1;

/** What the host is told to begin with. */
export interface Beginning {
  readonly url: string;
  readonly exportName: string;
}

/** A notification of the host's own: there is no server, and `detail` tells why. */
export const MODULE_FAILED = 'mcp-eval/module_failed';

/** Gives the beginning, what follows it to the transport, and tells when nothing follows any more. */
export function listen(
  begin: (beginning: Beginning) => void,
  transport: ChannelTransport,
  end: () => void,
): void {
  // Of what we ourselves write no line is too long.
  const buffer = new LineBuffer(Number.POSITIVE_INFINITY);
  const socket = new Socket({ fd: FROM_RUNNER, readable: true, writable: false });
  let begun = false;
  socket.on('data', (chunk: Buffer) => {
    for (const line of buffer.push(chunk).lines) {
      if (begun) transport.take(line);
      else begin(JSON.parse(line));
      begun = true;
    }
  });
  socket.once('close', end);
}

/**
 * The server's end of the channel: JSON-RPC, a line each. A plain object by the SDK's interface, so
 * that it serves a server that was built on any copy of any version of it.
 */
export class ChannelTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  /** What came before the start; null once that was delivered. */
  #early: string[] | null = [];
  #closed = false;

  async start(): Promise<void> {
    // Later: whoever starts us may not be ready to hear before that is done.
    setImmediate(() => {
      const early = this.#early ?? [];
      this.#early = null;
      for (const line of early) this.take(line);
    });
  }

  /**
   * Blocks until the pipe has taken it: so a server that floods is held up, and what was sent just
   * before a `process.exit` is out.
   */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('the connection is closed');
    writeFileSync(TO_RUNNER, lineOf(message));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(TO_RUNNER);
    this.onclose?.();
  }

  take(line: string): void {
    if (this.#early === null) this.onmessage?.(JSON.parse(line));
    else this.#early.push(line);
  }
}

function lineOf(message: JSONRPCMessage): string | Buffer {
  try {
    return `${JSON.stringify(message)}\n`;
  } catch (error) {
    // The other one is about a value that is too deep.
    if (!(error instanceof RangeError && /string length/.test(error.message))) throw error;
    // No string can hold it: whoever reads gives up on it as on any other that is too large.
    return Buffer.alloc(TOO_LARGE_BYTES);
  }
}
