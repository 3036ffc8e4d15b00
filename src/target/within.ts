import { setTimeout as delay } from 'node:timers/promises';

/** Waits for some work, whatever it gives, but not longer than so many ms. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = delay(ms, null, { signal: timer.signal }).catch(() => {});
  await Promise.race([work, late]);
  timer.abort();
}
