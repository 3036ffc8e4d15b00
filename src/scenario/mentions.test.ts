import { describe, expect, test } from 'vitest';
import type { LoadContext } from './load.ts';
import { HERMETIC, mistakes, scenario } from './test-rig.ts';

const LIVE: Partial<LoadContext> = { choice: { ...HERMETIC, live: true } };
const withArg = (value: string, ...lines: readonly string[]): string =>
  scenario(...lines).replace('tool: t', `tool: t\n    args: {a: "${value}"}`);

describe('the address of a stub', () => {
  const UPSTREAMS = 'upstreams: {u: {routes: [{path: /, body: "${upstreams.u.url}"}]}}\n';
  const SUITE = `target: {command: node, env: {U: "\${upstreams.u.url}"}}\n${UPSTREAMS}`;
  const text = '${upstreams.u.url}';

  test('has no value in a live scenario', () => {
    const told = [`upstream_in_live 4:16 ${text}`];
    expect(mistakes(withArg(text, 'live: true'), SUITE, LIVE)).toEqual(told);
    expect(mistakes(withArg(text, 'live: true'), SUITE)).toEqual([]);
    expect(mistakes(withArg(text), SUITE, LIVE)).toEqual([]);
    expect(mistakes(withArg(text, 'live: false'), SUITE, LIVE)).toEqual([]);
  });

  test('has none in an expected text, or by way of `vars`', () => {
    const needle = scenario('live: true', `expected_not_contains: ["${text}"]`);
    expect(mistakes(needle, SUITE, LIVE)).toEqual([`upstream_in_live 6:26 ${text}`]);
    const vars = withArg('${vars.v}', 'live: true', `vars: {v: "${text}"}`);
    expect(mistakes(vars, SUITE, LIVE)).toEqual([`upstream_in_live 7:12 ${text}`]);
  });

  test('is of no use to a route, which is not there either', () => {
    const own = scenario('live: true', `upstreams: {u: [{path: /a, body: "${text}"}]}`);
    expect(mistakes(own, SUITE, LIVE)).toEqual([]);
  });

  test('has none for the live target', () => {
    const live = `live: {command: proxy, env: {U: "${text}"}}\n`;
    expect(mistakes(scenario('live: true'), SUITE + live, LIVE)).toEqual([
      `upstream_in_live 3:34 ${text}`,
    ]);
    expect(mistakes(scenario('live: true'), SUITE + live)).toEqual([]);
  });

  test('of one that the suite does not have is told as that', () => {
    expect(mistakes(withArg('${upstreams.nope.url}', 'live: true'), SUITE, LIVE)).toEqual([
      'unknown_upstream 4:16 ${upstreams.nope.url}',
    ]);
  });
});

describe('a variable that is unset', () => {
  const SUITE = [
    'target: {command: node, args: ["${env.ONLY_HERMETIC}"]}',
    'live: {command: proxy, args: ["${env.ONLY_LIVE}"]}',
    'expected_not_contains: ["${env.BOTH}"]',
    '',
  ].join('\n');

  test('is told where its mode needs it', () => {
    const both = 'unset_variable 3:26 ${env.BOTH}';
    expect(mistakes(scenario('live: true'), SUITE)).toEqual([
      'unset_variable 1:33 ${env.ONLY_HERMETIC}',
      both,
    ]);
    expect(mistakes(scenario('live: true'), SUITE, LIVE)).toEqual([
      'unset_variable 2:32 ${env.ONLY_LIVE}',
      both,
    ]);
  });
});

describe('${port}', () => {
  const PORT = '${port}';
  const told = (suite: string, context?: Partial<LoadContext>) =>
    mistakes(scenario('live: true'), suite, context).map((line) => line.split(' ')[0]);
  const served = `{command: a, args: ["${PORT}"], env: {P: "${PORT}"}, url: "http://127.0.0.1:${PORT}", headers: {A: "${PORT}"}}`;

  test('stands anywhere in a target that is started and has an address', () => {
    expect(told(`target: ${served}\n`)).toEqual([]);
    expect(told(`target: {command: a}\nlive: ${served}\n`, LIVE)).toEqual([]);
    expect(told(`target: {command: a}\nlive: ${served}\n`)).toEqual([]);
  });

  test.each([
    `target: {command: a, args: ["${PORT}"]}`,
    `target: {module: a.js, env: {P: "${PORT}"}}`,
    `target: {url: "http://127.0.0.1:${PORT}"}`,
    `target: ${served}\nexpected_not_contains: ["${PORT}"]`,
    `target: ${served}\nupstreams: {u: {routes: [{path: /, body: "${PORT} \${upstreams.u.url}"}]}}`,
  ])('stands elsewhere in %s', (suite) => {
    expect(told(`${suite}\n`)).toEqual(['placeholder_not_here']);
  });

  test('stands in no scenario', () => {
    const suite = `target: ${served}\n`;
    expect(mistakes(withArg(PORT), suite)).toEqual([`placeholder_not_here 4:16 ${PORT}`]);
    expect(mistakes(scenario(`vars: {v: "${PORT}"}`), suite)).toHaveLength(1);
  });

  test('of `target` is none of `live`', () => {
    const live = `target: ${served}\nlive: {url: "http://127.0.0.1:${PORT}"}\n`;
    expect(told(live, LIVE)).toEqual(['placeholder_not_here']);
  });
});
