import { describe, expect, test } from 'vitest';
import { load, loadScenario, marked, step } from './test-rig.ts';

const SUITE =
  'target: {command: node, env: {U: "${upstreams.u.url}"}}\nupstreams: {u: {}}\nstate: {resource: "a://b"}\n';
const V = '${vars.id}';
const SAVE = 'save: {id: /structuredContent/id}';

/** What is said of a scenario with these phases, each a list of steps, and further lines. */
function told(phases: Readonly<Record<string, readonly string[]>>, ...lines: readonly string[]) {
  const written = Object.entries({ tool_sequence: ['{tool: t}'], ...phases }).map(
    ([phase, steps]) => `${phase}: [${steps.join(', ')}]`,
  );
  return marked(['name: a', 'expected_contains: x', ...written, ...lines, ''].join('\n'), SUITE);
}

describe('a saved value', () => {
  const saves = `{tool: t, ${SAVE}}`;
  const uses = `{tool: t, args: {a: "${V}"}}`;
  const unknown = [`unknown_placeholder ${V}`];

  test.each([
    ['a later step', { tool_sequence: [saves, '{tool: t}', uses] }],
    ['one of `setup` for the sequence', { setup: [saves], tool_sequence: [uses] }],
    ['one of `setup` for `teardown`', { setup: [saves], teardown: [uses] }],
    ['one of the sequence for `teardown`', { tool_sequence: [saves], teardown: [uses] }],
    ['a later step of `teardown`', { teardown: [saves, uses] }],
    // The phases run in their order, wherever the file has them.
    ['`teardown` that stands in front', { teardown: [uses], setup: [saves] }],
    [
      'a step that saves again',
      { tool_sequence: [saves, `{tool: t, args: {a: "${V}"}, ${SAVE}}`] },
    ],
  ])('is there for %s', (_, phases) => {
    expect(told(phases)).toEqual([]);
  });

  test.each([
    [{ setup: [saves], tool_sequence: ['{tool: t}'] }, 'env: {A: "${vars.id}"}', 'setup', 0],
    [{ tool_sequence: ['{tool: t}', `{tool: t, args: {a: "${V}"}, ${SAVE}}`] }, '', 'sequence', 1],
    [{ tool_sequence: [uses], teardown: ['{tool: t}', saves] }, '', 'teardown', 1],
  ])('too late, is told with the step that saves it: %j', (phases, line, phase, index) => {
    const written = Object.entries(phases).map(([key, steps]) => `${key}: [${steps.join(', ')}]`);
    const result = load([['name: a', 'expected_contains: x', ...written, line, ''].join('\n')]);
    expect(result.ok ? [] : result.error).toMatchObject([
      { code: 'unknown_placeholder', name: 'vars.id', nearest: null, savedBy: { phase, index } },
    ]);
  });

  test.each([
    ['its own step', { tool_sequence: [`{tool: t, args: {a: "${V}"}, ${SAVE}}`] }],
    [
      'the checks of its own step',
      { tool_sequence: [`{tool: t, ${SAVE}, expect: {contains: "${V}"}}`] },
    ],
    ['an earlier step', { tool_sequence: [uses, saves] }],
    ['`setup`, out of the sequence', { setup: [uses], tool_sequence: [saves] }],
    ['the sequence, out of `teardown`', { tool_sequence: [uses], teardown: [saves] }],
  ])('is not there for %s', (_, phases) => {
    expect(told(phases)).toEqual(unknown);
  });

  test.each([
    `args: {a: {b: ["x ${V}"]}}`,
    `elicitation: [{action: accept, content: {id: "${V}"}}]`,
    `elicitation: [{action: accept, message_contains: "${V}"}]`,
    `sampling: [{text: "${V}"}]`,
    ...['contains', 'not_contains', 'structured', 'json', 'judge'].map(
      (key) => `expect: {${key}: "${V}"}`,
    ),
    `expect: {error: {contains: "${V}"}}`,
    `expect: {error: {code: "${V}"}}`,
    `expect: {state: {id: "${V}"}}`,
    `expect: {upstream: {u: {path: "/${V}", query: {a: "${V}"}, headers: {a: "${V}"}, json: {a: "${V}"}}}}`,
  ])('may stand in %s', (key) => {
    expect(told({ tool_sequence: [saves, `{tool: t, ${key}}`] })).toEqual([]);
    expect(new Set(told({ tool_sequence: [`{tool: t, ${key}}`] }))).toEqual(new Set(unknown));
  });

  test.each([
    ['save: {b: {match: "${vars.id}"}}', 'placeholder_not_here ${vars.id}'],
    ['client: "${vars.id}"', 'placeholder_not_here ${vars.id}'],
    ['expect: {matches: "${vars.id}"}', 'placeholder_not_here ${vars.id}'],
    ['expect: {schema: {const: "${vars.id}"}}', 'placeholder_not_here ${vars.id}'],
  ])('may not stand in %s', (key, what) => {
    expect(told({ tool_sequence: [saves, `{tool: t, ${key}}`] })[0]).toBe(what);
  });

  test.each([
    `vars: {b: "${V}"}`,
    `env: {A: "${V}"}`,
    `files: {a: "${V}"}`,
    `roots: [{uri: "${V}"}]`,
    `upstreams: {u: [{path: /, json: {id: "${V}"}}]}`,
  ])('comes too late for %s', (line) => {
    const [what] = told({ tool_sequence: [saves] }, line);
    expect(what).toMatch(/^(unknown_placeholder|placeholder_not_here) \$\{vars\.id\}$/);
  });

  test.each(['not_contains', 'judge'])('is there for expected_%s', (kind) => {
    const whole = (phases: Readonly<Record<string, readonly string[]>>) =>
      told(phases, `expected_${kind}: ["${V}"]`);
    expect(whole({ tool_sequence: [saves] })).toEqual([]);
    expect(whole({ setup: [saves] })).toEqual([]);
    expect(whole({ teardown: [saves] })).toEqual(unknown);
  });

  test('by an alias, where it is not there, is not mistaken for the place that it repeats', () => {
    const args = `{tool: t, args: &args {a: "${V}"}}`;
    expect(told({ tool_sequence: [saves, args] })).toEqual([]);
    const route = 'upstreams: {u: [{path: /, json: *args}]}';
    expect(told({ tool_sequence: [saves, args] }, route)).toEqual(unknown);
    expect(told({ teardown: [`&step ${uses}`], setup: ['*step'], tool_sequence: [saves] })).toEqual(
      unknown,
    );
  });

  test('has parts that only a run can tell', () => {
    const part = '{tool: t, args: {a: "${vars.id.x.0}"}}';
    expect(told({ tool_sequence: [saves, part] })).toEqual([]);
    expect(told({ tool_sequence: [part, saves] })).toEqual(['unknown_placeholder ${vars.id.x.0}']);
  });

  test('is told among the names that are near', () => {
    const text = `name: a\nvars: {key: 1}\ntool_sequence: [${saves}, {tool: t, args: {a: "\${vars.di}"}}]\nexpected_contains: x\n`;
    const loaded = load([text]);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([{ known: ['vars.key', 'vars.id'] }]);
  });
});

describe('save', () => {
  const savings = (...lines: readonly string[]) =>
    loadScenario(step(...lines)).steps[0]?.saves.map(({ place: _, ...saving }) => saving);

  test('takes a pointer into the result or into its JSON, or a pattern', () => {
    const all =
      'save: {a: /structuredContent/x, b: /json, c: /json/0/~1x~0, d: /jsonx, e: {match: "id: (.+)"}}';
    expect(savings(all)).toEqual([
      { name: 'a', from: 'result', pointer: '/structuredContent/x' },
      { name: 'b', from: 'json', pointer: '' },
      { name: 'c', from: 'json', pointer: '/0/~1x~0' },
      { name: 'd', from: 'result', pointer: '/jsonx' },
      { name: 'e', from: 'text', pattern: 'id: (.+)' },
    ]);
  });

  test.each([
    ['{}', 'bad_value {}'],
    ['[/a]', 'wrong_type [/a]'],
    ['{a: 5}', 'wrong_type 5'],
    ['{a: }', 'wrong_type'],
    ['{a: ""}', 'bad_value ""'],
    ['{a: {}}', 'missing_key {}'],
    ['{a: {match: }}', 'empty_expected'],
    ['{a: {match: ""}}', 'empty_expected ""'],
    ['{a: {match: "("}}', 'bad_regex "("'],
    ['{a: {match: ".*"}}', 'nothing_to_check ".*"'],
    ['{a: {match: x, group: 1}}', 'unknown_key group'],
    ['{a: /x, a: /y}', 'duplicate_key a'],
    ['{a.b: /x}', 'bad_value a.b'],
    ['{"${uuid}": /x}', 'bad_value "${uuid}"'],
    ['{a: "/${uuid}"}', 'placeholder_not_here ${uuid}'],
    ['{a: /x~2}', 'bad_value /x~2'],
  ])('%s is refused', (save, what) => {
    expect(marked(step(`save: ${save}`))).toEqual([what]);
  });

  test.each([
    ['structuredContent/id', '/structuredContent/id'],
    ['structuredContent.id', '/structuredContent/id'],
    ['"$.content[0].text"', '/content/0/text'],
    ['"#/a"', '/a'],
    ['the id', null],
    ['$', null],
  ])('%s is no pointer; meant is %s', (pointer, nearest) => {
    const loaded = load([step(`save: {a: ${pointer}}`)]);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([{ code: 'bad_value', nearest }]);
  });
});
