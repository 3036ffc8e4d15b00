import { describe, expect, test } from 'vitest';
import { load, loadScenario, marked, scenario } from './test-rig.ts';

const PROBED =
  'target: {command: node, env: {U: "${upstreams.u.url}"}}\nupstreams: {u: {}}\nstate: {resource: "a://b"}\n';
/** A scenario whose only check is this one. */
const bare = (check: string, ...lines: readonly string[]): string =>
  ['name: a', 'tool_sequence:', '  - tool: t', `    expect: ${check}`, ...lines, ''].join('\n');
const beside = (check: string): string => bare(check, 'expected_contains: x');
const own = (check: string) =>
  loadScenario(bare(check), PROBED)
    .steps[0]?.assertions.filter((assertion) => assertion.own)
    .map(({ place: _, own: __, ...rest }) => rest);

const ANY_REQUEST = {
  count: null,
  method: null,
  path: null,
  query: {},
  headers: {},
  json: undefined,
};

describe('a check that is one, even alone', () => {
  test.each([
    ['{structured: {a: 1}}', [{ kind: 'structured', expected: { a: 1 } }]],
    ['{structured: {a: {}}}', [{ kind: 'structured', expected: { a: {} } }]],
    ['{json: []}', [{ kind: 'json', expected: [] }]],
    ['{json: "${uuid}"}', [{ kind: 'json', expected: '${uuid}' }]],
    ['{schema: {type: object}}', [{ kind: 'schema', expected: { type: 'object' } }]],
    ['{json_schema: {required: [a]}}', [{ kind: 'json_schema', expected: { required: ['a'] } }]],
    ['{state: unchanged}', [{ kind: 'state', expected: { want: 'unchanged' } }]],
    ['{state: "changed"}', [{ kind: 'state', expected: { want: 'changed' } }]],
    ['{state: {n: 1}}', [{ kind: 'state', expected: { want: 'match', value: { n: 1 } } }]],
    ['{state: []}', [{ kind: 'state', expected: { want: 'match', value: [] } }]],
    ['{state: empty}', [{ kind: 'state', expected: { want: 'match', value: 'empty' } }]],
    ['{elicitations: 0}', [{ kind: 'elicitations', expected: 0 }]],
    ['{within_ms: 200}', [{ kind: 'within_ms', expected: 200 }]],
    [
      '{upstream: {u: 0}}',
      [{ kind: 'upstream', upstream: 'u', expected: { ...ANY_REQUEST, count: 0 } }],
    ],
    [
      '{upstream: {u: {method: post, path: "/a/${uuid}", query: {q: "1"}, headers: {h: v}, json: [1]}}}',
      [
        {
          kind: 'upstream',
          upstream: 'u',
          expected: {
            ...{ count: null, method: 'POST', path: '/a/${uuid}', query: { q: '1' } },
            ...{ headers: { h: 'v' }, json: [1] },
          },
        },
      ],
    ],
  ])('%s', (check, expected) => {
    expect(own(check)).toEqual(expected);
  });

  test('the tool’s own schema is held unless the author says no', () => {
    const implied = (check: string) =>
      loadScenario(beside(check)).steps[0]?.assertions.map(({ kind }) => kind);
    expect(implied('{error: true}')).toEqual([
      'error',
      'output_schema',
      'prompts',
      'execution_claims',
    ]);
    expect(implied('{error: true, output_schema: false}')).toEqual([
      'error',
      'prompts',
      'execution_claims',
    ]);
  });
});

describe('what is no check', () => {
  test.each(['structured', 'json', 'schema', 'json_schema', 'upstream', 'state'])(
    '%s: {}',
    (key) => {
      const told = ['nothing_to_check {}'];
      // Beside another check its author would think that there are two.
      expect(marked(beside(`{${key}: {}}`), PROBED)).toEqual(told);
      expect(marked(bare(`{${key}: {}}`), PROBED)).toContain(told[0]);
      const part = `[{tool: t, expect: {${key}: {}}}]`;
      expect(marked(scenario(`setup: ${part}`), PROBED)).toEqual(told);
      expect(marked(scenario(`teardown: ${part}`), PROBED)).toEqual(told);
    },
  );

  test('output_schema: false alone, or what `setup` and `teardown` check', () => {
    expect(marked(bare('{output_schema: false}'))).toEqual(['nothing_to_check a']);
    expect(marked(bare('{output_schema: false, within_ms: 5}'))).toEqual([]);
    const part = '[{tool: t, expect: {contains: x, error: true}}]';
    const nothing = `name: a\nsetup: ${part}\nteardown: ${part}\ntool_sequence: [{tool: t}]\n`;
    expect(marked(nothing)).toEqual(['nothing_to_check a']);
    const unasked =
      'name: a\ntool_sequence: [{tool: t, times: 2, elicitation: [], unlisted: true}]\n';
    expect(marked(unasked)).toEqual(['nothing_to_check a']);
    const saved = 'name: a\ntool_sequence: [{tool: t, save: {x: /isError}}]\n';
    expect(marked(saved)).toEqual(['nothing_to_check a']);
  });

  test.each([
    ['{upstream: {u: {}}}', '{}'],
    ['{upstream: {u: {query: {}}}}', '{}'],
    ['{upstream: {u: {headers: {}, count: 0}}}', '{}'],
  ])('%s', (check, what) => {
    expect(marked(beside(check), PROBED)).toEqual([`nothing_to_check ${what}`]);
  });
});

describe('refused is', () => {
  test.each([
    ['{structurd: {a: 1}}', 'unknown_key structurd'],
    ['{schema: [1]}', 'wrong_type [1]'],
    ['{schema: }', 'wrong_type'],
    ['{json_schema: true}', 'wrong_type true'],
    ['{output_schema: true}', 'bad_value true'],
    ['{output_schema: }', 'bad_value'],
    ['{elicitations: -1}', 'bad_value -1'],
    ['{elicitations: "1"}', 'wrong_type "1"'],
    ['{elicitations: }', 'wrong_type'],
    ['{within_ms: 0}', 'bad_value 0'],
    ['{within_ms: 2147483648}', 'time_too_large 2147483648'],
    ['{within_ms: 1.5}', 'wrong_type 1.5'],
    ['{upstream: u}', 'wrong_type u'],
    ['{upstream: {u: -1}}', 'bad_value -1'],
    ['{upstream: {u: }}', 'wrong_type'],
    ['{upstream: {u: {times: 1}}}', 'unknown_key times'],
    ['{upstream: {u: {count: "0"}}}', 'wrong_type "0"'],
    ['{upstream: {u: {query: {page: 1}}}}', 'quote_it 1'],
    ['{upstream: {v: 0}}', 'unknown_upstream v'],
    ['{upstream: {"${vars.u}": 0}}', 'unknown_upstream "${vars.u}"'],
    ['{structured: {"${uuid}": 1}}', 'placeholder_not_here "${uuid}"'],
    ['{structured: {a: {"x${vars.k}": 1}}}', 'placeholder_not_here "x${vars.k}"'],
    ['{structured: {a: "${vars.k}"}}', 'unknown_placeholder ${vars.k}'],
    ['{state: {a: $HOME}}', 'placeholder_syntax $HOME'],
  ])('%s', (check, told) => {
    expect(marked(beside(check), PROBED)).toEqual([told]);
  });

  // As `count: 0` each would hold for ever.
  test.each([
    ['method: GTE', 'GTE', 'GET'],
    ['method: ""', '""', null],
    ['path: v1/a', 'v1/a', '/v1/a'],
    ['path: "/a?x=1"', '"/a?x=1"', null],
    ['path: "/a#b"', '"/a#b"', null],
    ['path: /a/:id', '/a/:id', null],
  ])('a request that nobody can send: %s', (key, what, nearest) => {
    const text = beside(`{upstream: {u: {count: 0, ${key}}}}`);
    expect(marked(text, PROBED)).toEqual([`bad_value ${what}`]);
    const loaded = load([text], PROBED);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([{ nearest }]);
  });

  test.each(['/a:b', '"${env.P:-/x?}"', '"/${uuid}/b"', '/'])('not the path %s', (path) => {
    expect(marked(beside(`{upstream: {u: {path: ${path}}}}`), PROBED)).toEqual([]);
  });

  test.each(['unchangd', 'Unchanged', 'change', 'CHANGED'])('state: %s', (word) => {
    expect(marked(beside(`{state: ${word}}`), PROBED)).toEqual([`bad_value ${word}`]);
  });
});

describe('a schema', () => {
  test.each([
    ['{type: strnig}', /no valid schema/],
    ['{requried: [a]}', /unknown keyword: "requried"/],
    ['{properties: {a: {tpye: string}}}', /unknown keyword: "tpye"/],
    ['{properties: {a: {format: dat}}}', /unknown format "dat"/],
    ['{properties: {a: {pattern: "("}}}', /Invalid regular expression/],
    ['{$ref: "#/$defs/none"}', /can't resolve/],
    ['{$ref: "http://127.0.0.1:1/x.json"}', /can't resolve/],
    ['{$schema: "https://json-schema.org/draft/2099/schema"}', /unknown dialect/],
    ['{$schema: "http://json-schema.org/draft-07/schema#", prefixItems: []}', /prefixItems/],
    ['{$schema: "https://json-schema.org/draft/2020-12/schema"}', /asks nothing/],
    ['{title: a, description: b}', /asks nothing/],
    ['{properties: {}}', /asks nothing/],
    ['{anyOf: [{required: [a]}, {}]}', /asks nothing/],
    ['{if: {required: [a]}}', /"if" without "then" and "else"/],
  ])('%s is broken', (schema, detail) => {
    for (const key of ['schema', 'json_schema']) {
      const loaded = load([beside(`{${key}: ${schema}}`)]);
      expect(loaded.ok ? [] : loaded.error).toMatchObject([
        { code: 'bad_schema', detail: expect.stringMatching(detail) },
      ]);
    }
  });

  test.each([
    '{$schema: "http://json-schema.org/draft-07/schema#", items: [{type: string}], additionalItems: false}',
    '{prefixItems: [{type: string}], unevaluatedItems: false}',
    '{properties: {a: {format: date, title: a day, examples: ["2026-01-31"]}}}',
    '{$defs: {a: {type: string}}, $ref: "#/$defs/a"}',
    '{properties: {a: {pattern: "^\\\\$\\\\{"}, b: {const: $USD}}}',
    '{not: {required: [error]}}',
  ])('%s is one', (schema) => {
    expect(marked(beside(`{schema: ${schema}}`))).toEqual([]);
  });

  test('takes no placeholders: it would be asked for the letters', () => {
    expect(marked(beside('{schema: {not: {const: "${vars.x}"}}}'))).toEqual([
      'placeholder_not_here ${vars.x}',
    ]);
    expect(marked(beside('{schema: {properties: {"${vars.x}": {type: string}}}}'))).toEqual([
      'placeholder_not_here "${vars.x}"',
    ]);
  });
});
