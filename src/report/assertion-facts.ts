import { unreachable } from '../model/result.ts';
import type { Excerpt, ResultCheck } from '../model/run-result.ts';
import { errorExpectationText } from './check-text.ts';
import type { Fact } from './explained.ts';

export function expectedFacts(check: ResultCheck): Fact[] {
  switch (check.kind) {
    case 'contains':
      return [{ kind: 'quoted', label: 'expected', text: check.expected }];
    case 'not_contains':
      return [{ kind: 'quoted', label: 'forbidden', text: check.expected }];
    case 'matches':
      return [{ kind: 'quoted', label: 'pattern', text: check.expected }];
    case 'judge':
      return [{ kind: 'quoted', label: 'criterion', text: check.expected }];
    case 'error':
      return [{ kind: 'plain', label: 'expected', text: errorExpectationText(check.expected) }];
    case 'upstream_unmatched':
    case 'upstream_route_used':
      return [];
    default:
      return unreachable(check);
  }
}

export function cameFact(excerpt: Excerpt): Fact {
  return { kind: 'excerpt', label: 'came', excerpt, mark: false, note: null };
}

/** YAML's `|` keeps the last line break, which a needle seldom means. */
export function lineBreakHint(needle: string): string[] {
  if (!needle.endsWith('\n')) return [];
  return ['the expected text ends with a line break: write "|-" instead of "|" to leave it out'];
}
