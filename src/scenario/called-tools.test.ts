import { describe, expect, test } from 'vitest';
import { loadSuites } from './load.ts';
import { HERMETIC, scenario, step, suiteSource, tell } from './test-rig.ts';

const SUITE = `target: { command: node }
state: { resource: "a://b" }
clients: { other: { headers: { A: b } } }
`;
const CONTRACT = 'contract: { read_only: verified, coverage: required }\n';

/** The contract of a suite of which these files are selected, and those are not. */
function completed(
  selected: readonly string[],
  unselected: readonly string[] = [],
  contract = CONTRACT,
) {
  const source = { ...suiteSource(selected, SUITE + contract), unselected: () => unselected };
  const loaded = loadSuites([source], {
    env: {},
    choice: HERMETIC,
    readBytes: () => ({ ok: false, error: '' }),
  });
  if (!loaded.ok) throw new Error(tell(loaded.error).join());
  const [suite] = loaded.value;
  if (suite?.contract == null) throw new Error('no contract');
  return suite.contract;
}

const named = (name: string, ...lines: readonly string[]) =>
  scenario(...lines).replace('name: a', `name: ${name}`);
const calling = (name: string, tool: string, ...lines: readonly string[]) =>
  named(name, ...lines).replace('tool: t', `tool: ${tool}`);

describe('what the scenarios of a suite call', () => {
  test('counts in all phases, each tool once', () => {
    const text = named(
      'a',
      'setup: [{ tool: make }]',
      'teardown: [{ tool: drop }, { tool: make }]',
    );
    expect(completed([text]).called.toSorted()).toEqual(['drop', 'make', 't']);
  });

  test('whether they are selected or not, but not when they are skipped', () => {
    const skipped = calling('b', 'never', 'skip: broken');
    expect(completed([named('a'), skipped], [calling('c', 'far')]).called).toEqual(['t', 'far']);
    const others = [calling('d', 'gone', 'skip: later'), 'name: [', '- 1', ''];
    expect(completed([named('a')], others).called).toEqual(['t']);
  });

  test('but not what is deliberately not listed', () => {
    const text = named('a').replace('tool: t', 'tool: ghost\n    unlisted: true\n  - tool: t');
    expect(completed([text]).called).toEqual(['t']);
  });
});

describe('steps that serve as samples', () => {
  const unchanged = 'expect: { state: unchanged }';
  const samples = (text: string, contract?: string) =>
    completed([text], [], contract).samples.map(({ tool, args }) => [tool, args]);

  test('say `state: unchanged`, and all there is to say of the call', () => {
    expect(samples(step('args: { a: [1] }', unchanged))).toEqual([['t', { a: [1] }]]);
    expect(samples(step(unchanged))).toEqual([['t', {}]]);
    expect(samples(step('expect: { state: unchanged, error: false }'))).toEqual([['t', {}]]);
  });

  test.each([
    ['another state', ['expect: { state: changed }']],
    ['no state', ['args: {}']],
    ['an error', ['expect: { state: unchanged, error: true }']],
    ['an error of a kind', ['expect: { state: unchanged, error: { channel: tool } }']],
    ['another caller', [unchanged, 'client: other']],
    ['wrong arguments', [unchanged, 'invalid_args: true']],
    ['no listed tool', [unchanged, 'unlisted: true']],
    ['an answer to a prompt', [unchanged, 'elicitation: []']],
    ['a model', [unchanged, 'sampling: []']],
    ['a value of its own run', [unchanged, 'args: { id: "${uuid}" }']],
  ])('not those with %s', (_, lines) => {
    expect(samples(step(...lines))).toEqual([]);
  });

  test('in any phase and file; the first wins, and one of the contract wins over all', () => {
    const one = step('args: { n: 1 }', unchanged);
    const two = named('b', `setup: [{ tool: s, args: { n: 2 }, ${unchanged} }]`);
    const far = one.replace('name: a', 'name: c').replace('n: 1', 'n: 3');
    const own = CONTRACT.replace('coverage', 'samples: { t: { n: 0 } }, coverage');
    const told = ({ samples: all }: ReturnType<typeof completed>) =>
      all.map(({ tool, args, place }) => [tool, args.n, place.file.path]);
    expect(told(completed([two, one], [far]))).toEqual([
      ['s', 2, 'suite/a.yaml'],
      ['t', 1, 'suite/b.yaml'],
    ]);
    expect(told(completed([two], [far]))).toEqual([
      ['s', 2, 'suite/a.yaml'],
      ['t', 3, 'suite/suite.yaml'],
    ]);
    expect(told(completed([two, one], [far], own))[0]).toEqual(['t', 0, 'suite/suite.yaml']);
    expect(told(completed([two, one], [far], own))).toHaveLength(2);
  });

  test('not those of a scenario that is skipped', () => {
    expect(samples(`${step(unchanged)}skip: later\n`)).toEqual([]);
  });
});

test('without a contract nothing else is read', () => {
  const source = {
    ...suiteSource([named('a')], SUITE),
    unselected: () => {
      throw new Error('read');
    },
  };
  const context = {
    env: {},
    choice: HERMETIC,
    readBytes: () => ({ ok: false, error: '' }) as const,
  };
  const loaded = loadSuites([source], context);
  expect(loaded.ok && loaded.value[0]?.contract).toBeNull();
});
