import { expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { checkSchemas } from './schemas.ts';
import { tool } from './test-rig.ts';

const fine = { type: 'object', properties: { a: { type: 'string' } } };
const owing = (name: string, outputSchema: JsonValue, inputSchema: JsonValue = fine) =>
  tool(name, { inputSchema, outputSchema });
const told = (...tools: Parameters<typeof checkSchemas>[0]) =>
  checkSchemas(tools).map((found) => [found.tool, found.code, 'which' in found ? found.which : '']);

test('a tool owes an output schema, and all schemas must compile', () => {
  expect(told(owing('good', fine))).toEqual([]);
  expect(told(owing('good', true))).toEqual([]);
  expect(told(tool('silent'))).toEqual([['silent', 'output_schema_missing', '']]);
  expect(told(tool('bare', { inputSchema: null, outputSchema: fine }))).toEqual([
    ['bare', 'schema_unusable', 'inputSchema'],
  ]);
  expect(told(owing('null', null))).toEqual([['null', 'schema_unusable', 'outputSchema']]);
  expect(told(owing('both', { type: 'row' }, { type: 'row' }))).toEqual([
    ['both', 'schema_unusable', 'inputSchema'],
    ['both', 'schema_unusable', 'outputSchema'],
  ]);
});

test('one that any object fits describes nothing, unless it names a part', () => {
  const vacuous = [
    { type: 'object' },
    { type: 'object', properties: {}, required: [], additionalProperties: true },
    { type: 'object', description: 'What came.', additionalProperties: {} },
  ];
  for (const schema of vacuous) {
    expect(told(owing('t', schema))).toEqual([['t', 'output_schema_vacuous', '']]);
  }
  const telling = [
    { type: 'object', properties: { rows: {} } },
    { type: 'object', properties: {}, additionalProperties: false },
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', required: ['rows'] },
    { type: 'object', $ref: '#/$defs/rows', $defs: { rows: { required: ['rows'] } } },
  ];
  for (const schema of telling) expect(told(owing('t', schema))).toEqual([]);
});

test('each dialect is read as what it is', () => {
  const draft07 = 'http://json-schema.org/draft-07/schema#';
  expect(told(owing('old', { $schema: draft07, items: [{ type: 'string' }] }))).toEqual([]);
  expect(told(owing('new', { prefixItems: [{ type: 'string' }] }))).toEqual([]);
  expect(told(owing('own', { $schema: 'https://example.com/own' }))).toEqual([
    ['own', 'schema_unusable', 'outputSchema'],
  ]);
});

const ID = 'https://example.com/same';
const HOSTILE: Readonly<Record<string, JsonValue>> = {
  async: { $async: true, type: 'object' },
  twice: { $defs: { a: { $id: ID }, b: { $id: ID } } },
  nowhere: { $ref: '#/$defs/nothing' },
  of_another: { $ref: ID },
  // Not an expression in either reading.
  pattern: { properties: { a: { pattern: '(' } } },
};

test.each(Object.entries(HOSTILE))('%s: that tool alone is named', (name, schema) => {
  // The same `$id` in two tools is no clash: each schema stands for itself.
  const tools = [
    owing('one', { ...fine, $id: ID }),
    owing(name, schema),
    owing('two', { $id: ID }),
  ];
  expect(told(...tools)).toEqual([[name, 'schema_unusable', 'outputSchema']]);
  const [found] = checkSchemas(tools);
  expect(found).toMatchObject({ detail: expect.stringMatching(/\w/) });
});

test('a pattern that backtracks for ever compiles, and costs nothing here', () => {
  const started = performance.now();
  const endless = { properties: { a: { pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` } } };
  expect(told(owing('endless', endless), owing('next', fine))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(2000);
});
