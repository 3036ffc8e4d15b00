import type { CallTrouble } from '../model/verdict.ts';

const MAX_ATTEMPTS = 3;
const BACKOFF_MS = 250;
/** A server may ask for a day. */
const MAX_WAIT_MS = 10_000;
const RETRIED: readonly number[] = [408, 409, 429];
const FINAL: readonly number[] = [400, 401, 403];

/** The wait before the next attempt, in ms; null when there is to be none. `attempts` were made, `leftMs` remain. */
export function waitBeforeNext(
  trouble: CallTrouble,
  attempts: number,
  leftMs: number,
): number | null {
  if (attempts >= MAX_ATTEMPTS || !mayPass(trouble)) return null;
  const waitMs = Math.min(MAX_WAIT_MS, askedFor(trouble) ?? BACKOFF_MS * 4 ** (attempts - 1));
  // Waiting the rest of the time away would turn a known cause into a time-out.
  return waitMs < leftMs ? waitMs : null;
}

/** Whether every other call would meet the same: the key or the request itself is refused. */
export function isFinal(trouble: CallTrouble): boolean {
  return trouble.kind === 'status' && FINAL.includes(trouble.status);
}

function mayPass(trouble: CallTrouble): boolean {
  if (trouble.kind === 'status') return RETRIED.includes(trouble.status) || trouble.status >= 500;
  return trouble.kind === 'unreachable';
}

/** What `retry-after` asks for, in ms. Its other form, a date, is left to the usual wait. */
function askedFor(trouble: CallTrouble): number | null {
  if (trouble.kind !== 'status' || trouble.retryAfter === null) return null;
  const { retryAfter } = trouble;
  return /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
}
