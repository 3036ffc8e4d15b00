import type { Outcome } from '../model/outcome.ts';
import { isBlank } from '../model/visible.ts';

const BARE_JSON: ReadonlySet<string> = new Set(['{}', '[]', '""', 'false', 'null']);

/**
 * Whether nothing can be absent from it: blank text, or the JSON of data without any content. A
 * server's own text `[]` says something, data that is empty beside no text does not.
 */
export function saysNothing({ text, textFrom }: Pick<Outcome, 'text' | 'textFrom'>): boolean {
  return isBlank(text) || (textFrom === 'structured' && BARE_JSON.has(text));
}
