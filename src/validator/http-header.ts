import { validateHeaderName, validateHeaderValue } from 'node:http';

/** They say where a message ends, and follow from the body that is sent. */
const FRAMING: readonly string[] = ['content-length', 'transfer-encoding', 'trailer'];

/** Why HTTP cannot send this header; null when it can. */
export function validateHeader(name: string, value: string): string | null {
  if (FRAMING.includes(name.toLowerCase()))
    return `the header "${name}" cannot be set: it follows from the body`;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
