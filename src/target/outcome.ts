import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Outcome, Reply, ReplyError } from '../model/outcome.ts';
import type { FindingLog } from './finding-log.ts';

/** Content blocks that carry no text of their own. */
const TEXTLESS = new Set(['image', 'audio', 'resource_link']);

/**
 * Reads a reply by the rules of the format. Total: what is malformed becomes a finding, and never
 * makes an error look like a success.
 */
export function readReply(reply: Reply, findings: FindingLog): Outcome {
  switch (reply.kind) {
    case 'result': {
      const marker = unfinishedBy(reply.raw);
      if (marker === null) return readResult(reply, reply.raw, findings);
      const detail = `an answer that is not the result of the tool yet: it has ${marker}`;
      return { ...NOTHING, reply: { kind: 'lost', exit: null, detail } };
    }
    case 'protocol_error': {
      const { code, message, data } = reply;
      const dataCode = codeIn(data);
      const error: ReplyError = {
        channel: 'protocol',
        code,
        ...(dataCode === null ? {} : { dataCode }),
        text: message,
      };
      return { ...NOTHING, reply, error, text: message, textFrom: 'error', firstText: message };
    }
    case 'timeout':
    case 'lost':
    case 'interrupted':
      return { ...NOTHING, reply };
  }
}

const NOTHING = {
  error: null,
  text: '',
  textFrom: 'none',
  structured: null,
  firstText: null,
} as const satisfies Omit<Outcome, 'reply'>;

/** What stands for a result that comes later, or never: of it nothing can be said. */
function unfinishedBy(raw: JsonObject): string | null {
  const { resultType } = raw;
  if (resultType !== undefined && resultType !== 'complete') {
    return `"resultType": ${JSON.stringify(resultType).slice(0, 100)}`;
  }
  if (raw.content !== undefined || raw.structuredContent !== undefined) return null;
  return raw.task === undefined ? null : '"task"';
}

function readResult(reply: Reply, raw: JsonObject, findings: FindingLog): Outcome {
  const blocks = readContent(raw.content, findings);
  const structured = readStructured(raw.structuredContent, findings);
  const { text, textFrom } = textOf(blocks, structured);
  const error = isError(raw.isError, findings) ? toolError(blocks, structured, text) : null;
  const firstText = blocks.find((block) => block.type === 'text')?.text ?? null;
  return { reply, error, text, textFrom, structured, firstText };
}

interface TextBlock {
  readonly type: 'text' | 'resource';
  readonly text: string;
}

function readContent(content: JsonValue | undefined, findings: FindingLog): readonly TextBlock[] {
  if (content === undefined) {
    findings.add({ code: 'missing_content' });
    return [];
  }
  if (Array.isArray(content)) return content.flatMap((block) => readBlock(block, findings));
  findings.odd('content is no list');
  return [];
}

function readBlock(block: JsonValue, findings: FindingLog): readonly TextBlock[] {
  const type = isJsonObject(block) ? block.type : undefined;
  if (!isJsonObject(block) || typeof type !== 'string') {
    findings.odd('a content block without a type');
    return [];
  }
  if (type === 'text') return readText(type, block.text, findings);
  if (type === 'resource') return readResource(block.resource, findings);
  if (!TEXTLESS.has(type)) findings.add({ code: 'unknown_content', blockType: type });
  return [];
}

function readResource(resource: JsonValue | undefined, findings: FindingLog): readonly TextBlock[] {
  if (!isJsonObject(resource)) {
    findings.odd('a resource block without a resource');
    return [];
  }
  if (resource.text === undefined && resource.blob !== undefined) return [];
  return readText('resource', resource.text, findings);
}

function readText(
  type: TextBlock['type'],
  text: JsonValue | undefined,
  findings: FindingLog,
): readonly TextBlock[] {
  if (typeof text === 'string') return [{ type, text }];
  findings.odd(`a ${type} block whose text is no string`);
  return [];
}

function readStructured(value: JsonValue | undefined, findings: FindingLog): JsonValue | null {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) findings.odd('structuredContent is no object');
  return value;
}

function textOf(
  blocks: readonly TextBlock[],
  structured: JsonValue | null,
): Pick<Outcome, 'text' | 'textFrom'> {
  if (blocks.length > 0) {
    return { text: blocks.map((block) => block.text).join('\n'), textFrom: 'blocks' };
  }
  if (structured !== null) return { text: JSON.stringify(structured), textFrom: 'structured' };
  return { text: '', textFrom: 'none' };
}

/** Of the wrong type it counts as an error: reading "true" as no error would be a false green. */
function isError(flag: JsonValue | undefined, findings: FindingLog): boolean {
  if (flag === undefined || typeof flag === 'boolean') return flag === true;
  // What is cut comes last, where masking still knows the beginning of a secret.
  const shown = JSON.stringify(flag).slice(0, 100);
  findings.odd(`isError is not a boolean, and taken as true: ${shown}`);
  return true;
}

/** Its text and its data may each carry a code, and not the same one. */
function toolError(
  blocks: readonly TextBlock[],
  structured: JsonValue | null,
  text: string,
): ReplyError {
  const first = blocks.find((block) => block.type === 'text');
  const inText = codeIn(parsed(first?.text ?? ''));
  const inData = codeIn(structured);
  const structuredCode = inData === null ? {} : { structuredCode: inData };
  return { channel: 'tool', code: inText ?? inData, ...structuredCode, text };
}

function codeIn(value: unknown): string | number | null {
  const code = isJsonObject(value) && Object.hasOwn(value, 'code') ? value.code : null;
  return typeof code === 'string' || typeof code === 'number' ? code : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
