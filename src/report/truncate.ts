import { grouped } from './words.ts';

/** What a report keeps of one text: half of it from the start, half from the end. */
export const REPORT_LIMIT = 64 * 1024;

export interface Kept {
  readonly text: string;
  /** Size of the whole text as UTF-8. */
  readonly bytes: number;
  readonly truncated: boolean;
}

/** Head and tail of a text, by bytes of UTF-8; between them a line says how much is left out. */
export function keepBytes(text: string, limit: number = REPORT_LIMIT): Kept {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return { text, bytes, truncated: false };
  const half = Math.floor(limit / 2);
  const head = headBytes(text, half);
  const tail = tailBytes(text, half);
  const left = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return { text: `${head}\n[… ${left} bytes left out …]\n${tail}`, bytes, truncated: true };
}

function headBytes(text: string, limit: number): string {
  // encodeInto stops before a character that does not fit whole.
  const { read } = new TextEncoder().encodeInto(text.slice(0, limit), new Uint8Array(limit));
  return text.slice(0, read);
}

function tailBytes(text: string, limit: number): string {
  // A UTF-16 unit is at least one byte, so no more than `limit` units can fit.
  const end = text.slice(wholeFrom(text, Math.max(0, text.length - limit)));
  const excess = Buffer.byteLength(end) - limit;
  if (excess <= 0) return end;
  const room = new Uint8Array(excess);
  const { read, written } = new TextEncoder().encodeInto(end, room);
  return end.slice(written < excess ? wholeFrom(end, read + 1) : read);
}

/** A text of at most about `limit` UTF-16 units: its start and its end, and how much is between. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = headOf(text, Math.ceil((limit * 2) / 3));
  const tail = tailOf(text, Math.floor(limit / 3));
  const left = text.length - head.length - tail.length;
  return `${head} [… ${grouped(left)} characters …] ${tail}`;
}

/** The first units of a text, a surrogate pair never split. */
export function headOf(text: string, units: number): string {
  return units >= text.length ? text : text.slice(0, wholeFrom(text, units));
}

export function tailOf(text: string, units: number): string {
  return units >= text.length ? text : text.slice(wholeFrom(text, text.length - units));
}

/** The index itself, or the next one when it lies inside a surrogate pair. */
function wholeFrom(text: string, index: number): number {
  const inside = index > 0 && isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
  return inside ? index + 1 : index;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
