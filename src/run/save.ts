import { isDeeperThan, MAX_DEPTH } from '../model/depth.ts';
import { inexactIn } from '../model/exact.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Outcome } from '../model/outcome.ts';
import { valueAt } from '../model/pointer.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Saving } from '../model/scenario.ts';
import type { Trouble } from '../model/trouble.ts';
import { firstGroup } from '../validator/pattern.ts';

const LIMIT_MS = 1000;

/** The values that a step keeps, out of its last reply. One that is not there fails the step. */
export function saveValues(
  savings: readonly Saving[],
  outcome: Outcome,
): Result<JsonObject, Trouble> {
  const saved: Record<string, JsonValue> = {};
  for (const saving of savings) {
    const found = savedValue(saving, outcome);
    if (!found.ok) {
      const { name, place } = saving;
      return err({ code: 'not_saved', name, detail: found.error, place });
    }
    saved[saving.name] = found.value;
  }
  return ok(saved);
}

function savedValue(saving: Saving, outcome: Outcome): Result<JsonValue, string> {
  if (saving.from === 'text') return ofText(saving.pattern, outcome.text);
  const whole = saving.from === 'json' ? parsed(outcome.firstText) : rawOf(outcome);
  if (whole === undefined) {
    return err(saving.from === 'json' ? 'the first text is no JSON' : 'the reply is no result');
  }
  const value = valueAt(whole, saving.pointer);
  if (value !== undefined) return keepable(value);
  return err(`nothing at ${saving.from === 'json' ? '/json' : ''}${saving.pointer}`);
}

/** What is sent later must be what came. */
function keepable(value: JsonValue): Result<JsonValue, string> {
  if (isDeeperThan(value, MAX_DEPTH)) return err(`it is nested deeper than ${MAX_DEPTH} levels`);
  const inexact = inexactIn(value);
  return inexact === undefined ? ok(value) : err(`the number ${inexact} cannot be held exactly`);
}

function rawOf({ reply }: Outcome): JsonObject | undefined {
  return reply.kind === 'result' ? reply.raw : undefined;
}

function ofText(pattern: string, text: string): Result<JsonValue, string> {
  const found = firstGroup(pattern, text, LIMIT_MS);
  if (!found.ok) return err(`the pattern ${pattern} took too long`);
  return found.value === null ? err(`no match of ${pattern}`) : ok(found.value);
}

function parsed(text: string | null): JsonValue | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
