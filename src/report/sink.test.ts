import { Writable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { streamSink } from './sink.ts';

afterEach(() => void vi.useRealTimers());

function unread(): Writable {
  return new Writable({ write: () => undefined });
}

test('a slow reader is waited for, but not once the run is interrupted', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  let ended: unknown = null;
  const finish = streamSink(unread(), controller.signal).finish('text');
  void finish.then((result) => {
    ended = result;
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ended).toBeNull();
  controller.abort();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ended).toEqual({ ok: false, error: 'nobody reads it' });
});

test('nor when it had been interrupted before', async () => {
  vi.useFakeTimers();
  const finish = streamSink(unread(), AbortSignal.abort()).finish('text');
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await finish).ok).toBe(false);
});
