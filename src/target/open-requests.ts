import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject } from '../model/json.ts';
import type { RequestId } from './incoming.ts';

/** The SDK's client counts from 0, and asks for little more than `initialize`. */
const FIRST_OWN_ID = 1000;

/** What became of the request that an answer names. `waiter`: null for a request of the SDK's client. */
export type Answered<Waiter> =
  | { readonly state: 'open'; readonly waiter: Waiter | null }
  | { readonly state: 'late' | 'unknown' };

/** Which requests still wait for their answer: the SDK's and our own. Their ids are numbers. */
export class OpenRequests<Waiter> {
  readonly #open = new Map<number, Waiter | null>();
  readonly #cancelled = new Set<number>();
  #nextId = FIRST_OWN_ID;

  /** A request of our own; gives its id. */
  open(waiter: Waiter): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#open.set(id, waiter);
    return id;
  }

  /** Takes note of a message of the SDK's that goes out: a request, or the cancellation of one. */
  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#open.set(Number(message.id), null);
    if (message.method !== 'notifications/cancelled') return;
    const id = isJsonObject(message.params) ? message.params.requestId : undefined;
    if (typeof id === 'number') this.cancel(id);
  }

  /** Its answer, should it still come, is late. False when it does not wait any more. */
  cancel(id: number): boolean {
    const waits = this.#open.delete(id);
    if (waits) this.#cancelled.add(id);
    return waits;
  }

  /**
   * Takes note of an answer. `late`: its request was cancelled, which is no fault of the server;
   * `unknown`: nothing was asked under this id, or it has been answered before. The SDK's clients
   * take the string "7" for 7, so this does; they take "" and "0x2" for numbers too, this does not.
   */
  answered(id: RequestId): Answered<Waiter> {
    if (typeof id === 'string' && !/^(0|[1-9]\d*)$/.test(id)) return { state: 'unknown' };
    const number = Number(id);
    const waiter = this.#open.get(number);
    if (waiter !== undefined) {
      this.#open.delete(number);
      return { state: 'open', waiter };
    }
    return { state: this.#cancelled.delete(number) ? 'late' : 'unknown' };
  }

  /** Forgets all that wait; gives those of our own. */
  takeAll(): readonly Waiter[] {
    const waiters = [...this.#open.values()].filter((waiter) => waiter !== null);
    this.#open.clear();
    return waiters;
  }
}
