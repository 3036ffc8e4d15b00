import type { JsonObject } from '../model/json.ts';
import type { Reply } from '../model/outcome.ts';
import { Cap, type CapCause } from './cap.ts';
import type { CallOptions } from './connection.ts';
import type { Asked, WireReply } from './exchange.ts';
import type { Wire } from './wire.ts';

/** Sends one request and waits for its end, whatever that is. Never rejects. */
export async function requestRaw(
  wire: Wire,
  method: string,
  params: JsonObject,
  options: CallOptions,
): Promise<Reply> {
  if (options.signal.aborted) return { kind: 'interrupted' };
  const cap = new Cap(options.timeoutMs, options.signal);
  const asked = wire.ask(method, params);
  const end = await Promise.race([asked.reply, cap.reached]);
  cap.release();
  return typeof end === 'string' ? cutShort(wire, asked, end, options) : replyOf(end);
}

function replyOf(reply: WireReply): Reply {
  if (reply.kind !== 'error') return reply;
  const { code, message, data } = reply.error;
  return { kind: 'protocol_error', code, message, data };
}

async function cutShort(
  wire: Wire,
  asked: Asked,
  cause: CapCause,
  { timeoutMs }: CallOptions,
): Promise<Reply> {
  const reason =
    cause === 'timeout' ? `no answer within ${timeoutMs} ms` : 'the run is interrupted';
  const silentMs = asked.silentMs();
  asked.cancel(reason);
  if (cause === 'interrupted') return { kind: 'interrupted' };
  // Its last words were being waited for.
  if (wire.lost) return { kind: 'lost', ...(await wire.loss()) };
  return { kind: 'timeout', afterMs: timeoutMs, ...(silentMs === null ? {} : { silentMs }) };
}
