import { expect, test } from 'vitest';
import type { ResultCheck } from '../model/assertion.ts';
import type { StepResult } from '../model/run-result.ts';
import { compileOwn } from '../validator/own.ts';
import { expectedJson } from './check-text.ts';
import { stepJson } from './json-step.ts';
import schema from './report.schema.json' with { type: 'json' };
import { failedCheck, prompt, SAMPLING, upstreamExpectation } from './sample-checks.ts';
import { SCENARIO_FILE, stepResult } from './sample-run.ts';

const { $schema, $defs } = schema;
const validate = compileOwn({ $schema, $defs, $ref: '#/$defs/step' });

/** A step that the schema of reports accepts. */
function told(change: Partial<StepResult>) {
  const json = stepJson(stepResult(change), SCENARIO_FILE, 'step');
  expect(validate(JSON.parse(JSON.stringify(json)))).toEqual([]);
  return json;
}

test('the state around it', () => {
  expect(told({ state: { before: { rows: [1] }, after: null } })).toMatchObject({
    state: { before: { rows: [1] }, after: null },
  });
  expect(told({})).not.toHaveProperty('state');
});

test('what it asked of the tripwire', () => {
  const attempt = { method: 'CONNECT', host: 'api.example.org', port: 443, path: null };
  const unreadable = { method: '(unreadable)', host: null, port: null, path: 'TLS', more: 3 };
  expect(told({ attempts: [attempt, unreadable] })).toMatchObject({
    network_attempts: [attempt, unreadable],
  });
  expect(told({})).not.toHaveProperty('network_attempts');
});

test('its prompts, and how many of them are elicitations', () => {
  const refused = prompt({
    message: 'Sure?',
    answer: null,
    trouble: { kind: 'no_answer_left', scripted: 1 },
  });
  const json = told({ prompts: [prompt({ mode: 'url' }), SAMPLING, refused] });
  expect(json).toMatchObject({
    elicitations: 2,
    prompts: [
      { kind: 'elicitation', mode: 'url', message: 'Reset 3 rows?', answer: 'accept' },
      { kind: 'sampling', mode: null, answer: 'A season of 12 events.' },
      { answer: null, trouble: { code: 'no_answer_left', message: expect.stringMatching('Sure') } },
    ],
  });
  expect(json).not.toHaveProperty('prompts.0.trouble');
  expect(told({ prompts: [SAMPLING] }).elicitations).toBe(0);
  expect(told({})).not.toHaveProperty('prompts');
});

test('values and texts that are too large are cut, and say so', () => {
  const big = 'x'.repeat(100_000);
  const json = told({
    state: { before: { big }, after: big },
    prompts: [prompt({ message: big })],
  });
  expect(json).toMatchObject({
    state: { before_text_truncated: true, after_text_bytes: 100_002 },
    prompts: [{ message_truncated: true, message_bytes: 100_000 }],
  });
  expect(JSON.stringify(json).length).toBeLessThan(250_000);
});

test('only so many prompts and requests, with the number of the rest', () => {
  const rest = { method: 'GET', path: '/', query: {}, headers: {}, body: '', status: 200 };
  const requests = (upstream: string, length: number) =>
    Array.from({ length }, () => ({ upstream, ...rest, route: null }));
  const json = told({
    prompts: Array.from({ length: 20_000 }, () => SAMPLING),
    upstream: [...requests('mail', 2), ...requests('events', 50_000)],
  });
  expect(json).toMatchObject({ prompts_left_out: 19_900, upstream_left_out: { events: 49_000 } });
  const { prompts, upstream } = json as { prompts: []; upstream: Record<string, []> };
  expect([prompts.length, upstream.mail?.length, upstream.events?.length]).toEqual([100, 2, 1000]);
});

/** The compiler sees to it that none is forgotten. */
const CHECKS: Readonly<Record<ResultCheck['kind'], ResultCheck>> = {
  contains: { kind: 'contains', expected: 'a' },
  not_contains: { kind: 'not_contains', expected: 'a' },
  matches: { kind: 'matches', expected: 'a' },
  judge: { kind: 'judge', expected: 'a' },
  error: { kind: 'error', expected: { want: 'none' } },
  structured: { kind: 'structured', expected: [1] },
  json: { kind: 'json', expected: null },
  schema: { kind: 'schema', expected: {} },
  json_schema: { kind: 'json_schema', expected: {} },
  output_schema: { kind: 'output_schema' },
  upstream: { kind: 'upstream', upstream: 'a', expected: upstreamExpectation({ count: 1 }) },
  state: { kind: 'state', expected: { want: 'match', value: 1.5 } },
  elicitations: { kind: 'elicitations', expected: 0 },
  within_ms: { kind: 'within_ms', expected: 20 },
  prompts: { kind: 'prompts' },
  execution: { kind: 'execution', expected: { want: 'none' } },
  execution_claims: { kind: 'execution_claims' },
  policy_kept: { kind: 'policy_kept' },
  contract: { kind: 'contract', rule: 'hints', written: 'explicit' },
  upstream_unmatched: { kind: 'upstream_unmatched', upstream: 'a' },
  upstream_route_used: { kind: 'upstream_route_used', upstream: 'a', route: 'GET /' },
};

test.each(Object.entries(CHECKS))('a check of the kind %s', (kind, check) => {
  const { assertions } = told({ assertions: [failedCheck(check, null)] });
  expect(check.kind).toBe(kind);
  expect(assertions).toMatchObject([{ kind, expected: expectedJson(check), line: 4 }]);
});
