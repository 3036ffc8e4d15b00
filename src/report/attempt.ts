import { err, ok, type Result } from '../model/result.ts';

/** A value, or the message of what was thrown: for calls of the system that may be refused. */
export function attempt<T>(work: () => T): Result<T, string> {
  try {
    return ok(work());
  } catch (thrown) {
    return err(messageOf(thrown));
  }
}

export async function attemptAsync<T>(work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work());
  } catch (thrown) {
    return err(messageOf(thrown));
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
