import type { Outcome } from '../model/outcome.ts';

/** White space, control characters, and what is never drawn: zero-width spaces and the like. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const BARE_JSON: ReadonlySet<string> = new Set(['{}', '[]', '""', 'false', 'null']);

/** Whether a reader would see nothing. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * Whether nothing can be absent from it: blank text, or the JSON of data without any content. A
 * server's own text `[]` says something, data that is empty beside no text does not.
 */
export function saysNothing({ text, textFrom }: Pick<Outcome, 'text' | 'textFrom'>): boolean {
  return isBlank(text) || (textFrom === 'structured' && BARE_JSON.has(text));
}
