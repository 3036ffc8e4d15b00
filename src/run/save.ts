import { isDeeperThan, MAX_DEPTH } from '../model/depth.ts';
import { inexactIn } from '../model/exact.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Outcome } from '../model/outcome.ts';
import { valueAt } from '../model/pointer.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Saving } from '../model/scenario.ts';
import type { Unfound } from '../model/trouble.ts';
import { firstGroup } from '../validator/pattern.ts';
import { nearestPointer } from './nearest-pointer.ts';

const LIMIT_MS = 1000;

interface Saved {
  readonly values: JsonObject;
  /** What was to be saved and is not there. */
  readonly unfound: readonly Unfound[];
}

export const NOTHING_SAVED: Saved = { values: {}, unfound: [] };

/** The values that a step keeps, out of its last reply. */
export function saveValues(savings: readonly Saving[], outcome: Outcome): Saved {
  const values: Record<string, JsonValue> = {};
  const unfound: Unfound[] = [];
  for (const saving of savings) {
    const { name, place } = saving;
    const found = savedValue(saving, outcome);
    if (found.ok) values[name] = found.value;
    else unfound.push({ name, place, ...found.error });
  }
  return { values, unfound };
}

type Lack = Pick<Unfound, 'detail' | 'nearest'>;

function savedValue(saving: Saving, outcome: Outcome): Result<JsonValue, Lack> {
  if (saving.from === 'text') return ofText(saving.pattern, outcome.text);
  const { from, pointer } = saving;
  const whole = from === 'json' ? parsed(outcome.firstText) : rawOf(outcome);
  if (whole === undefined) {
    return lack(from === 'json' ? 'the first text is no JSON' : 'the reply is no result');
  }
  const value = valueAt(whole, pointer);
  if (value !== undefined) return keepable(value);
  const prefix = from === 'json' ? '/json' : '';
  const near = nearestPointer(whole, pointer);
  return lack(`nothing at ${prefix}${pointer}`, near === null ? null : prefix + near);
}

/** What is sent later must be what came. */
function keepable(value: JsonValue): Result<JsonValue, Lack> {
  if (isDeeperThan(value, MAX_DEPTH)) return lack(`it is nested deeper than ${MAX_DEPTH} levels`);
  const inexact = inexactIn(value);
  return inexact === undefined ? ok(value) : lack(`the number ${inexact} cannot be held exactly`);
}

function lack(detail: string, nearest: string | null = null): Result<never, Lack> {
  return err({ detail, nearest });
}

function rawOf({ reply }: Outcome): JsonObject | undefined {
  return reply.kind === 'result' ? reply.raw : undefined;
}

function ofText(pattern: string, text: string): Result<JsonValue, Lack> {
  const found = firstGroup(pattern, text, LIMIT_MS);
  if (!found.ok) return lack(`the pattern ${pattern} took too long`);
  return found.value === null ? lack(`no match of ${pattern}`) : ok(found.value);
}

function parsed(text: string | null): JsonValue | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
