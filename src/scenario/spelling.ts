import type { Span } from '../model/source.ts';

/** What stands behind ` #` after a plain scalar, on its line. An empty one has its blank before it. */
export function commentAfter(text: string, { start, end }: Span): string | null {
  const rest = start === end ? /[ \t]*(#[^\r\n]*)/y : /[ \t]+(#[^\r\n]*)/y;
  rest.lastIndex = end;
  return rest.exec(text)?.[1] ?? null;
}

/** False for numbers that JSON or a double can't hold as they were written. */
export function isFaithful(value: number, written: string): boolean {
  if (!Number.isFinite(value)) return false;
  const isFloat = /^[-+]?[\d.]*(\.|[eE])/.test(written);
  return isFloat || Number.isSafeInteger(value);
}
