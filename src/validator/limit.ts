import { createContext, Script } from 'node:vm';
import { err, ok, type Result } from '../model/result.ts';

const slot: { work: (() => unknown) | null } = { work: null };
const script = new Script('work()');
let room: object | null = null;

/**
 * Runs synchronous work that foreign input may make endless, such as a pattern that backtracks:
 * no timer fires while it runs, but the watchdog of `vm` ends it. Costs about 0.1 ms.
 */
export function runLimited<T>(work: () => T, limitMs: number): Result<T, 'too_slow'> {
  room ??= createContext(slot);
  let result: Result<T, 'too_slow'> = err('too_slow');
  slot.work = () => {
    result = ok(work());
  };
  try {
    script.runInContext(room, { timeout: limitMs });
  } catch (thrown) {
    if (!isTimeout(thrown)) throw thrown;
  } finally {
    slot.work = null;
  }
  return result;
}

/** Not by `instanceof`: the error comes from the other context's realm. */
function isTimeout(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'code' in thrown &&
    thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
