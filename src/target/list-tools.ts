import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { ListedTool, Reply } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import { shapeFaults } from '../model/tool-shape.ts';
import type { ServerTail, Trouble } from '../model/trouble.ts';
import type { CallOptions } from './connection.ts';
import { excerpt, type FindingLog } from './finding-log.ts';
import { requestRaw } from './raw-request.ts';
import type { Wire } from './wire.ts';

/** A server that invents a new cursor for every page would else be listed until the time-out. */
const MAX_PAGES = 1000;
/** What a server may send while it is listed, in bytes: as much as in one message. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Walks all pages of `tools/list` under one time limit, and keeps each tool as it came. */
export async function listTools(
  wire: Wire,
  options: CallOptions,
  findings: FindingLog,
): Promise<Result<readonly ListedTool[], Trouble>> {
  const tools: ListedTool[] = [];
  const seen = new Set<string>();
  const deadline = performance.now() + options.timeoutMs;
  const bytesBefore = wire.bytesRead;
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const timeoutMs = Math.max(0, deadline - performance.now());
    const params = cursor === null ? {} : { cursor };
    const reply = await requestRaw(wire, 'tools/list', params, { ...options, timeoutMs });
    const tail = wire.tail();
    if (reply.kind !== 'result') return err(troubleOf(reply, options.timeoutMs, tail));
    const entries = reply.raw.tools;
    if (!Array.isArray(entries)) return err(listFailed('the result has no list of tools', tail));
    for (const entry of entries) tools.push(readTool(entry, tools.length, findings));
    const next = nextCursor(reply.raw, seen, findings);
    if (!next.ok || next.value === null) {
      reportDuplicates(tools, findings);
      return ok(next.ok ? tools : cutAfterLast(tools, next.error));
    }
    cursor = next.value;
    seen.add(cursor);
    if (wire.bytesRead - bytesBefore > MAX_BYTES) {
      return err(listFailed(`more than ${MAX_BYTES / 1024 / 1024} MiB and no last page`, tail));
    }
  }
  return err(listFailed(`more than ${MAX_PAGES} pages`, wire.tail()));
}

/** What has no name is kept as well: it is why clients refuse the tools beside it. */
function readTool(entry: JsonValue, index: number, findings: FindingLog): ListedTool {
  const raw = isJsonObject(entry) ? entry : {};
  const isNamed = typeof raw.name === 'string';
  const name = isNamed ? String(raw.name) : `#${index + 1}`;
  for (const fault of shapeFaults(entry)) findings.add({ code: 'refused_tool', tool: name, fault });
  const tool: ListedTool = { name, inputSchema: raw.inputSchema ?? null, raw };
  return isNamed ? tool : { ...tool, nameless: true };
}

/** Null: it was the last page. The error says why there is no way to the next one. */
function nextCursor(
  { nextCursor: cursor }: JsonObject,
  seen: ReadonlySet<string>,
  findings: FindingLog,
): Result<string | null, string> {
  if (cursor === undefined) return ok(null);
  if (typeof cursor !== 'string') {
    findings.odd(`tools/list: nextCursor is no string: ${excerpt(cursor)}`);
    return err(`nextCursor is no string: ${excerpt(cursor)}`);
  }
  if (!seen.has(cursor)) return ok(cursor);
  findings.add({ code: 'repeated_cursor', cursor });
  return err(`it gave the cursor ${excerpt(cursor)} twice`);
}

function cutAfterLast(tools: readonly ListedTool[], cutAfter: string): readonly ListedTool[] {
  const last = tools.at(-1);
  return last === undefined ? tools : [...tools.slice(0, -1), { ...last, cutAfter }];
}

function reportDuplicates(tools: readonly ListedTool[], findings: FindingLog): void {
  const seen = new Set<string>();
  for (const { name } of tools) {
    if (seen.has(name)) findings.add({ code: 'duplicate_tool', tool: name });
    seen.add(name);
  }
}

function troubleOf(
  reply: Exclude<Reply, { kind: 'result' }>,
  timeoutMs: number,
  tail: ServerTail,
): Trouble {
  switch (reply.kind) {
    case 'protocol_error':
      return listFailed(`JSON-RPC error ${reply.code}: ${reply.message}`, tail);
    case 'timeout': {
      const { kind, ...times } = reply;
      return { code: kind, ...times, afterMs: timeoutMs, doing: 'tools/list', tail };
    }
    case 'lost':
      return { code: 'connection_lost', doing: 'tools/list', detail: reply.detail, tail };
    case 'interrupted':
      return { code: 'interrupted' };
  }
}

function listFailed(detail: string, tail: ServerTail): Trouble {
  return { code: 'list_failed', detail, tail };
}
