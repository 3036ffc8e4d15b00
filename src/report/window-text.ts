import type { AssertionEvidence, ResultCheck } from '../model/assertion.ts';
import type { UpstreamRequest } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import { expectedFacts } from './assertion-facts.ts';
import { CHANGED, differenceFacts, moreDifferences } from './difference-text.ts';
import { type Explained, type Fact, showLine } from './explained.ts';
import { requestText } from './request-text.ts';
import { hasShape } from './upstream-text.ts';
import { grouped, plural, quoted } from './words.ts';

const RECEIVED = 10;
const REQUEST_LENGTH = 200;

/** Evidence of what went on while a step was under way, but for prompts. */
type WindowEvidence = Extract<
  AssertionEvidence,
  { why: 'upstream_count' | 'state_changed' | 'state_unchanged' | 'too_slow' | 'not_in_live' }
>;

export function explainWindow(evidence: WindowEvidence, check: ResultCheck): Explained {
  switch (evidence.why) {
    case 'upstream_count':
      return upstreamCount(evidence.matching, evidence.received, check);
    case 'state_changed':
      return {
        title: 'the state changed during the step, and "unchanged" was expected',
        facts: differenceFacts(evidence.differences, CHANGED),
        hints: [
          ...moreDifferences(evidence.differences),
          'what may change can be left out by "ignore" in the suite\'s "state"',
        ],
      };
    case 'state_unchanged':
      return {
        title: 'the state is the same before and after the step, and "changed" was expected',
        facts: [],
        hints: ['see that "at" and "ignore" of the suite\'s "state" do not leave the change out'],
      };
    case 'too_slow':
      return tooSlow(evidence.tookMs, check);
    case 'not_in_live':
      return {
        title: `not evaluated: ${notInLive(check)}`,
        facts: [],
        hints: [],
      };
    default:
      return unreachable(evidence);
  }
}

function notInLive({ kind }: ResultCheck): string {
  if (kind === 'state') return 'the state of the live server cannot be read';
  if (kind === 'contract') return 'a contract calls a live server only if it says "live: true"';
  return 'a live run has no stub upstreams';
}

function upstreamCount(
  matching: number,
  received: readonly UpstreamRequest[],
  check: ResultCheck,
): Explained {
  const name = check.kind === 'upstream' ? ` ${quoted(check.upstream)}` : '';
  const such = check.kind === 'upstream' && hasShape(check.expected) ? 'such request' : 'request';
  const count = matching === 0 ? `no ${such}` : plural(matching, such);
  const more = received.length - RECEIVED;
  return {
    title: `the upstream${name} received ${count} during the step`,
    facts: [...expectedFacts(check), receivedFact(received)],
    hints: more > 0 ? [`and ${plural(more, 'more request')}`] : [],
  };
}

function receivedFact(received: readonly UpstreamRequest[]): Fact {
  const lines = received
    .slice(0, RECEIVED)
    .map((request) => showLine(requestText(request), REQUEST_LENGTH));
  return lines.length < 2
    ? { kind: 'plain', label: 'received', text: lines[0] ?? 'no request' }
    : { kind: 'block', label: 'received', text: lines.join('\n') };
}

function tooSlow(tookMs: number, check: ResultCheck): Explained {
  const limitMs = check.kind === 'within_ms' ? check.expected : 0;
  // Rounded, a reply that was a little too late would look in time.
  const took = Math.round(tookMs) > limitMs ? Math.round(tookMs) : Math.ceil(tookMs * 10) / 10;
  return {
    title: `the reply came after ${grouped(took)} ms, and not within ${grouped(limitMs)} ms`,
    facts: [],
    hints: [],
  };
}
