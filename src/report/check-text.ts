import type { ResultCheck } from '../model/assertion.ts';
import type { Channel, ErrorExpectation, StateExpectation } from '../model/check.ts';
import type { JsonValue } from '../model/json.ts';
import { unreachable } from '../model/result.ts';
import { expectationJson } from './execution-text.ts';
import { upstreamJson } from './upstream-text.ts';
import { valueText } from './value-text.ts';
import { allOf, quoted } from './words.ts';

/** What a check expects, in the form its author writes it; `true` of one that is implied. */
export function expectedJson(check: ResultCheck): JsonValue {
  switch (check.kind) {
    case 'contains':
    case 'not_contains':
    case 'matches':
    case 'judge':
    case 'structured':
    case 'json':
    case 'schema':
    case 'json_schema':
    case 'elicitations':
    case 'within_ms':
      return check.expected;
    case 'error':
      return errorJson(check.expected);
    case 'upstream':
      return { [check.upstream]: upstreamJson(check.expected) };
    case 'state':
      return check.expected.want === 'match' ? check.expected.value : check.expected.want;
    case 'execution':
      return expectationJson(check.expected);
    case 'output_schema':
    case 'execution_claims':
    case 'policy_kept':
    case 'prompts':
      return true;
    case 'contract':
      return { [check.rule]: check.written };
    case 'upstream_unmatched':
      return { upstream: check.upstream };
    case 'upstream_route_used':
      return { upstream: check.upstream, route: check.route };
    default:
      return unreachable(check);
  }
}

/** The channels of an error, as their makers know them. */
export function channelText(channel: Channel): string {
  return channel === 'tool' ? 'a tool error (isError)' : 'a JSON-RPC error';
}

export function errorExpectationText(expectation: ErrorExpectation): string {
  if (expectation.want === 'none') return 'no error';
  const { channel, code, contains } = expectation;
  const kind = channel === null ? 'an error' : channelText(channel);
  const withCode = code === null ? [] : [`with code ${codeText(code)}`];
  const withText = contains.length === 0 ? [] : [`containing ${allOf(contains.map(quoted))}`];
  return [kind, ...withCode, ...withText].join(' ');
}

export function stateText(expectation: StateExpectation): string {
  return expectation.want === 'match'
    ? `a state with ${valueText(expectation.value)}`
    : expectation.want;
}

/** A number is told from a string of digits. */
export function codeText(code: number | string | null): string {
  if (code === null) return 'none';
  return typeof code === 'number' ? String(code) : quoted(code);
}

function errorJson(expectation: ErrorExpectation): JsonValue {
  if (expectation.want === 'none') return false;
  const { channel, code, contains } = expectation;
  if (channel === null && code === null && contains.length === 0) return true;
  return {
    ...(channel === null ? {} : { channel }),
    ...(code === null ? {} : { code }),
    ...(contains.length === 0 ? {} : { contains }),
  };
}
