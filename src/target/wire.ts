import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JsonObject } from '../model/json.ts';
import type { ServerExit } from '../model/outcome.ts';
import type { ServerTail } from '../model/trouble.ts';
import type { Asked, Loss } from './exchange.ts';

/** A way to a server: what the SDK's client needs, and requests of our own beside it. */
export interface Wire extends Transport {
  /** As negotiated by `initialize`; null before. */
  readonly protocolVersion: string | null;
  /** What the server has sent so far. */
  readonly bytesRead: number;
  /** False once the connection is lost or being closed. */
  readonly alive: boolean;
  /** True once the server, not we, ended the connection. */
  readonly lost: boolean;
  ask(method: string, params: JsonObject): Asked;
  /** Once lost: how, after a bounded wait for the server's last words. */
  loss(): Promise<Loss>;
  tail(): ServerTail;
  /**
   * Ends the connection, and the process if there is one; bounded, never rejects, safe to call
   * twice. Gives how a server ended if that was its own doing; null if it had to be signalled.
   */
  end(): Promise<ServerExit | null>;
}
