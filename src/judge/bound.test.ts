import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Bound } from './bound.ts';

const LIMIT_MS = 5000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function bounded() {
  const outer = new AbortController();
  const halt = new AbortController();
  const bound = new Bound(LIMIT_MS, outer.signal, halt.signal);
  const state = () => [bound.calls.aborted, bound.waits.aborted, bound.cause];
  return { outer, halt, bound, state };
}

describe('a bound', () => {
  test('has no clock before it starts', () => {
    const { bound, state } = bounded();
    vi.advanceTimersByTime(10 * LIMIT_MS);
    expect(state()).toEqual([false, false, null]);
    expect(bound.leftMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('ends when the time is up', () => {
    const { bound, outer, state } = bounded();
    bound.start();
    vi.advanceTimersByTime(LIMIT_MS - 1);
    expect(state()).toEqual([false, false, null]);
    expect(bound.leftMs).toBe(1);
    vi.advanceTimersByTime(1);
    expect(state()).toEqual([true, true, 'timeout']);
    outer.abort();
    expect(bound.cause).toBe('timeout');
  });

  test('ends with the run, also when that has ended before', () => {
    const { outer, halt, state } = bounded();
    outer.abort();
    expect(state()).toEqual([true, true, 'interrupted']);
    expect(new Bound(LIMIT_MS, outer.signal, halt.signal).cause).toBe('interrupted');
  });

  test('ends only waits when judging halts, also when it has halted before', () => {
    const { outer, halt, state } = bounded();
    halt.abort();
    expect(state()).toEqual([false, true, null]);
    expect(new Bound(LIMIT_MS, outer.signal, halt.signal).waits.aborted).toBe(true);
  });

  test('leaves neither a timer nor a listener', () => {
    const { outer, halt, bound } = bounded();
    bound.start();
    expect(vi.getTimerCount()).toBe(1);
    bound.release();
    expect(vi.getTimerCount()).toBe(0);
    const left = [outer, halt].flatMap(({ signal }) => getEventListeners(signal, 'abort'));
    expect(left).toEqual([]);
  });
});
