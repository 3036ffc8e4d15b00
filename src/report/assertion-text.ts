import type {
  AssertionEvidence,
  AssertionResult,
  Nearest,
  ResultCheck,
} from '../model/assertion.ts';
import type { UpstreamRequest } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import { cameFact, expectedFacts, lineBreakHint } from './assertion-facts.ts';
import { callFact } from './call-text.ts';
import { explainContract } from './contract-text.ts';
import { explainData } from './data-text.ts';
import { explainError } from './error-text.ts';
import { escapeAscii } from './escape.ts';
import { explainExecution } from './execution-text.ts';
import type { Explained, Fact } from './explained.ts';
import { explainJudge } from './judge-text.ts';
import { explainPrompts } from './prompt-text.ts';
import { answeredBy, requestText } from './request-text.ts';
import type { Subject } from './subject.ts';
import { explainWindow } from './window-text.ts';
import { duration, plural, quoted } from './words.ts';

const RECEIVED = 10;

/** Why an assertion is not passed; null when it is. */
export function assertionText(result: AssertionResult, subject: Subject): Explained | null {
  if (result.status === 'passed') return null;
  const { check, evidence, call } = result;
  if (evidence === null) {
    return { title: `not passed: ${kindText(check)}`, facts: expectedFacts(check), hints: [] };
  }
  const explained = explain(evidence, result, subject);
  return call === undefined
    ? explained
    : { ...explained, facts: [...explained.facts, callFact(call)] };
}

function explain(evidence: AssertionEvidence, result: AssertionResult, of: Subject): Explained {
  const { check } = result;
  const subject = of === 'output' ? 'the output' : "the step's text";
  switch (evidence.why) {
    case 'absent':
      return absent(evidence.nearest, evidence.length, check, subject);
    case 'present':
      return {
        title: `${subject} contains what it must not contain`,
        facts: [
          ...expectedFacts(check),
          { kind: 'excerpt', label: 'found', excerpt: evidence.excerpt, mark: true, note: null },
        ],
        hints: [],
      };
    case 'no_match':
      return {
        title: `nothing in ${subject} matches the pattern`,
        facts: [...expectedFacts(check), cameFact(evidence.excerpt)],
        hints: [],
      };
    case 'no_text':
      return noText(check, subject);
    case 'pattern_too_slow':
      return {
        title: `the pattern was stopped after ${duration(evidence.limitMs)} on ${subject}`,
        facts: expectedFacts(check),
        hints: ['repeats inside repeats, such as (a+)+, take for ever: write it without them'],
      };
    case 'empty_needle':
      return {
        title: 'the expected text is empty once its placeholders are filled in',
        facts: [],
        hints: ['every output contains the empty text, so this could not fail'],
      };
    case 'step_did_not_hold':
      return { title: `not evaluated, because ${whatDidNotHold(check)}`, facts: [], hints: [] };
    case 'ungraded':
    case 'judge_off':
    case 'judge_no_key':
    case 'judged_fail':
    case 'judge_interrupted':
    case 'judge_unavailable':
      return explainJudge(evidence, result);
    case 'unmatched':
      return unmatched(evidence.request);
    case 'never_hit':
      return neverHit(evidence.received, check);
    case 'unexpected_error':
    case 'error_expected':
    case 'wrong_channel':
    case 'wrong_code':
    case 'error_text_absent':
      return explainError(evidence, check);
    case 'differs':
    case 'no_structured':
    case 'no_json':
    case 'schema_broken':
    case 'schema_unusable':
      return explainData(evidence, check, of);
    case 'upstream_count':
    case 'state_changed':
    case 'state_unchanged':
    case 'too_slow':
    case 'not_in_live':
      return explainWindow(evidence, check);
    case 'observed_otherwise':
    case 'contradicted':
      return explainExecution(evidence, check);
    case 'contract_broken':
    case 'no_tools':
    case 'samples_untold':
      return explainContract(evidence, result);
    case 'prompt_count':
    case 'answers_unused':
    case 'prompt_unanswered':
      return explainPrompts(evidence, check, of);
    default:
      return unreachable(evidence);
  }
}

function whatDidNotHold({ kind }: ResultCheck): string {
  return kind === 'contract' ? 'there is no list of tools' : 'a step did not hold';
}

const DIFFERS: { readonly [K in Nearest['differs']]: string | null } = {
  case: 'differs only in case',
  white_space: 'differs only in white space',
  unicode: 'differs only in how letters are composed',
  letters: null,
};

function absent(
  nearest: Nearest | null,
  length: number,
  check: ResultCheck,
  subject: string,
): Explained {
  const came: Fact =
    nearest === null
      ? {
          kind: 'plain',
          label: 'nearest',
          text:
            length === 0
              ? 'the text is empty'
              : `nothing like it in ${plural(length, 'character')}`,
        }
      : {
          kind: 'excerpt',
          label: 'nearest',
          excerpt: nearest.excerpt,
          mark: true,
          note: DIFFERS[nearest.differs],
        };
  return {
    title: `${subject} does not contain what was expected`,
    facts: [...expectedFacts(check), came, ...codeFacts(nearest, check)],
    hints: check.kind === 'contains' ? lineBreakHint(check.expected) : [],
  };
}

/** Texts that look the same are told apart by their characters' numbers. */
function codeFacts(nearest: Nearest | null, check: ResultCheck): Fact[] {
  if (nearest?.differs !== 'unicode' || check.kind !== 'contains') return [];
  return [
    { kind: 'plain', label: 'wanted', text: escapeAscii(check.expected) },
    { kind: 'plain', label: 'came', text: escapeAscii(nearest.excerpt.focus) },
  ];
}

const NO_TEXT_HINTS: Partial<Record<ResultCheck['kind'], readonly string[]>> = {
  not_contains: ['an empty text does not pass a check for absence'],
  judge: ['it was not sent to the judge'],
};

function noText(check: ResultCheck, subject: string): Explained {
  return {
    title: `${subject} is empty: there is no text to look at`,
    facts: expectedFacts(check),
    hints: NO_TEXT_HINTS[check.kind] ?? [],
  };
}

function neverHit(received: readonly string[], check: ResultCheck): Explained {
  const route = check.kind === 'upstream_route_used' ? ` ${check.route}` : '';
  const more = received.length - RECEIVED;
  const lines = received.slice(0, RECEIVED);
  return {
    title: `the route${route} of this scenario was never requested`,
    facts: [
      lines.length < 2
        ? { kind: 'plain', label: 'received', text: lines[0] ?? 'no request' }
        : { kind: 'block', label: 'received', text: lines.join('\n') },
    ],
    hints: more > 0 ? [`and ${plural(more, 'more request')}`] : [],
  };
}

function kindText(check: ResultCheck): string {
  return check.kind.replaceAll('_', ' ');
}

function unmatched(request: UpstreamRequest): Explained {
  const { end, hint } = UNMATCHED[answeredBy(request)];
  return {
    title: `a request to the upstream ${quoted(request.upstream)} ${end}`,
    facts: [{ kind: 'plain', label: 'request', text: requestText(request) }],
    hints: [hint],
  };
}

const UNMATCHED = {
  no_route: {
    end: 'matched no route',
    hint: 'add a route for it, or set "unmatched: allow" for this upstream',
  },
  unusable_route: {
    end: 'matched a route that HTTP cannot send',
    hint: 'mend the status or the headers of its route',
  },
  tunnel: {
    end: 'asked for a tunnel',
    hint: 'a stub is no proxy: ask it itself, by plain HTTP',
  },
  unreadable: {
    end: 'was no whole HTTP request',
    hint: 'stubs speak plain HTTP/1.1: see what the server sends to ${upstreams.NAME.url}',
  },
} as const;
