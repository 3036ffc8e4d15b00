import { isJsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Trouble } from '../model/trouble.ts';
import type { CallOptions, ResourceContent } from './connection.ts';
import { requestRaw } from './raw-request.ts';
import type { Wire } from './wire.ts';

/** The contents of a resource; what is neither text nor bytes is none. */
export async function readResource(
  wire: Wire,
  uri: string,
  options: CallOptions,
): Promise<Result<readonly ResourceContent[], Trouble>> {
  const reply = await requestRaw(wire, 'resources/read', { uri }, options);
  const tail = wire.tail();
  const failed = (detail: string) => err({ code: 'probe_failed', detail } as const);
  switch (reply.kind) {
    case 'result': {
      const { contents } = reply.raw;
      if (!Array.isArray(contents)) return failed('the result has no list of contents');
      return ok(contents.flatMap(contentOf));
    }
    case 'protocol_error':
      return failed(`JSON-RPC error ${reply.code}: ${reply.message}`);
    case 'timeout':
      return err({
        code: 'timeout',
        afterMs: options.timeoutMs,
        ...(reply.silentMs === undefined ? {} : { silentMs: reply.silentMs }),
        doing: 'resources/read',
        tail,
      });
    case 'lost':
      return err({ code: 'connection_lost', doing: 'resources/read', detail: reply.detail, tail });
    case 'interrupted':
      return err({ code: 'interrupted' });
  }
}

function contentOf(each: JsonValue): readonly ResourceContent[] {
  if (!isJsonObject(each)) return [];
  const uri = typeof each.uri === 'string' ? each.uri : null;
  if (typeof each.text === 'string') return [{ uri, text: each.text, blob: null }];
  return typeof each.blob === 'string' ? [{ uri, text: null, blob: each.blob }] : [];
}
