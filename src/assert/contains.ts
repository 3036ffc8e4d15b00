import type { Effort } from './effort.ts';
import { EMPTY_NEEDLE, failed, type Judgement, PASSED } from './judgement.ts';

/** Exact: case, white space and Unicode form count. */
export function judgeContains(expected: string, text: string, effort: Effort): Judgement {
  if (expected === '') return EMPTY_NEEDLE;
  if (text.includes(expected)) return PASSED;
  return failed({
    why: 'absent',
    nearest: effort.nearestPart(text, expected),
    length: text.length,
  });
}
