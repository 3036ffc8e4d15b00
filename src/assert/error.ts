import type { Channel, ErrorExpectation } from '../model/check.ts';
import type { ReplyError } from '../model/outcome.ts';
import { excerptHead } from './excerpt.ts';
import { EMPTY_NEEDLE, failed, type Judgement, PASSED } from './judgement.ts';

type WantedError = Extract<ErrorExpectation, { readonly want: 'error' }>;

/** `text` is what came instead when an error was expected and none did. */
export function judgeError(
  expected: ErrorExpectation,
  error: ReplyError | null,
  text: string,
): Judgement {
  if (expected.want === 'none') {
    return error === null ? PASSED : failed({ why: 'unexpected_error', error });
  }
  if (expected.contains.includes('')) return EMPTY_NEEDLE;
  if (error === null) return failed({ why: 'error_expected', excerpt: excerptHead(text) });
  const channel = channelOf(expected);
  if (channel !== null && channel !== error.channel) return failed({ why: 'wrong_channel', error });
  if (!codeFits(expected.code, error)) return failed({ why: 'wrong_code', error });
  const missing = expected.contains.find((part) => !error.text.includes(part));
  return missing === undefined ? PASSED : failed({ why: 'error_text_absent', missing, error });
}

/** A number alone is a JSON-RPC code, which an error inside a result does not have. */
function channelOf({ channel, code }: WantedError): Channel | null {
  return channel ?? (typeof code === 'number' ? 'protocol' : null);
}

/**
 * A string is the `code` field of JSON that the error carries, where it may be written as a number.
 * A JSON-RPC error carries it in its data; its own code is always a number.
 */
function codeFits(expected: WantedError['code'], error: ReplyError): boolean {
  if (expected === null || error.code === expected) return true;
  const { channel, code, dataCode, structuredCode } = error;
  const carried = channel === 'tool' ? [code, structuredCode] : [dataCode];
  // Of a JSON-RPC error a number is its own code alone.
  if (typeof expected === 'number') return channel === 'tool' && carried.includes(expected);
  return carried.some((each) => each != null && String(each) === expected);
}
