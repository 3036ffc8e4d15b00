import { excerptAround } from './excerpt.ts';
import { EMPTY_NEEDLE, failed, type Judgement, PASSED } from './judgement.ts';

/**
 * Nothing can be absent from nothing: blank output fails an own check. The suite-wide list
 * (`own` is false) asks for no output, so there it is left open.
 */
export function judgeNotContains(expected: string, text: string, own: boolean): Judgement {
  if (expected === '') return EMPTY_NEEDLE;
  const at = text.indexOf(expected);
  if (at !== -1) {
    return failed({ why: 'present', excerpt: excerptAround(text, at, at + expected.length) });
  }
  if (text.trim() !== '') return PASSED;
  return { status: own ? 'failed' : 'not_evaluated', evidence: { why: 'no_text' } };
}
