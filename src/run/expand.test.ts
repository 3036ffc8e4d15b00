import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Scope } from '../scenario/interpolate.ts';
import { loadScenario, step } from '../scenario/test-rig.ts';
import { expandAssertions } from './expand.ts';

const SUITE = 'target: {command: node}\nstate: {resource: a}\n';

/** What a check of a step expects once its placeholders are filled in; `case.x` is `value`. */
function expanded(expect: string, value: JsonValue) {
  const text = `${step(`expect: ${expect}`)}cases: {a: {x: "x"}}\n`;
  const [first] = loadScenario(text, SUITE).steps;
  const variant: JsonObject = { x: value };
  const own = first?.assertions.filter((assertion) => assertion.own) ?? [];
  const result = expandAssertions(own, { vars: {}, variant, env: {} } as unknown as Scope);
  if (!result.ok) return result.error.code;
  const [only] = result.value;
  return only !== undefined && 'expected' in only ? only.expected : null;
}

describe('the state', () => {
  test.each(['changed', 'unchanged'])('%s means the same wherever it comes from', (word) => {
    expect(expanded('{state: "${case.x}"}', word)).toEqual({ want: word });
    expect(expanded(`{state: ${word}}`, '')).toEqual({ want: word });
  });

  test.each<JsonValue>(['same', 1, true])('%j is what it has to hold', (value) => {
    expect(expanded('{state: "${case.x}"}', value)).toEqual({ want: 'match', value });
  });
});

describe('the code of an error', () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['"${case.x}"', 'stale', 'stale'],
    ['"${case.x}"', -32602, -32602],
    ['"${case.x}"', '-32602', '-32602'],
    ['"e_${case.x}"', 7, 'e_7'],
    ['plain', 0, 'plain'],
    ['-32602', 0, -32602],
  ])('%s with %j', (code, value, becomes) => {
    const contains = ['text x'];
    expect(expanded(`{error: {code: ${code}, contains: "text x"}}`, value)).toMatchObject({
      code: becomes,
      contains,
    });
  });

  test('that comes out empty is missing', () => {
    expect(expanded('{error: {code: "${case.x}"}}', '')).toBe('missing_value');
  });
});
