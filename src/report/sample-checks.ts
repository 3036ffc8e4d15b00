import type { AssertionEvidence, AssertionResult, ResultCheck } from '../model/assertion.ts';
import type { UpstreamExpectation } from '../model/check.ts';
import type { Prompt, UpstreamRequest } from '../model/outcome.ts';
import { assertionText } from './assertion-text.ts';
import { messageOf } from './explained.ts';
import { placeOf, SCENARIO_FILE } from './sample-run.ts';

/** Made-up results of checks of data and of what goes on around a call, for tests of their wording. */

export function failedCheck(
  check: ResultCheck,
  evidence: AssertionEvidence | null,
): AssertionResult {
  const place = placeOf(SCENARIO_FILE, 'tool: find_events');
  return { check, own: true, place, status: 'failed', evidence };
}

/** One text of all of them, as a golden file holds it. */
export function wordingOf(results: readonly AssertionResult[]): string {
  const texts = results.map((result) => {
    const name = `${result.check.kind}: ${result.evidence?.why ?? 'no evidence'}`;
    return `${name}\n${messageText(result).replace(/^/gm, '  ')}\n`;
  });
  return texts.join('\n');
}

export function messageText(result: AssertionResult): string {
  const explained = assertionText(result, 'step');
  return explained === null ? '' : messageOf(explained);
}

export function upstreamRequest(change: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    upstream: 'mailchimp',
    method: 'POST',
    path: '/v3/lists',
    query: {},
    headers: {},
    body: '{"name":"Fall"}',
    status: 200,
    route: { index: 0, own: false },
    ...change,
  };
}

export function upstreamExpectation(change: Partial<UpstreamExpectation>): UpstreamExpectation {
  const any = { count: null, method: null, path: null, query: {}, headers: {}, json: undefined };
  return { ...any, ...change };
}

export function prompt(change: Partial<Prompt> = {}): Prompt {
  return {
    kind: 'elicitation',
    mode: 'form',
    message: 'Reset 3 rows?',
    answer: 'accept',
    trouble: null,
    ...change,
  };
}

/** Sampling that was answered. */
export const SAMPLING = prompt({
  kind: 'sampling',
  mode: null,
  message: 'Sum up the season.',
  answer: 'A season of 12 events.',
});
