import { isJsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Trouble } from '../model/trouble.ts';
import type { CallOptions, ResourceContent } from './connection.ts';
import { excerpt, type FindingLog } from './finding-log.ts';
import { requestRaw } from './raw-request.ts';
import type { Wire } from './wire.ts';

/** No such resource, no resources at all, no such URI: servers use all three. */
const NOT_THERE: readonly number[] = [-32002, -32601, -32602];

/** The contents of a resource; what is neither text nor bytes is none, and a finding. */
export async function readResource(
  wire: Wire,
  uri: string,
  options: CallOptions,
  findings: FindingLog,
): Promise<Result<readonly ResourceContent[], Trouble>> {
  const reply = await requestRaw(wire, 'resources/read', { uri }, options);
  const tail = wire.tail();
  const failed = (detail: string) => err({ code: 'probe_failed', detail } as const);
  switch (reply.kind) {
    case 'result': {
      const { contents } = reply.raw;
      if (!Array.isArray(contents)) return failed('the result has no list of contents');
      return ok(contents.flatMap((each) => contentOf(each, findings)));
    }
    case 'protocol_error': {
      const detail = `JSON-RPC error ${reply.code}: ${reply.message}`;
      return NOT_THERE.includes(reply.code)
        ? err({ code: 'probe_failed', detail, absent: true })
        : failed(detail);
    }
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

function contentOf(each: JsonValue, findings: FindingLog): readonly ResourceContent[] {
  if (!isJsonObject(each)) return noContent(each, findings);
  const uri = typeof each.uri === 'string' ? each.uri : null;
  if (typeof each.text === 'string') return [{ uri, text: each.text, blob: null }];
  if (typeof each.blob === 'string') return [{ uri, text: null, blob: each.blob }];
  return noContent(each, findings);
}

function noContent(each: JsonValue, findings: FindingLog): readonly [] {
  findings.odd(`resources/read: contents with neither text nor blob: ${excerpt(each)}`);
  return [];
}
