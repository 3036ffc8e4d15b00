import { isBlank } from '../model/visible.ts';
import { excerptAround } from './excerpt.ts';
import { EMPTY_NEEDLE, failed, type Judgement, PASSED, type TextOutput } from './judgement.ts';
/**
 * Nothing can be absent from nothing: output that says nothing fails an own check. The suite-wide list
 * (`own` is false) asks for no output, so there it is left open.
 */
export function judgeNotContains(
  expected: string,
  { text, saysNothing }: TextOutput,
  own: boolean,
): Judgement {
  if (expected === '') return EMPTY_NEEDLE;
  const at = text.indexOf(expected);
  if (at !== -1) {
    return failed({ why: 'present', excerpt: excerptAround(text, at, at + expected.length) });
  }
  if (!(saysNothing ?? isBlank(text))) return PASSED;
  return { status: own ? 'failed' : 'not_evaluated', evidence: { why: 'no_text' } };
}
