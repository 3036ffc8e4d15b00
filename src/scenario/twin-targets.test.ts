import { describe, expect, test } from 'vitest';
import { marked, SUITE, scenario, unfit } from './test-rig.ts';

describe('a target of which no twin can be made', () => {
  const own = 'twins: {b: {env: {B: "1"}, must_fail: [a]}}\n';

  // There a scenario would miss what those before it have done, and may fail for that alone.
  test.each(['suite', 'session'])('shared by "isolation: %s"', (isolation) => {
    const served = 'target: {command: node, url: "http://127.0.0.1:${port}/"}\n';
    const shared = `isolation: ${isolation}\n`;
    expect(marked(scenario(), served + shared + own)).toEqual([`bad_value ${isolation}`]);
    expect(marked(scenario(), served + shared)).toEqual([]);
    expect(marked(scenario(), `${served}isolation: scenario\n${own}`)).toEqual([]);
  });

  test('running already', () => {
    const suite = `target: {url: "http://127.0.0.1:1/"}\n${own}`;
    const told = [{ code: 'not_started', key: 'twins' }];
    expect(unfit({ suite })).toEqual(told);
    expect(
      unfit({ suite, live: true, env: { MCP_EVAL_REMOTE_URL: 'http://127.0.0.1:1/' } }),
    ).toEqual([]);
  });

  test('running already, where the command line says so: only for a run of twins', () => {
    const files = { '/r/mcp.json': '{"mcpServers": {"a": {"url": "http://127.0.0.1:1/"}}}' };
    const override = { option: '--mcp-config', path: 'mcp.json', server: null, cwd: '/r' } as const;
    const suite = SUITE + own;
    expect(unfit({ suite, files, override })).toEqual([]);
    expect(unfit({ suite, files, override, twins: true })).toMatchObject([{ code: 'not_started' }]);
  });

  test.each([
    'env: {A: "1"}',
    'env: {B: "${env.B:-b}", A: "1"}',
    'command: node',
    'args: [x]',
    'command: node, args: [x], env: {A: "1"}',
  ])('that has all of it already: %s', (changes) => {
    const own = 'command: node, args: [x], env: {A: "1", B: "${env.B:-b}"}';
    const targets = [`{${own}}`, `{${own}, url: "http://127.0.0.1:\${port}/"}`];
    for (const target of targets) {
      const twins = (more: string) => `target: ${target}\ntwins: {b: {${more}, must_fail: [a]}}\n`;
      expect(unfit({ suite: twins(changes) })).toMatchObject([{ code: 'bad_value' }]);
      expect(unfit({ suite: twins('env: {A: "2"}') })).toEqual([]);
      expect(unfit({ suite: twins('args: []') })).toEqual([]);
    }
  });

  test('whose fault a scenario of its own variables does not see', () => {
    const twins = (more: string) => `${SUITE}twins: {t: {${more}, must_fail: [a]}}\n`;
    const own = 'env: {A: "1", B: "2"}';
    const told = (more: string, keys = own) =>
      unfit({ suite: twins(more), scenarios: [scenario(keys)] });
    expect(told('env: {A: "x"}')).toMatchObject([{ code: 'bad_value' }]);
    expect(told('env: {A: "x", B: "y"}')).toHaveLength(1);
    expect(told('env: {A: "x", C: "y"}')).toEqual([]);
    expect(told('env: {A: "x"}, args: [y]')).toEqual([]);
    expect(told('env: {A: "x"}', 'env: {C: "1"}')).toEqual([]);
    expect(told('env: {A: "x"}', 'tags: t')).toEqual([]);
  });

  test('by a module, which has no command', () => {
    const suite = 'target: {module: ./server.js}\n';
    const more = '{b: {command: deno, must_fail: [a]}, c: {args: [], must_fail: [a]}}';
    expect(unfit({ suite: `${suite}twins: ${more}\n` })).toMatchObject([
      { code: 'bad_value' },
      { code: 'bad_value' },
    ]);
    expect(unfit({ suite: suite + own })).toEqual([]);
  });
});
