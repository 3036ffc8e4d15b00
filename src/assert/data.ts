import { isDeeperThan, MAX_DEPTH } from '../model/depth.ts';
import { differences } from '../model/difference.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Outcome } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import { compileSchema } from '../validator/schema.ts';
import { excerptHead } from './excerpt.ts';
import { failed, type Judgement, PASSED } from './judgement.ts';

type Data = 'structured' | 'json';

/** An object may have more keys than expected; a list needs equal length. */
export function judgeData(data: Data, expected: JsonValue, outcome: Outcome): Judgement {
  const actual = dataOf(data, outcome);
  if (!actual.ok) return actual.error;
  const found = differences(expected, actual.value, true);
  return found.length === 0 ? PASSED : failed({ why: 'differs', differences: found });
}

export function judgeSchema(data: Data, schema: JsonObject, outcome: Outcome): Judgement {
  const actual = dataOf(data, outcome);
  return actual.ok ? holdAgainst(schema, actual.value) : actual.error;
}

/** A tool that declares a schema owes data that fits it, whenever it reports no error. */
export function judgeOutputSchema(schema: JsonValue | null, outcome: Outcome): Judgement {
  if (schema === null || outcome.error !== null) return PASSED;
  const actual = dataOf('structured', outcome);
  return actual.ok ? holdAgainst(schema, actual.value) : actual.error;
}

function holdAgainst(schema: JsonValue, value: JsonValue): Judgement {
  const compiled = compileSchema(schema);
  const checked = compiled.ok ? compiled.value(value) : compiled;
  if (!checked.ok) {
    const { detail } = checked.error;
    return { status: 'errored', evidence: { why: 'schema_unusable', detail } };
  }
  const problems = checked.value;
  return problems.length === 0 ? PASSED : failed({ why: 'schema_broken', problems });
}

function dataOf(data: Data, outcome: Outcome): Result<JsonValue, Judgement> {
  if (data === 'structured') {
    return outcome.structured === null
      ? err(failed({ why: 'no_structured' }))
      : ok(outcome.structured);
  }
  const text = outcome.firstText ?? '';
  const value = parsed(text);
  return value === undefined
    ? err(failed({ why: 'no_json', excerpt: excerptHead(text) }))
    : ok(value);
}

function parsed(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isDeeperThan(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}
