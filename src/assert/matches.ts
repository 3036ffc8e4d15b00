import { testPattern } from '../validator/pattern.ts';
import { excerptHead } from './excerpt.ts';
import { EMPTY_NEEDLE, failed, type Judgement, PASSED } from './judgement.ts';

const LIMIT_MS = 1000;

export function judgeMatches(pattern: string, text: string): Judgement {
  if (pattern === '') return EMPTY_NEEDLE;
  if (text === '') return failed({ why: 'no_text' });
  const matched = testPattern(pattern, text, LIMIT_MS);
  if (!matched.ok) {
    return { status: 'errored', evidence: { why: 'pattern_too_slow', limitMs: LIMIT_MS } };
  }
  if (matched.value) return PASSED;
  return failed({ why: 'no_match', excerpt: excerptHead(text), length: text.length });
}
