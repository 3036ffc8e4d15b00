import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject } from '../model/json.ts';
import type { RequestId } from './incoming.ts';

/** Which of our requests still wait for their answer. Their ids are numbers. */
export class OpenRequests {
  readonly #open = new Set<number>();
  readonly #cancelled = new Set<number>();

  /** Takes note of a message that goes out: a request, or the cancellation of one. */
  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#open.add(Number(message.id));
    if (message.method !== 'notifications/cancelled') return;
    const id = isJsonObject(message.params) ? message.params.requestId : undefined;
    if (typeof id === 'number' && this.#open.delete(id)) this.#cancelled.add(id);
  }

  /**
   * Takes note of an answer. `late`: its request was cancelled, which is no fault of the server;
   * `unknown`: nothing was asked under this id, or it has been answered before. The SDK's clients
   * take the string "7" for 7, so this does; they take "" and "0x2" for numbers too, this does not.
   */
  answered(id: RequestId): 'open' | 'late' | 'unknown' {
    if (typeof id === 'string' && !/^(0|[1-9]\d*)$/.test(id)) return 'unknown';
    const number = Number(id);
    if (this.#open.delete(number)) return 'open';
    return this.#cancelled.delete(number) ? 'late' : 'unknown';
  }
}
