import { describe, expect, test } from 'vitest';
import { type Selection, selectSuites } from './plan.ts';
import { ALL, aimed, HERMETIC, load, SUITE, scenario, tell, unfit } from './test-rig.ts';
import { tripwireEnv } from './tripwire.ts';

const TRIPWIRE = 'network: tripwire\n';
const RUNNING = 'target: {url: "http://127.0.0.1:1/"}\n';
const STARTED = {
  stdio: '{command: a, ENV}',
  module: '{module: a.js, ENV}',
  http: '{command: a, args: ["${port}"], url: "http://127.0.0.1:${port}/", ENV}',
};
const suiteWith = (env: string, form: keyof typeof STARTED = 'stdio') =>
  `target: ${STARTED[form].replace('ENV', env)}\n${TRIPWIRE}`;

/** What is wrong with the tripwire: the code, what is marked, and what it names. */
function told(
  suite: string,
  scenarios: readonly string[] = [scenario('live: true')],
  selection: Partial<Selection> = {},
): string[] {
  const readBytes = () => ({ ok: true, value: Buffer.from(MCP_CONFIG) }) as const;
  const env = {};
  const chosen = { ...ALL, ...HERMETIC, ...selection };
  const loaded = load(scenarios, suite, { env, readBytes, choice: chosen });
  if (!loaded.ok) throw new Error(tell(loaded.error).join());
  const selected = selectSuites([loaded.value], chosen, { env, readBytes });
  return selected.ok ? [] : tell(selected.error);
}

const MCP_CONFIG = JSON.stringify({
  mcpServers: {
    bent: { command: 'a', env: { ALL_PROXY: 'http://other' } },
    there: { url: 'http://127.0.0.1:1/' },
  },
});

describe('network', () => {
  test('is open unless the suite says otherwise', () => {
    expect(aimed({}).network).toBe('open');
    expect(aimed({ suite: `${SUITE}network: open\n` }).network).toBe('open');
    expect(aimed({ suite: SUITE + TRIPWIRE }).network).toBe('tripwire');
  });

  test('needs a server that the runner starts', () => {
    const wrong = ['not_started 2:1 network'];
    expect(told(RUNNING + TRIPWIRE)).toEqual(wrong);
    expect(unfit({ suite: RUNNING + TRIPWIRE })).toEqual([
      { code: 'not_started', key: 'network: tripwire' },
    ]);
    expect(told(`target: {mcp_config: a.json, server: there}\n${TRIPWIRE}`)).toEqual(wrong);
    const config = { option: '--mcp-config', path: 'a', server: 'there', cwd: '/' } as const;
    expect(told(SUITE + TRIPWIRE, undefined, { override: config })).toEqual(wrong);
    const command = { option: '--command', command: 'a', args: [], cwd: '/' } as const;
    expect(told(RUNNING + TRIPWIRE, undefined, { override: command })).toEqual([]);
    expect(told(`${RUNNING}network: open\n`)).toEqual([]);
    for (const form of Object.keys(STARTED) as (keyof typeof STARTED)[]) {
      expect(told(suiteWith('env: {}', form))).toEqual([]);
    }
  });

  test('is not there in a live run', () => {
    const live = { url: 'http://127.0.0.1:1/' };
    expect(told(RUNNING + TRIPWIRE, undefined, live)).toEqual([]);
    expect(told(suiteWith('env: {HTTP_PROXY: a}'), undefined, live)).toEqual([]);
  });
});

describe('what would lead around the tripwire', () => {
  test.each(Object.keys(tripwireEnv('')))('%s is refused', (name) => {
    for (const form of Object.keys(STARTED) as (keyof typeof STARTED)[]) {
      const [line] = told(suiteWith(`env: {A: "1", ${name}: a}`, form));
      expect(line).toMatch(new RegExp(`^conflicting_keys 1:\\d+ ${name}$`));
      const [passed] = told(suiteWith(`pass_env: [A, ${name}]`, form));
      expect(passed).toMatch(new RegExp(`^conflicting_keys 1:\\d+ ${name}$`));
    }
    expect(told(suiteWith(`env: {${name}: a}`).replace(TRIPWIRE, ''))).toEqual([]);
  });

  test('whatever its case, and the message names both', () => {
    expect(unfit({ suite: suiteWith('env: {Http_Proxy: a, PROXY: b}') })).toEqual([
      {
        code: 'conflicting_keys',
        keys: ['network: tripwire', 'Http_Proxy'],
        owner: 'a suite and its scenarios',
      },
    ]);
  });

  test('in a scenario, once for all its cases', () => {
    const cases = 'cases: {a: {n: 1}, b: {n: 2}}';
    const own = scenario('env: {A: "1", no_proxy: "*"}', cases);
    expect(told(SUITE + TRIPWIRE, [own])).toEqual(['conflicting_keys 5:15 no_proxy']);
    expect(told(SUITE, [own])).toEqual([]);
  });

  test('in a twin, with or without --twins', () => {
    const twins = 'twins: {broken: {env: {NO_PROXY: "*"}, must_fail: [a]}}\n';
    for (const run of [false, true]) {
      expect(told(SUITE + TRIPWIRE + twins, undefined, { twins: run })).toEqual([
        'conflicting_keys 3:24 NO_PROXY',
      ]);
    }
  });

  test('in the environment of another file', () => {
    const config = `target: {mcp_config: a.json, server: bent}\n${TRIPWIRE}`;
    expect(told(config)).toEqual(['conflicting_keys 1:22 a.json']);
    const override = { option: '--mcp-config', path: 'a', server: 'bent', cwd: '/' } as const;
    expect(told(SUITE + TRIPWIRE, undefined, { override })).toEqual(['conflicting_keys']);
  });

  test('in an environment that the command line keeps', () => {
    const override = { option: '--command', command: 'a', args: [], cwd: '/' } as const;
    const [line] = told(suiteWith('env: {HTTP_PROXY: a}'), undefined, { override });
    expect(line).toMatch(/^conflicting_keys 1:\d+ HTTP_PROXY$/);
  });
});
