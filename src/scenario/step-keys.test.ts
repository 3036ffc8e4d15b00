import { describe, expect, test } from 'vitest';
import { load, loadScenario, marked, scenario, step } from './test-rig.ts';

/** Of a reply. */
const CHECK = 'expect: {contains: x}';

const first = (...lines: readonly string[]) => loadScenario(step(...lines)).steps[0];

describe('the keys of a step', () => {
  test('have defaults that ask for nothing', () => {
    expect(first()).toMatchObject({
      ...{ client: null, saves: [], times: 1, poll: null, unlisted: false, invalidArgs: false },
      ...{ elicitation: null, sampling: null },
    });
  });

  test('are read', () => {
    expect(first('times: 3', 'invalid_args: true')).toMatchObject({ times: 3, invalidArgs: true });
    expect(first('unlisted: true', 'times: 1000')).toMatchObject({ unlisted: true, times: 1000 });
    expect(first('poll: {every_ms: 5, timeout_ms: 900}', CHECK)).toMatchObject({
      poll: { everyMs: 5, timeoutMs: 900 },
    });
  });

  test('are read in `setup` and `teardown` alike, whose checks can only fail', () => {
    const part = '[{tool: s, times: 2, expect: {structured: {a: 1}}}]';
    const { setup, teardown } = loadScenario(scenario(`setup: ${part}`, `teardown: ${part}`));
    for (const [only] of [setup, teardown]) {
      expect(only).toMatchObject({ tool: 's', times: 2 });
      expect(only?.assertions.map(({ own }) => own)).toEqual(Array(5).fill(false));
    }
  });

  test.each([
    ['times: 0', 'bad_value 0'],
    ['times: 1001', 'bad_value 1001'],
    ['times: 2.5', 'wrong_type 2.5'],
    ['times: "2"', 'wrong_type "2"'],
    ['times:', 'wrong_type'],
    ['poll: {every_ms: 5}', 'missing_key {every_ms: 5}'],
    ['poll: {every_ms: 0, timeout_ms: 9}', 'bad_value 0'],
    ['poll: {every_ms: 5, timeout_ms: 2147483648}', 'time_too_large 2147483648'],
    ['poll: {every_ms: 5, timeout_ms: 9, until: x}', 'unknown_key until'],
    ['poll: true', 'wrong_type true'],
    ['unlisted: 1', 'wrong_type 1'],
    ['invalid_args: "true"', 'wrong_type "true"'],
    ['client: ""', 'bad_value ""'],
    ['client: 5', 'quote_it 5'],
    ['must_fail: [x]', 'unknown_key must_fail'],
    ['state: unchanged', 'unknown_key state'],
    ['structured: {a: 1}', 'unknown_key structured'],
    ['"${uuid}": 1', 'unknown_key "${uuid}"'],
  ])('%s is refused', (line, told) => {
    expect(marked(step(line, ...(line.startsWith('poll') ? [CHECK] : [])))).toEqual([told]);
  });

  test.each([
    ['times: 2', 'poll: {every_ms: 1, timeout_ms: 9}', 'poll'],
    ['poll: {every_ms: 1, timeout_ms: 9}', 'unlisted: true', 'unlisted'],
    ['unlisted: true', 'invalid_args: true', 'invalid_args'],
  ])('%s beside %s', (one, other, told) => {
    expect(marked(step(one, other, CHECK))).toEqual([`conflicting_keys ${told}`]);
  });

  const poll = 'poll: {every_ms: 5, timeout_ms: 5}';

  test.each([
    'contains: x',
    'not_contains: x',
    'matches: x',
    'error: false',
    'structured: {a: 1}',
    'json: {a: 1}',
    'schema: {required: [a]}',
    'json_schema: {required: [a]}',
    'execution: none',
    'within_ms: 5',
  ])('a poll waits for `%s`', (check) => {
    expect(marked(step(poll, `expect: {${check}}`))).toEqual([]);
  });

  test.each(['elicitations: 0', 'judge: Is it done?', 'output_schema: false'])(
    'a poll with `%s` alone would end with its first reply',
    (check) => {
      expect(marked(step(poll, `expect: {${check}}`))).toContain('bad_value poll');
      expect(marked(step(poll))).toEqual(['bad_value poll']);
    },
  );

  test('a poll has time for a second call', () => {
    expect(marked(step('poll: {every_ms: 6, timeout_ms: 5}', CHECK))).toEqual(['bad_value 5']);
  });

  test('a flag that is false stands beside anything', () => {
    expect(marked(step('poll: {every_ms: 1, timeout_ms: 9}', 'unlisted: false', CHECK))).toEqual(
      [],
    );
    expect(marked(step('unlisted: true', 'invalid_args: false'))).toEqual([]);
  });

  test.each(['setup', 'teardown'])('%s has at least one step, and steps only', (key) => {
    expect(marked(scenario(`${key}: []`))).toEqual(['bad_value []']);
    expect(marked(scenario(`${key}: {tool: t}`))).toEqual(['wrong_type {tool: t}']);
    expect(marked(scenario(`${key}: [{args: {}}]`))).toEqual(['missing_key {args: {}}']);
    expect(marked(scenario(`${key}: [{tool: t, tool_sequence: []}]`))).toEqual([
      'unknown_key tool_sequence',
    ]);
    expect(
      marked(scenario(`${key}: [{tool: t, times: 2, poll: {every_ms: 1, timeout_ms: 2}}]`)),
    ).toEqual(['conflicting_keys poll', 'bad_value poll']);
  });
});

test.each(['setup', 'teardown'])('no criterion in %s', (key) => {
  const judged = (part: string) => marked(scenario(`${key}: [{tool: t, expect: {${part}}}]`));
  expect(judged('judge: Is it a poem?')).toEqual(['bad_value judge']);
  expect(judged('contains: a')).toEqual([]);
});

describe('answers to prompts', () => {
  test('are read; an empty list is not the same as none', () => {
    expect(first('elicitation: []', 'sampling: []')).toMatchObject({
      elicitation: [],
      sampling: [],
    });
    const list =
      '[{action: accept, content: {n: 1}, message_contains: rows, mode: form}, {action: cancel}]';
    expect(first(`elicitation: ${list}`)).toMatchObject({
      elicitation: [
        { action: 'accept', content: { n: 1 }, messageContains: 'rows', mode: 'form' },
        { action: 'cancel', content: null, messageContains: null, mode: null },
      ],
    });
    expect(first('sampling: [{text: "${uuid}"}]')).toMatchObject({
      sampling: [{ text: '${uuid}' }],
    });
  });

  test.each([
    ['elicitation:', 'wrong_type'],
    ['elicitation: {action: accept}', 'wrong_type {action: accept}'],
    ['elicitation: [accept]', 'wrong_type accept'],
    ['elicitation: [{}]', 'missing_key {}'],
    ['elicitation: [{action: acept}]', 'bad_value acept'],
    ['elicitation: [{action: "${vars.x}"}]', 'bad_value "${vars.x}"'],
    ['elicitation: [{action: "${case.x} "}]', 'bad_value "${case.x} "'],
    ['elicitation: [{action: true}]', 'quote_it true'],
    ['elicitation: [{action: accept, contents: {}}]', 'unknown_key contents'],
    ['elicitation: [{action: accept, content: [1]}]', 'wrong_type [1]'],
    ['elicitation: [{action: accept, message_contains: ""}]', 'empty_expected ""'],
    ['elicitation: [{action: accept, message_contains: no}]', 'quote_it no'],
    ['elicitation: [{action: accept, message_contains: 1.10}]', 'quote_it 1.10'],
    ['elicitation: [{action: accept, mode: urls}]', 'bad_value urls'],
    ['sampling: [{}]', 'missing_key {}'],
    ['sampling: [yes]', 'wrong_type yes'],
    ['sampling: [{text: 5}]', 'quote_it 5'],
    ['sampling: [{text: a, model: b}]', 'unknown_key model'],
  ])('%s is refused', (line, told) => {
    expect(marked(step(line))[0]).toBe(told);
  });

  test('a wrong word for an action is told with the three, and the nearest', () => {
    const loaded = load([step('elicitation: [{action: acept}]')]);
    expect(loaded.ok ? [] : loaded.error).toMatchObject([
      {
        problem: expect.stringMatching(
          /^must be one of accept, decline, cancel, but it is the string/,
        ),
        nearest: 'accept',
      },
    ]);
  });
});

describe('roots', () => {
  test('none, an empty list, and some', () => {
    expect(loadScenario(scenario()).roots).toBe(null);
    expect(loadScenario(scenario('roots: []')).roots).toEqual([]);
    expect(
      loadScenario(scenario('roots: [{uri: "file://${tmp}"}, {uri: u, name: n}]')).roots,
    ).toEqual([
      { uri: 'file://${tmp}', name: null },
      { uri: 'u', name: 'n' },
    ]);
  });

  test.each([
    ['[{name: n}]', 'missing_key {name: n}'],
    ['[{uri: ""}]', 'bad_value ""'],
    ['[{uri: 5}]', 'quote_it 5'],
    ['["file:///a"]', 'wrong_type "file:///a"'],
    ['[{uri: u, path: p}]', 'unknown_key path'],
    ['[{uri: "${vars.x}"}]', 'unknown_placeholder ${vars.x}'],
  ])('%s is refused', (list, told) => {
    expect(marked(scenario(`roots: ${list}`))).toEqual([told]);
  });
});
