import type { Excerpt } from '../model/excerpt.ts';
import { unreachable } from '../model/result.ts';
import type { ResultCheck } from '../model/run-result.ts';
import { errorExpectationText, stateText } from './check-text.ts';
import { expectationText } from './execution-text.ts';
import type { Fact } from './explained.ts';
import { upstreamExpectationText } from './upstream-text.ts';
import { valueText } from './value-text.ts';
import { grouped, plural } from './words.ts';

const DATA = 200;

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
      return plain('expected', errorExpectationText(check.expected));
    case 'structured':
    case 'json':
      return plain('expected', valueText(check.expected, DATA));
    case 'schema':
    case 'json_schema':
      return plain('schema', valueText(check.expected, DATA));
    case 'upstream':
      return plain('expected', upstreamExpectationText(check.expected));
    case 'state':
      return plain('expected', stateText(check.expected));
    case 'elicitations':
      return plain('expected', plural(check.expected, 'prompt'));
    case 'within_ms':
      return plain('expected', `a reply within ${grouped(check.expected)} ms`);
    case 'execution':
      return plain('expected', expectationText(check.expected));
    case 'output_schema':
    case 'execution_claims':
    case 'policy_kept':
    case 'prompts':
    case 'upstream_unmatched':
    case 'upstream_route_used':
      return [];
    default:
      return unreachable(check);
  }
}

function plain(label: string, text: string): Fact[] {
  return [{ kind: 'plain', label, text }];
}

export function cameFact(excerpt: Excerpt): Fact {
  return { kind: 'excerpt', label: 'came', excerpt, mark: false, note: null };
}

/** YAML's `|` keeps the last line break, which a needle seldom means. */
export function lineBreakHint(needle: string): string[] {
  if (!needle.endsWith('\n')) return [];
  return ['the expected text ends with a line break: write "|-" instead of "|" to leave it out'];
}
