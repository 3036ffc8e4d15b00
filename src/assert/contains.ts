import { EMPTY_NEEDLE, failed, type Judgement, PASSED } from './judgement.ts';
import { nearestPart } from './nearest-part.ts';

/** Exact: case, white space and Unicode form count. */
export function judgeContains(expected: string, text: string): Judgement {
  if (expected === '') return EMPTY_NEEDLE;
  if (text.includes(expected)) return PASSED;
  return failed({ why: 'absent', nearest: nearestPart(text, expected), length: text.length });
}
