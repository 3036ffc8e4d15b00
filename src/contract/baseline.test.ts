import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { baselineOf, checkBaseline } from './baseline.ts';
import { tool } from './test-rig.ts';

const KEY = 'com.example/execution';
const declared = { schemaVersion: 1, llm: 'never' };
const MEMBERS = {
  title: 'List',
  description: 'Lists all.',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'string' }, b: {} },
    required: ['a', 'b'],
  },
  outputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
  annotations: { readOnlyHint: true, openWorldHint: false },
  _meta: { [KEY]: declared },
};
const list = tool('list', MEMBERS);
const get = tool('get', { description: 'Gets one.' });

/** What a file holds of this list, once it was written and read again. */
function written(tools: readonly ListedTool[]): Readonly<Record<string, JsonValue>> {
  return JSON.parse(JSON.stringify(baselineOf(tools, KEY)));
}

function check(before: readonly ListedTool[], after: readonly ListedTool[]) {
  const baseline = {
    path: 'tools.json',
    absolute: '/tools.json',
    isNew: false,
    tools: written(before),
  };
  return checkBaseline(after, baseline, KEY).map((found) =>
    found.code === 'tool_changed'
      ? [found.tool, ...found.differences.map(({ path }) => path)]
      : [found.tool, found.code],
  );
}

const changed = (members: JsonObject) => check([list], [tool('list', { ...MEMBERS, ...members })]);

describe('a list that is the same', () => {
  test('in another order of tools and of keys', () => {
    expect(check([list, get], [list, get])).toEqual([]);
    const { inputSchema, annotations, ...others } = MEMBERS;
    const reversed = tool('list', {
      annotations: { openWorldHint: false, readOnlyHint: true },
      ...others,
      inputSchema: {
        required: inputSchema.required,
        properties: { b: {}, a: inputSchema.properties.a },
        type: 'object',
      },
    });
    expect(annotations).toEqual(reversed.raw.annotations);
    expect(check([list, get], [get, reversed])).toEqual([]);
    expect(JSON.stringify(baselineOf([get, reversed], KEY))).toBe(
      JSON.stringify(baselineOf([list, get], KEY)),
    );
  });

  test('but for what is no part of the contract', () => {
    expect(changed({ icons: [], execution: { taskSupport: 'optional' }, 'x-vendor': 1 })).toEqual(
      [],
    );
    expect(changed({ _meta: { [KEY]: declared, build: 4711, other: { llm: 'always' } } })).toEqual(
      [],
    );
  });
});

test('the order of what is a set means nothing, and that of data does', () => {
  const schema = (at: 0 | 1): JsonObject => {
    const turned = <T>(...items: readonly T[]) => (at === 0 ? items : items.toReversed());
    return {
      type: 'object',
      properties: {
        default: { type: turned('object', 'null'), required: turned('a', 'b') },
        required: { items: { anyOf: [{ required: turned('a', 'b') }] } },
      },
      required: turned('default', 'required'),
      dependentRequired: { default: turned('a', 'b') },
    };
  };
  const providers = (...externalApiProviders: string[]) => ({ [KEY]: { externalApiProviders } });
  const now = (at: 0 | 1) =>
    tool('t', {
      inputSchema: schema(at),
      outputSchema: schema(at),
      _meta: at === 0 ? providers('a', 'b') : providers('b', 'a'),
    });
  expect(check([now(0)], [now(1)])).toEqual([]);
  const data = (...words: string[]): ListedTool =>
    tool('t', {
      inputSchema: { properties: { a: { enum: words, default: { required: words } } } },
    });
  expect(check([data('a', 'b')], [data('b', 'a')])).not.toEqual([]);
});

describe('a list that has drifted', () => {
  test('by a tool more, or one less', () => {
    expect(check([list], [list, get])).toEqual([['get', 'tool_added']]);
    expect(check([list, get], [list])).toEqual([['get', 'tool_removed']]);
    expect(check([list], [tool('List', MEMBERS)])).toEqual([
      ['List', 'tool_added'],
      ['list', 'tool_removed'],
    ]);
    expect(check([], [])).toEqual([]);
  });

  test.each<[string, JsonObject, string]>([
    ['title', { title: 'All' }, '/title'],
    ['description', { description: 'Lists all!' }, '/description'],
    [
      'an argument less',
      { inputSchema: { ...MEMBERS.inputSchema, properties: { a: { type: 'string' } } } },
      '/inputSchema/properties/b',
    ],
    ['output schema', { outputSchema: { type: 'object' } }, '/outputSchema/properties'],
    ['output schema gone', { outputSchema: undefined as never }, '/outputSchema'],
    [
      'hint',
      { annotations: { readOnlyHint: false, openWorldHint: false } },
      '/annotations/readOnlyHint',
    ],
    ['hint gone', { annotations: { readOnlyHint: true } }, '/annotations/openWorldHint'],
    ['annotations gone', { annotations: undefined as never }, '/annotations'],
    ['declaration', { _meta: { [KEY]: { ...declared, llm: 'always' } } }, '/execution/llm'],
    ['declaration gone', { _meta: {} }, '/execution'],
    ['no _meta at all', { _meta: 'none' }, '/execution'],
  ])('by its %s', (_, members, path) => {
    expect(changed(members)[0]?.slice(0, 2)).toEqual(['list', path]);
  });

  test('by a second tool of the same name, whatever either of them is', () => {
    const other = tool('list', { description: 'Lists some.' });
    expect(check([list], [list, other])).toEqual([['list', 'listed_twice']]);
    expect(check([list], [other, list])).toEqual([['list', 'listed_twice']]);
    expect(check([], [list, list])).toEqual([['list', 'listed_twice']]);
  });

  test('with the two sides of each difference', () => {
    const baseline = { path: '', absolute: '', isNew: false, tools: written([get]) };
    expect(checkBaseline([tool('get', { description: 'Gets two.' })], baseline, KEY)).toEqual([
      {
        tool: 'get',
        code: 'tool_changed',
        differences: [{ path: '/description', expected: 'Gets one.', actual: 'Gets two.' }],
      },
    ]);
  });

  test('under another metadata key', () => {
    const baseline = { path: '', absolute: '', isNew: false, tools: written([list]) };
    expect(checkBaseline([list], baseline, 'other')).toMatchObject([{ code: 'tool_changed' }]);
  });
});

test('names of the prototype are names like others', () => {
  const odd = ['__proto__', 'constructor', 'toString'].map((name) =>
    tool(name, {
      inputSchema: JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'),
    }),
  );
  expect(Object.keys(written(odd))).toEqual(['__proto__', 'constructor', 'toString']);
  expect(check(odd, odd)).toEqual([]);
  expect(check([], odd)).toEqual(odd.map(({ name }) => [name, 'tool_added']));
  expect(check(odd, [])).toEqual(odd.map(({ name }) => [name, 'tool_removed']));
  const [, ...others] = odd;
  const moved = JSON.parse('{"properties": {"__proto__": {"type": "integer"}}}');
  expect(check(odd, [tool('__proto__', { inputSchema: moved }), ...others])).toEqual([
    ['__proto__', '/inputSchema/properties/__proto__/type'],
  ]);
});

test('a baseline that somebody has edited is held all the same', () => {
  const tools = { get: 'gone', list: { ...MEMBERS, _meta: 1 } } as never;
  const found = checkBaseline([get], { path: '', absolute: '', isNew: false, tools }, KEY);
  expect(found).toMatchObject([{ tool: 'get', code: 'tool_changed' }, { tool: 'list' }]);
});
