import { expect, test } from 'vitest';
import { load, loadScenario } from '../scenario/test-rig.ts';
import { declaresNothing, processKey, shareKey } from './face.ts';

/** Two scenarios that differ in these lines. */
function pair(one: string, other: string) {
  const text = (name: string, lines: string) =>
    `name: ${name}\n${lines}\ntool_sequence: [{ tool: a }]\nexpected_contains: a\n`;
  const loaded = load([text('one', one), text('other', other)]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const [first, second] = loaded.value.scenarios;
  if (first === undefined || second === undefined) throw new Error('not two');
  return {
    connection: shareKey(first) === shareKey(second),
    process: processKey(first) === processKey(second),
  };
}

const ALL = { connection: true, process: true };
const NONE = { connection: false, process: false };
const PROCESS = { connection: false, process: true };

test.each<[string, string, string, typeof ALL]>([
  ['nothing of their own', '', 'vars: { x: 1 }', ALL],
  ['the same of their own', 'env: { A: a }', 'env: { A: a }', ALL],
  ['another variable', 'env: { A: a }', 'env: { A: b }', NONE],
  ['a variable more', '', 'env: { A: a }', NONE],
  ['other files', 'files: { a: a }', 'files: { a: b }', NONE],
  ['other roots', 'roots: [{ uri: "file:///a" }]', 'roots: []', PROCESS],
  ['no roots', 'roots: []', '', PROCESS],
  ['a script', '', 'setup: [{ tool: a, elicitation: [] }]', PROCESS],
  [
    'a script of another kind',
    'setup: [{ tool: a, elicitation: [] }]',
    'setup: [{ tool: a, sampling: [] }]',
    PROCESS,
  ],
  [
    'another mode of prompts',
    'setup: [{ tool: a, elicitation: [{ action: decline }] }]',
    'setup: [{ tool: a, elicitation: [{ action: decline, mode: url }] }]',
    PROCESS,
  ],
  [
    'scripts of the same kind',
    'setup: [{ tool: a, elicitation: [{ action: decline }] }]',
    'teardown: [{ tool: b, elicitation: [] }]',
    ALL,
  ],
  [
    'the same by the same value',
    'vars: { x: 1 }\nenv: { A: "${vars.x}" }',
    'vars: { x: 1 }\nenv: { A: "${vars.x}" }',
    ALL,
  ],
  [
    'another by another value',
    'vars: { x: 1 }\nenv: { A: "${vars.x}" }',
    'vars: { x: 2 }\nenv: { A: "${vars.x}" }',
    NONE,
  ],
  [
    'roots by another value',
    'vars: { x: 1 }\nroots: [{ uri: "file:///${vars.x}" }]',
    'vars: { x: 2 }\nroots: [{ uri: "file:///${vars.x}" }]',
    PROCESS,
  ],
  ['what is new each time', 'env: { A: "${uuid}" }', 'env: { A: "${uuid}" }', NONE],
  [
    'what is new each time, by a value',
    'vars: { x: "${uuid}" }\nfiles: { a: "${vars.x}" }',
    'vars: { x: "${uuid}" }\nfiles: { a: "${vars.x}" }',
    NONE,
  ],
])('who shares what: %s', (_, one, other, expected) => {
  expect(pair(one, other)).toEqual(expected);
});

test('the cases of a file share what has no part in their values', () => {
  const text = (env: string) =>
    `name: a\ncases: { one: { x: 1 }, two: { x: 2 } }\nenv: { A: "${env}" }\n` +
    'tool_sequence: [{ tool: a, args: { n: "${case.x}" } }]\nexpected_contains: a\n';
  const keys = (env: string) => {
    const loaded = load([text(env)]);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
    return new Set(loaded.value.scenarios.map(processKey)).size;
  };
  expect([keys('a'), keys('${case.x}')]).toEqual([1, 2]);
});

test.each([
  ['', true],
  ['env: { A: a }', true],
  ['roots: []', false],
  ['setup: [{ tool: a, elicitation: [] }]', false],
  ['teardown: [{ tool: a, sampling: [] }]', false],
])('a client that declares nothing: %s', (lines, nothing) => {
  const text = `name: a\n${lines}\ntool_sequence: [{ tool: a }]\nexpected_contains: a\n`;
  expect(declaresNothing(loadScenario(text))).toBe(nothing);
});
