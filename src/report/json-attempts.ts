import type { JsonObject } from '../model/json.ts';
import type { ProxyAttempt } from '../model/outcome.ts';

/** What was asked of the tripwire; nothing where nothing was. */
export function attemptsJson(attempts: readonly ProxyAttempt[]): JsonObject {
  return attempts.length === 0 ? {} : { network_attempts: attempts.map((each) => ({ ...each })) };
}
