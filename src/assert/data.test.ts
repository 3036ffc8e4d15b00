import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Outcome } from '../model/outcome.ts';
import { judgeData, judgeOutputSchema, judgeSchema } from './data.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

function outcome(parts: Partial<Outcome>): Outcome {
  return {
    reply: { kind: 'result', raw: {} },
    error: null,
    text: '',
    textFrom: 'none',
    structured: null,
    firstText: null,
    ...parts,
  };
}
const structured = (value: JsonValue) => outcome({ structured: value });
const text = (firstText: string) => outcome({ text: firstText, textFrom: 'blocks', firstText });
const failing = (outcome: Outcome): Outcome => ({
  ...outcome,
  error: { channel: 'tool', code: null, text: outcome.text },
});

const PASSED = { status: 'passed', evidence: null };
const NO_STRUCTURED = { status: 'failed', evidence: { why: 'no_structured' } };
const NO_JSON = { status: 'failed', evidence: { why: 'no_json' } };

describe('judgeData', () => {
  it.each<[JsonValue, JsonValue]>([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }],
    [[], []],
    ['', ''],
    [false, false],
    [0, 0],
  ])('%j is found in %j, from either source', (expected, actual) => {
    expect(judgeData('structured', expected, structured(actual))).toEqual(PASSED);
    expect(judgeData('json', expected, text(JSON.stringify(actual)))).toEqual(PASSED);
  });

  it.each<[JsonValue, JsonValue, string]>([
    [{ a: 1 }, { a: '1' }, '/a'],
    [{ a: null }, {}, '/a'],
    [[1], [1, 2], '/1'],
    [{}, [], ''],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, '/a/b/c'],
  ])('%j is not found in %j, and it says where', (expected, actual, path) => {
    const judgement = { status: 'failed', evidence: { why: 'differs', differences: [{ path }] } };
    expect(judgeData('structured', expected, structured(actual))).toMatchObject(judgement);
    expect(judgeData('json', expected, text(JSON.stringify(actual)))).toMatchObject(judgement);
  });

  it('never looks at one source for the other', () => {
    expect(judgeData('structured', { a: 1 }, text('{"a":1}'))).toEqual(NO_STRUCTURED);
    expect(judgeData('json', { a: 1 }, structured({ a: 1 }))).toMatchObject(NO_JSON);
  });

  it('has nothing to say of a reply without content', () => {
    expect(judgeData('structured', null, outcome({}))).toEqual(NO_STRUCTURED);
    expect(judgeData('json', null, outcome({}))).toMatchObject(NO_JSON);
    expect(judgeData('json', null, text('null'))).toEqual(PASSED);
  });

  it.each(['', ' ', '{"a":1', '{"a":1} ', 'Found: {"a":1}', "{'a':1}", '```json\n{"a":1}\n```'])(
    'takes only a whole JSON text for JSON: %j',
    (came) => {
      const judgement = judgeData('json', { a: 1 }, text(came));
      if (came.trim() === '{"a":1}') expect(judgement).toEqual(PASSED);
      else expect(judgement).toMatchObject({ ...NO_JSON, evidence: { excerpt: { focus: came } } });
    },
  );

  it('looks at the first text alone, of an error too', () => {
    const two = outcome({ text: '{"a":1}\n{"a":2}', textFrom: 'blocks', firstText: '{"a":1}' });
    expect(judgeData('json', { a: 1 }, two)).toEqual(PASSED);
    expect(judgeData('json', { a: 1 }, failing(text('{"a":1}')))).toEqual(PASSED);
    expect(judgeData('structured', { a: 1 }, failing(structured({ a: 1 })))).toEqual(PASSED);
  });

  it('takes what is nested without end for no JSON', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(judgeData('json', { a: 1 }, text(deep))).toMatchObject(NO_JSON);
  });
});

describe('judgeSchema', () => {
  const schema: JsonObject = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer' } },
  };

  it('holds either source against the schema', () => {
    expect(judgeSchema('structured', schema, structured({ a: 1, b: 2 }))).toEqual(PASSED);
    expect(judgeSchema('json', schema, text('{"a":1}'))).toEqual(PASSED);
  });

  it('says where data breaks it', () => {
    const broken = { status: 'failed', evidence: { why: 'schema_broken' } };
    const problems = [{ path: '/a', message: 'must be integer' }];
    const evidence = { ...broken.evidence, problems };
    expect(judgeSchema('structured', schema, structured({ a: 'x' }))).toMatchObject({
      ...broken,
      evidence,
    });
    expect(judgeSchema('json', schema, text('{"a":"x"}'))).toMatchObject({ ...broken, evidence });
    expect(judgeSchema('json', schema, text('[]'))).toMatchObject(broken);
  });

  it('needs data', () => {
    expect(judgeSchema('structured', schema, text('{"a":1}'))).toEqual(NO_STRUCTURED);
    expect(judgeSchema('json', schema, structured({ a: 1 }))).toMatchObject(NO_JSON);
    expect(judgeSchema('json', schema, outcome({}))).toMatchObject(NO_JSON);
  });

  it('knows both dialects', () => {
    const items = [{ type: 'string' }];
    const tuple = { type: 'array', prefixItems: items };
    const old: JsonObject = { $schema: DRAFT_07, type: 'array', items };
    expect(judgeSchema('structured', tuple, structured([1])).status).toBe('failed');
    expect(judgeSchema('structured', old, structured([1])).status).toBe('failed');
    expect(judgeSchema('structured', old, structured(['a']))).toEqual(PASSED);
  });

  it.each<JsonObject>([
    { type: 'objekt' },
    { $schema: 'https://example.org/mine' },
    { $ref: '#/$defs/none' },
  ])('is errored by a schema that cannot be used: %j', (unusable) => {
    expect(judgeSchema('structured', unusable, structured({ a: 1 }))).toMatchObject({
      status: 'errored',
      evidence: { why: 'schema_unusable' },
    });
  });
});

describe('judgeOutputSchema', () => {
  const schema: JsonObject = { type: 'object', required: ['a'] };

  it.each<[string, JsonValue | null, Outcome, string]>([
    ['data that fits', schema, structured({ a: 1 }), 'passed'],
    ['data that does not', schema, structured({}), 'failed'],
    ['no data', schema, text('{"a":1}'), 'failed'],
    ['no content', schema, outcome({}), 'failed'],
    ['a tool without a schema', null, outcome({}), 'passed'],
    ['an error, which owes none', schema, failing(text('no')), 'passed'],
    ['a schema that is none', { type: 'objekt' }, structured({ a: 1 }), 'errored'],
    ['a schema that is no map', 'object', structured({ a: 1 }), 'errored'],
    ['a schema that takes nothing', false, structured({ a: 1 }), 'failed'],
  ])('%s', (_, declared, came, status) => {
    expect(judgeOutputSchema(declared, came).status).toBe(status);
  });

  it('tells no data from data that does not fit', () => {
    expect(judgeOutputSchema(schema, text('a'))).toEqual(NO_STRUCTURED);
    expect(judgeOutputSchema(schema, structured({})).evidence).toMatchObject({
      why: 'schema_broken',
      problems: [{ path: '', message: 'missing property "a"' }],
    });
  });
});
