import { isBlank } from '../model/visible.ts';
import { type Effort, PATTERN_LIMIT_MS } from './effort.ts';
import { excerptHead } from './excerpt.ts';
import { EMPTY_NEEDLE, failed, type Judgement, PASSED } from './judgement.ts';
/** On blank output a pattern that only excludes, such as `^(?!.*error)`, would look at nothing. */
export function judgeMatches(pattern: string, text: string, effort: Effort): Judgement {
  if (pattern === '') return EMPTY_NEEDLE;
  if (isBlank(text)) return failed({ why: 'no_text' });
  const matched = effort.testPattern(pattern, text);
  if (!matched.ok) {
    return { status: 'errored', evidence: { why: 'pattern_too_slow', limitMs: PATTERN_LIMIT_MS } };
  }
  if (matched.value) return PASSED;
  return failed({ why: 'no_match', excerpt: excerptHead(text), length: text.length });
}
