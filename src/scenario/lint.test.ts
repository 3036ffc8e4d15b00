import { describe, expect, test } from 'vitest';
import { mistakes, scenario, step } from './test-rig.ts';

const expected = (...items: readonly string[]): string =>
  ['name: a', 'tool_sequence: [{tool: t}]', 'expected_contains:', ...items, ''].join('\n');

describe('cut by a comment', () => {
  test.each([
    ['- Order #4711 shipped', 'Order'],
    ['- Order # 4711', 'Order'],
    ['- 12 #13', '12'],
    ['- #4711', ''],
    ['- true # why', 'true'],
  ])('an expected text: %s', (line, kept) => {
    expect(mistakes(expected('- x', line))).toEqual([`cut_by_comment 5:3 ${kept}`.trimEnd()]);
  });

  test.each(['- "Order" #4711', "- 'Order' # why", '- Order#4711', '- |\n  Order #4711', '# why'])(
    'not %j',
    (line) => {
      expect(mistakes(expected('- x', line))).toEqual([]);
    },
  );

  test('any other value, when the # is glued to what follows', () => {
    expect(mistakes(step('args: {id: Ticket #4711', ' }'))).toEqual(['cut_by_comment 5:16 Ticket']);
    expect(mistakes(step('args: {id: 47 #11', ' }'))).toEqual(['cut_by_comment 5:16 47']);
    expect(mistakes(step('args:', '  id: #4711'))).toEqual([
      'cut_by_comment 6:11 #4711'.slice(0, 19),
    ]);
    expect(mistakes(step('args:', '  id: 47 # eleven'))).toEqual([]);
    expect(mistakes(scenario('timeout_ms: 5000 #five'))).toEqual([]);
    expect(mistakes(scenario('description: from #4711'))).toEqual(['cut_by_comment 5:14 from']);
  });
});

describe('spellings that others take for booleans', () => {
  test.each(['yes', 'No', 'ON', 'off', 'y', 'N'])(
    '%s must be quoted where it is expected',
    (word) => {
      expect(mistakes(expected(`- ${word}`))).toEqual([`quote_it 4:3 ${word}`]);
      expect(mistakes(expected(`- "${word}"`))).toEqual([]);
      expect(mistakes(step(`args: {a: ${word}}`))).toEqual([]);
    },
  );

  test('in every list of expected texts', () => {
    const lines = ['expect:', '  error: {contains: no}', '  matches: [on]', '  not_contains: off'];
    expect(mistakes(step(...lines))).toEqual([
      'quote_it 6:25 no',
      'quote_it 7:17 on',
      'quote_it 8:21 off',
    ]);
  });
});

describe('regular expressions', () => {
  test.each(['(', '[', 'a{2', '\\p{Nope}', '(?<a>.)(?<a>.)'])('%s is none', (pattern) => {
    expect(mistakes(scenario(`expected_matches: ['${pattern}']`))).toEqual([
      `bad_regex 5:20 '${pattern}'`,
    ]);
  });

  test.each(['.*', 'a?', '(x|)', '^', '$', '\\s*', '(?=)', '^(?!.*error)'])(
    '%s matches the empty text',
    (pattern) => {
      expect(mistakes(step('expect:', `  matches: '${pattern}'`))).toEqual([
        `nothing_to_check 6:16 '${pattern}'`,
      ]);
    },
  );

  test('take no placeholders, and say so once', () => {
    expect(mistakes(scenario('expected_matches: ["a ${vars.x}", "${uuid}"]'))).toEqual([
      'placeholder_not_here 5:23 ${vars.x}',
      'placeholder_not_here 5:36 ${uuid}',
    ]);
  });

  test.each(['^\\$\\{id\\}$', 'a$', '\\$5'])('%s is one', (pattern) => {
    expect(mistakes(scenario(`expected_matches: '${pattern}'`))).toEqual([]);
  });
});

describe('placeholders', () => {
  test('are marked each where it stands, escapes passed over', () => {
    const text = '"$${vars.a} ${vars.a} ${vars.b} ${vars.a} ${X}"';
    expect(mistakes(scenario(`expected_not_contains: ${text}`))).toEqual([
      'placeholder_syntax 5:66 ${X}',
      'unknown_placeholder 5:36 ${vars.a}',
      'unknown_placeholder 5:46 ${vars.b}',
      'unknown_placeholder 5:56 ${vars.a}',
    ]);
  });

  test('are marked as the whole value where escapes hide them', () => {
    expect(mistakes(step('args: {a: "\\x24{X}"}'))).toEqual(['placeholder_syntax 5:15 "\\x24{X}"']);
  });

  test('are marked across lines and in blocks', () => {
    expect(mistakes(step('args:', '  a: |', '    one', '    ${X} two'))).toEqual([
      'placeholder_syntax 8:9 ${X}',
    ]);
  });

  test('have no place in names and paths', () => {
    const name = 'name: "a ${uuid}"\ntool_sequence: [{tool: "$TOOL"}]\nexpected_contains: x\n';
    expect(mistakes(name)).toEqual([
      'placeholder_not_here 1:10 ${uuid}',
      'placeholder_not_here 2:25 $TOOL',
    ]);
    const suite =
      'target: {command: node, pass_env: [$TOKEN, "${X}"], env: {A: "${upstreams.u.url}"}}\n' +
      'upstreams: {u: {routes: [{path: "/${vars.x}"}]}}\n';
    expect(mistakes(scenario(), suite)).toEqual(
      expect.arrayContaining([
        'placeholder_not_here 1:36 $TOKEN',
        'placeholder_not_here 1:45 ${X}',
        'placeholder_not_here 2:35 ${vars.x}',
      ]),
    );
  });

  test('are text in what is prose', () => {
    expect(mistakes(scenario('description: the variable ${X}', 'skip: $X is gone'))).toEqual([]);
  });

  test('that nobody gave, and hints to the one syntax', () => {
    const lines = ['args: {a: "${case.x}", b: $TOKEN, c: "${env:X}", d: "${vras.x}"}'];
    expect(mistakes(step(...lines))).toEqual([
      'placeholder_syntax 5:31 $TOKEN',
      'placeholder_syntax 5:43 ${env:X}',
      'unknown_placeholder 5:58 ${vras.x}',
      'unknown_placeholder 5:16 ${case.x}',
    ]);
  });
});

test.each([' ', '\u200b', '\u00a0\u2800'])('a criterion of %j asks nothing', (blank) => {
  const text = scenario(`expected_judge: ${JSON.stringify(blank)}`);
  expect(mistakes(text)).toEqual([`empty_expected 5:17 ${JSON.stringify(blank)}`]);
});

test('a criterion that is too long, and a schema that is none', () => {
  const long = 'x'.repeat(2001);
  expect(mistakes(scenario(`expected_judge: ["${long.slice(1)}", "${long}"]`))).toEqual([
    `criterion_too_long 5:2022 "${long}"`,
  ]);
  const lines = ['expect:', '  schema: {type: strnig}', '  json_schema: {type: object}'];
  expect(mistakes(step(...lines))).toEqual(['bad_schema 6:15 {type: strnig}']);
});
