import { describe, expect, test } from 'vitest';
import type { AssertionEvidence, AssertionResult, ResultCheck } from '../model/assertion.ts';
import { assertionText } from './assertion-text.ts';
import { explainedLines, messageOf } from './explained.ts';
import { ABSENT, ACTS_ON_TERMINAL, excerpt, placeOf, SCENARIO_FILE } from './sample-run.ts';
import { PLAIN } from './style.ts';

const PLACE = placeOf(SCENARIO_FILE, 'expected_contains');
const CONTAINS = { kind: 'contains', expected: 'Saguaro Showcase' } as const;
const NO_ERROR = { kind: 'error', expected: { want: 'none' } } as const;
const ERROR = {
  kind: 'error',
  expected: { want: 'error', channel: 'tool', code: 'not_found', contains: ['no event'] },
} as const;
const TOOL_ERROR = { channel: 'tool', code: 'gone', text: 'There is no\nevent \x1b[31mx' } as const;
const RPC_ERROR = { channel: 'protocol', code: -32602, text: 'Invalid params' } as const;
const REQUEST = {
  upstream: 'events',
  method: 'POST',
  path: '/v2/events',
  query: { season: '2025-26' },
  headers: {},
  body: '{"a":1}',
  status: 501,
  route: null,
} as const;

function result(check: ResultCheck, evidence: AssertionEvidence | null): AssertionResult {
  return { check, own: true, place: PLACE, status: 'failed', evidence };
}

const near = excerpt({ before: 'x ', focus: 'Saguaro  Showcase', after: ' y', cutAfter: true });

const SAMPLES: readonly AssertionResult[] = [
  ABSENT,
  result(CONTAINS, { why: 'absent', nearest: null, length: 1234 }),
  result(CONTAINS, {
    why: 'absent',
    nearest: { excerpt: near, differs: 'white_space' },
    length: 30,
  }),
  result(
    { kind: 'contains', expected: 'café' },
    {
      why: 'absent',
      nearest: { excerpt: excerpt({ focus: 'cafe\u0301' }), differs: 'unicode' },
      length: 5,
    },
  ),
  result(
    { kind: 'contains', expected: 'two\nlines\n' },
    {
      why: 'absent',
      nearest: null,
      length: 0,
    },
  ),
  result(CONTAINS, { why: 'no_text' }),
  result({ kind: 'not_contains', expected: 'undefined' }, { why: 'present', excerpt: near }),
  result({ kind: 'not_contains', expected: 'undefined' }, { why: 'no_text' }),
  result(
    { kind: 'matches', expected: '\\d{4}-\\d{2}' },
    {
      why: 'no_match',
      excerpt: excerpt({ focus: 'No events found', cutAfter: true }),
      length: 300,
    },
  ),
  result({ kind: 'matches', expected: '(a+)+$' }, { why: 'pattern_too_slow', limitMs: 1000 }),
  result(CONTAINS, { why: 'empty_needle' }),
  result(CONTAINS, { why: 'step_did_not_hold' }),
  result(NO_ERROR, { why: 'unexpected_error', error: TOOL_ERROR }),
  result(NO_ERROR, { why: 'unexpected_error', error: RPC_ERROR }),
  result(NO_ERROR, {
    why: 'unexpected_error',
    error: RPC_ERROR,
    undeclared: ['elicitation', 'sampling', 'roots'],
  }),
  result(ERROR, { why: 'error_expected', excerpt: excerpt({ focus: 'Harbor Kickoff' }) }),
  result(ERROR, { why: 'wrong_channel', error: RPC_ERROR }),
  result(
    { kind: 'error', expected: { want: 'error', channel: null, code: 404, contains: [] } },
    { why: 'wrong_channel', error: { channel: 'tool', code: 404, text: '{"code":404}' } },
  ),
  result(ERROR, { why: 'wrong_code', error: TOOL_ERROR }),
  result(ERROR, {
    why: 'wrong_code',
    error: { channel: 'protocol', code: -32000, dataCode: 'stale', text: 'no' },
  }),
  result(ERROR, {
    why: 'wrong_code',
    error: { channel: 'tool', code: 'old', structuredCode: 'stale', text: 'no' },
  }),
  result(ERROR, { why: 'wrong_code', error: { channel: 'tool', code: null, text: 'no' } }),
  result(ERROR, { why: 'error_text_absent', missing: 'no event\n', error: TOOL_ERROR }),
  result(
    { kind: 'upstream_unmatched', upstream: 'events' },
    {
      why: 'unmatched',
      request: REQUEST,
    },
  ),
  result(
    { kind: 'upstream_route_used', upstream: 'events', route: 'GET /v1/events' },
    {
      why: 'never_hit',
      received: [],
    },
  ),
  result(
    { kind: 'upstream_route_used', upstream: 'events', route: 'GET /v1/events' },
    {
      why: 'never_hit',
      received: ['GET /v1/events?limit=2', 'GET /v1/event'],
    },
  ),
  result(NO_ERROR, null),
];

function shown(sample: AssertionResult): string[] {
  const explained = assertionText(sample, 'output');
  if (explained === null) return [];
  return [explained.title, ...explainedLines(explained, PLAIN)];
}

describe('assertionText', () => {
  test('wording of every evidence', async () => {
    const text = SAMPLES.map((sample) => {
      const name = `${sample.check.kind}: ${sample.evidence?.why ?? 'no evidence'}`;
      return `${name}\n${shown(sample)
        .map((line) => `  ${line}`)
        .join('\n')}\n`;
    });
    await expect(text.join('\n')).toMatchFileSnapshot('golden/assertion.txt');
  });

  test('says nothing of a passed one', () => {
    expect(assertionText({ ...ABSENT, status: 'passed', evidence: null }, 'step')).toBeNull();
  });

  test('names what was looked at', () => {
    expect(assertionText(ABSENT, 'step')?.title).toBe(
      "the step's text does not contain what was expected",
    );
  });

  test('a message is bounded and printable, whatever came', () => {
    const evil = '\x1b[2J\r\u202e\n\u0000'.repeat(100_000);
    const samples = [
      result(
        { kind: 'contains', expected: evil },
        {
          why: 'absent',
          nearest: {
            excerpt: excerpt({ before: evil, focus: evil, after: evil }),
            differs: 'letters',
          },
          length: evil.length,
        },
      ),
      result(NO_ERROR, {
        why: 'unexpected_error',
        error: { channel: 'tool', code: evil, text: evil },
      }),
      result(
        { kind: 'upstream_route_used', upstream: evil, route: evil },
        {
          why: 'never_hit',
          received: Array.from({ length: 10_000 }, () => evil),
        },
      ),
    ];
    for (const sample of samples) {
      const explained = assertionText(sample, 'output');
      const message = explained === null ? '' : messageOf(explained);
      expect(message.length).toBeLessThan(50_000);
      expect(message).not.toMatch(ACTS_ON_TERMINAL);
    }
  });
});
