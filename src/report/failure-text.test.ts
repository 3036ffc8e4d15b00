import { describe, expect, test } from 'vitest';
import type { AssertionResult } from '../model/run-result.ts';
import { failureText } from './failure-text.ts';
import { placeOf, SUITE_FILE, scenarioEnd, scenarioRef } from './sample-run.ts';
import { PLAIN } from './style.ts';

function unmatched(path: string): AssertionResult {
  const request = { upstream: 'events', method: 'GET', path, query: {}, headers: {}, body: '' };
  return {
    check: { kind: 'upstream_unmatched', upstream: 'events' },
    own: false,
    place: placeOf(SUITE_FILE, 'events'),
    status: 'failed',
    evidence: { why: 'unmatched', request: { ...request, status: 501, route: null } },
  };
}

function textOf(assertions: readonly AssertionResult[]): string {
  const end = scenarioEnd({ status: 'failed', assertions });
  const rest = { scenario: scenarioRef(), steps: [], attempts: 1, flaky: false };
  return failureText({ ...end, ...rest }, false, PLAIN);
}

describe('requests without a route', () => {
  test('that are equal are told once', () => {
    const text = textOf(Array.from({ length: 16_000 }, () => unmatched('/a')));
    expect(text.split('\n').filter((line) => line.includes('GET /a'))).toHaveLength(1);
    expect(text).toContain('the same 16,000 times in all');
    expect(text.split('\n').length).toBeLessThan(10);
  });

  test('that differ are bounded, and the rest is counted', () => {
    const text = textOf(Array.from({ length: 1_000 }, (_, index) => unmatched(`/${index}`)));
    expect(text).toContain('GET /4 ');
    expect(text).not.toContain('GET /5 ');
    expect(text).toContain('… and 995 more requests without a route');
  });
});
