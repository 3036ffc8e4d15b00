const LIMIT = 300;
/** Enough to find that many visible characters in most texts, and little to look through. */
const LOOKED_AT = 4096;

/** How a foreign text is shown: without secrets, and then as an excerpt. */
export type Show = (text: string) => string;

/** The start of a foreign text as one bounded line. */
export function excerptOf(text: string): string {
  const line = text
    .slice(0, LOOKED_AT)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  return line.length <= LIMIT ? line : `${line.slice(0, LIMIT - 1)}…`;
}

/** The reason at the bottom of `fetch failed`, which keeps it a cause or two down. */
export function reasonOf(error: unknown): string {
  let deepest = '';
  let current: unknown = error;
  // A cause may name itself.
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    deepest = current.message || codeOf(current) || deepest;
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  // The message about an address with a password in it has the address.
  return (deepest || String(error)).replace(/\/\/[^/@\s]*@/g, '//***@');
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
