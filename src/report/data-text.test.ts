import { expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { Difference } from '../model/difference.ts';
import type { JsonValue } from '../model/json.ts';
import { explainData } from './data-text.ts';
import { failedCheck, messageText, wordingOf } from './sample-checks.ts';
import { ACTS_ON_TERMINAL, excerpt } from './sample-run.ts';
import type { Subject } from './subject.ts';

const STRUCTURED = { kind: 'structured', expected: { total: 3, events: [{ id: 'e1' }] } } as const;
const JSON_TEXT = { kind: 'json', expected: { total: 3 } } as const;
const SCHEMA = { kind: 'schema', expected: { type: 'object', required: ['total'] } } as const;
const JSON_SCHEMA = { ...SCHEMA, kind: 'json_schema' } as const;
const OUTPUT_SCHEMA = { kind: 'output_schema' } as const;
const STATE = { kind: 'state', expected: { want: 'match', value: { rows: 3 } } } as const;

const LONG = 'The quick brown fox jumps over the lazy dog. '.repeat(8);
const DIFFERENCES: readonly Difference[] = [
  { path: '/total', expected: 3, actual: '3' },
  { path: '/events/0/id', expected: 'e1', actual: undefined },
  { path: '/events/1', expected: undefined, actual: { id: 'e2', tags: [1, null, true] } },
  { path: '/events/2/a~1b', expected: {}, actual: [] },
  { path: '/text', expected: `${LONG}Then it sleeps.`, actual: `${LONG}Then it eats. ${LONG}` },
];
const PROBLEMS = [
  { path: '', message: 'missing property "total"', nearest: null },
  { path: '/events/0', message: 'unknown property "idd"', nearest: 'id' },
];

function numbers(count: number): readonly Difference[] {
  return Array.from({ length: count }, (_, at) => ({ path: `/${at}`, expected: at, actual: -1 }));
}

const SAMPLES: readonly AssertionResult[] = [
  failedCheck(STRUCTURED, { why: 'differs', differences: DIFFERENCES }),
  failedCheck(JSON_TEXT, {
    why: 'differs',
    differences: [{ path: '', expected: { total: 3 }, actual: [{ total: 3 }] }],
  }),
  failedCheck(JSON_TEXT, { why: 'differs', differences: numbers(12) }),
  failedCheck(JSON_TEXT, { why: 'differs', differences: numbers(20) }),
  failedCheck(STATE, {
    why: 'differs',
    differences: [{ path: '/rows', expected: 3, actual: 0 }],
  }),
  failedCheck(STRUCTURED, { why: 'no_structured' }),
  failedCheck(SCHEMA, { why: 'no_structured' }),
  failedCheck(OUTPUT_SCHEMA, { why: 'no_structured' }),
  failedCheck(JSON_TEXT, {
    why: 'no_json',
    excerpt: excerpt({ focus: 'Found 3 events:\n{"total":3', cutAfter: true }),
  }),
  failedCheck(JSON_SCHEMA, { why: 'no_json', excerpt: excerpt({}) }),
  failedCheck(SCHEMA, { why: 'schema_broken', problems: PROBLEMS }),
  failedCheck(JSON_SCHEMA, { why: 'schema_broken', problems: PROBLEMS }),
  failedCheck(OUTPUT_SCHEMA, {
    why: 'schema_broken',
    problems: Array.from({ length: 13 }, (_, at) => ({
      path: `/events/${at}/id`,
      message: 'must be string',
      nearest: null,
    })),
  }),
  failedCheck(SCHEMA, { why: 'schema_unusable', detail: 'unknown dialect: $schema is "x"' }),
  failedCheck(OUTPUT_SCHEMA, { why: 'schema_unusable', detail: '"$async" is not allowed' }),
  failedCheck(STRUCTURED, null),
  failedCheck(JSON_SCHEMA, null),
  failedCheck(OUTPUT_SCHEMA, null),
];

test('wording of all that can be wrong with data', async () => {
  const text = wordingOf(SAMPLES);
  expect(text).not.toMatch(/undefined|\[object/);
  await expect(text).toMatchFileSnapshot('golden/data.txt');
});

test('a sample of a contract has no "expect" into which anything could be written', () => {
  for (const evidence of [
    { why: 'no_structured' },
    { why: 'schema_broken', problems: PROBLEMS },
    { why: 'schema_unusable', detail: 'x' },
  ] as const) {
    const hints = (subject: Subject) => explainData(evidence, OUTPUT_SCHEMA, subject).hints;
    expect(hints('step').join()).toContain('the step\'s "expect"');
    expect(hints('sample')).toEqual([]);
  }
});

test('two long texts are shown where they begin to differ', () => {
  const ends = (expected: JsonValue, actual: JsonValue) =>
    explainData(
      { why: 'differs', differences: [{ path: '/a', expected, actual }] },
      STRUCTURED,
      'step',
    ).facts[0];
  expect(ends(`${LONG}x`, LONG)).toMatchObject({
    text: '/a: expected "… over the lazy dog. x", came "… over the lazy dog. "',
  });
  expect(ends('x'.repeat(300), LONG)).toMatchObject({
    text: expect.stringMatching(/^\/a: expected "x{99}…, came "The quick brown fox/),
  });
  const pairs = '😀'.repeat(100);
  expect(ends(`${pairs}a`, `${pairs}b`)).toMatchObject({
    text: `/a: expected "…${'😀'.repeat(10)}a", came "…${'😀'.repeat(10)}b"`,
  });
});

test('it is bounded and printable, whatever came', () => {
  const evil = '\x1b[2J\r\u202e\n\u0000::error::'.repeat(20_000);
  const wide = Array.from({ length: 100_000 }, () => ({ [evil.slice(0, 500)]: [evil] }));
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as JsonValue;
  const samples = [
    failedCheck(
      { kind: 'structured', expected: wide },
      {
        why: 'differs',
        differences: [
          { path: evil, expected: evil, actual: undefined },
          { path: `/${evil}`, expected: wide, actual: deep },
          { path: evil, expected: { [evil]: evil }, actual: `${evil}x` },
        ],
      },
    ),
    failedCheck(
      { kind: 'json', expected: deep },
      { why: 'no_json', excerpt: excerpt({ focus: evil }) },
    ),
    failedCheck(SCHEMA, {
      why: 'schema_broken',
      problems: [{ path: evil, message: evil, nearest: evil }],
    }),
    failedCheck(OUTPUT_SCHEMA, { why: 'schema_unusable', detail: evil }),
  ];
  for (const sample of samples) {
    const message = messageText(sample);
    expect(message).not.toBe('');
    expect(message.length).toBeLessThan(10_000);
    expect(message).not.toMatch(ACTS_ON_TERMINAL);
  }
});
