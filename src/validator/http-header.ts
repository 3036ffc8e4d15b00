import { validateHeaderName, validateHeaderValue } from 'node:http';

/** They say where a message ends; a stub sets them itself, by the body that it sends. */
const FRAMING: readonly string[] = ['content-length', 'transfer-encoding', 'trailer'];

/** Why HTTP cannot send this header in an answer; null when it can. */
export function validateHeader(name: string, value: string): string | null {
  if (FRAMING.includes(name.toLowerCase())) return `the header "${name}" is set by the stub itself`;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
