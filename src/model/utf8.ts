import { err, ok, type Result } from './result.ts';

/** The text of UTF-8 without a byte order mark; the error is the offset of the first bad byte. */
export function decodeUtf8(bytes: Uint8Array): Result<string, number> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return err(firstBadByte(bytes));
  }
}

function firstBadByte(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (decodes(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
