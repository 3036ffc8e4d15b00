import { expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { UpstreamExpectation } from '../model/check.ts';
import {
  failedCheck,
  messageText,
  upstreamExpectation,
  upstreamRequest,
  wordingOf,
} from './sample-checks.ts';
import { ACTS_ON_TERMINAL } from './sample-run.ts';
import { upstreamExpectationText } from './upstream-text.ts';

const UNCHANGED = { kind: 'state', expected: { want: 'unchanged' } } as const;
const CHANGED = { kind: 'state', expected: { want: 'changed' } } as const;
const MATCH = { kind: 'state', expected: { want: 'match', value: { rows: [] } } } as const;
const WITHIN = { kind: 'within_ms', expected: 1200 } as const;

const upstream = (change: Partial<UpstreamExpectation>) =>
  ({ kind: 'upstream', upstream: 'mailchimp', expected: upstreamExpectation(change) }) as const;

const SHAPED = upstream({
  count: 1,
  method: 'POST',
  path: '/v3/campaigns',
  query: { dry: '1', list: 'a' },
  headers: { 'x-tenant': 'one' },
  json: { settings: { subject: 'Fall' } },
});

const many = (count: number) => Array.from({ length: count }, () => upstreamRequest());

const SAMPLES: readonly AssertionResult[] = [
  failedCheck(upstream({}), { why: 'upstream_count', matching: 0, received: [] }),
  failedCheck(upstream({ count: 0 }), { why: 'upstream_count', matching: 1, received: many(1) }),
  failedCheck(SHAPED, {
    why: 'upstream_count',
    matching: 0,
    received: [
      upstreamRequest({ query: { dry: '1' } }),
      upstreamRequest({ method: 'GET', path: '/v4', body: 'two\nlines', status: 501, route: null }),
    ],
  }),
  failedCheck(upstream({ count: 1, method: 'POST' }), {
    why: 'upstream_count',
    matching: 12,
    received: many(12),
  }),
  failedCheck(upstream({ count: 0 }), { why: 'not_in_live' }),
  failedCheck(upstream({ count: 0 }), null),
  failedCheck(UNCHANGED, {
    why: 'state_changed',
    differences: [
      { path: '/rows/0/name', expected: 'Fall', actual: 'Spring' },
      { path: '/rows/1', expected: { name: 'Summer' }, actual: undefined },
      { path: '/next', expected: undefined, actual: 4 },
    ],
  }),
  failedCheck(UNCHANGED, {
    why: 'state_changed',
    differences: [{ path: '', expected: [], actual: {} }],
  }),
  failedCheck(CHANGED, { why: 'state_unchanged' }),
  failedCheck(MATCH, { why: 'not_in_live' }),
  failedCheck(MATCH, null),
  failedCheck(UNCHANGED, null),
  failedCheck(WITHIN, { why: 'too_slow', tookMs: 1200.2 }),
  failedCheck(WITHIN, { why: 'too_slow', tookMs: 65_000 }),
  failedCheck(WITHIN, null),
];

test('wording of all that can go on around a call', async () => {
  const text = wordingOf(SAMPLES);
  expect(text).not.toMatch(/undefined|\[object/);
  await expect(text).toMatchFileSnapshot('golden/window.txt');
});

test.each<[Partial<UpstreamExpectation>, string]>([
  [{}, 'at least 1 request'],
  [{ count: 0 }, 'no request'],
  [{ count: 1 }, 'exactly 1 request'],
  [{ count: 1200, path: '/a' }, 'exactly 1,200 requests like /a'],
  [{ method: 'GET' }, 'at least 1 request like GET'],
  [{ count: 0, json: null }, 'no request like JSON body null'],
  [{ headers: { A: 'b', c: '' } }, 'at least 1 request like header A: b, header c: '],
])('%j', (expected, text) => {
  expect(upstreamExpectationText(upstreamExpectation(expected))).toBe(text);
});

test('it is bounded and printable, whatever came', () => {
  const evil = '\x1b[2J\r\u202e\n\u0000::error::'.repeat(20_000);
  const request = upstreamRequest({
    method: evil,
    path: evil,
    query: { [evil]: evil },
    body: evil,
  });
  const expected = upstreamExpectation({ path: evil, headers: { [evil]: evil }, json: [evil] });
  const samples = [
    failedCheck(
      { kind: 'upstream', upstream: evil, expected },
      { why: 'upstream_count', matching: 0, received: [request] },
    ),
    failedCheck(
      { kind: 'upstream', upstream: evil, expected },
      { why: 'upstream_count', matching: 0, received: Array(1000).fill(request) },
    ),
    failedCheck(UNCHANGED, {
      why: 'state_changed',
      differences: Array(20).fill({ path: evil, expected: { [evil]: evil }, actual: evil }),
    }),
    failedCheck({ kind: 'state', expected: { want: 'match', value: evil } }, null),
  ];
  for (const sample of samples) {
    const message = messageText(sample);
    expect(message.length).toBeLessThan(10_000);
    expect(message).not.toMatch(ACTS_ON_TERMINAL);
  }
});
