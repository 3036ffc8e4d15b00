import { describe, expect, test } from 'vitest';
import type { CallTrouble } from '../model/verdict.ts';
import { isFinal, waitBeforeNext } from './retry.ts';

const LONG = 60_000;
const unreachable: CallTrouble = { kind: 'unreachable', detail: 'x' };
const html: CallTrouble = { kind: 'not_messages_api', field: null, detail: 'x' };
function status(code: number, retryAfter: string | null = null): CallTrouble {
  return { kind: 'status', status: code, type: null, message: '', retryAfter, location: null };
}

describe('asked again', () => {
  test.each([408, 409, 429, 500, 502, 503, 504, 529])('after %i', (code) => {
    expect(waitBeforeNext(status(code), 1, LONG)).toBe(250);
    expect(waitBeforeNext(status(code), 2, LONG)).toBe(1000);
  });

  test('after a connection that failed', () => {
    expect(waitBeforeNext(unreachable, 1, LONG)).toBe(250);
  });

  test.each([300, 307, 400, 401, 402, 403, 404, 410, 413, 422, 499])('not after %i', (code) => {
    expect(waitBeforeNext(status(code, '0'), 1, LONG)).toBeNull();
  });

  test('not after what is no reply of this API', () => {
    expect(waitBeforeNext(html, 1, LONG)).toBeNull();
  });

  test('not after the third attempt', () => {
    expect(waitBeforeNext(status(529), 3, LONG)).toBeNull();
  });
});

describe('the wait', () => {
  test.each<[string | null, number]>([
    ['0', 0],
    ['2', 2000],
    ['1.25', 1250],
    ['10', 10_000],
    ['11', 10_000],
    ['86400', 10_000],
    ['9'.repeat(400), 10_000],
    ['-1', 250],
    ['', 250],
    ['soon', 250],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 250],
    ['1e3', 250],
    [null, 250],
  ])('retry-after %s', (retryAfter, waitMs) => {
    expect(waitBeforeNext(status(429, retryAfter), 1, LONG)).toBe(waitMs);
  });

  test('is none when it would use up the time', () => {
    expect(waitBeforeNext(status(429, '2'), 1, 2000)).toBeNull();
    expect(waitBeforeNext(status(429, '2'), 1, 2001)).toBe(2000);
    expect(waitBeforeNext(unreachable, 1, 250)).toBeNull();
  });
});

test('what is final for every call', () => {
  expect([400, 401, 403].map((code) => isFinal(status(code)))).toEqual([true, true, true]);
  const others = [402, 404, 413, 429, 500, 307].map((code) => status(code));
  expect([...others, html, unreachable].filter(isFinal)).toEqual([]);
});
