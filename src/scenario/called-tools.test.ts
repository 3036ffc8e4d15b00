import { describe, expect, test } from 'vitest';
import { loadSuites } from './load.ts';
import { HERMETIC, scenario, sourceFile, step, suiteSource, tell } from './test-rig.ts';

const SUITE = `target: { command: node }
state: { resource: "a://state" }
clients: { other: { headers: { A: b } } }
`;
const CONTRACT = 'contract: { read_only: verified, coverage: required }\n';

/** The contract of a suite of which these files are selected, and those are not. */
function completed(
  selected: readonly string[],
  unselected: readonly string[] = [],
  contract = CONTRACT,
) {
  const others = unselected.map((text, at) => sourceFile(text, `suite/far/${at}.yaml`));
  const source = { ...suiteSource(selected, SUITE + contract), unselected: () => others };
  const loaded = loadSuites([source], {
    env: {},
    choice: HERMETIC,
    noFolder: () => null,
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
    const { called, skipped: left } = completed([named('a'), skipped], others);
    expect(called).toEqual(['t']);
    expect(left).toEqual([
      { tool: 'never', file: 'suite/b.yaml' },
      { tool: 'gone', file: 'suite/far/0.yaml' },
    ]);
  });

  test('apart, where another client speaks: that is skipped but over HTTP', () => {
    const other = named('b', 'setup: [{ tool: make }]').replace(
      'tool: t',
      'tool: t\n    client: other',
    );
    const { called, calledOverHttp } = completed([calling('a', 'mine'), other]);
    expect(called).toEqual(['mine']);
    expect(calledOverHttp.map(({ tool }) => tool)).toEqual(['make', 't']);
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

  test.each<[string, readonly string[], ...(string | null)[]]>([
    ['another state', ['expect: { state: changed }']],
    ['no state', ['args: {}']],
    ['an error', ['expect: { state: unchanged, error: true }'], 'error'],
    ['an error of a kind', ['expect: { state: unchanged, error: { channel: tool } }'], 'error'],
    ['another caller', [unchanged, 'client: other'], 'client'],
    ['wrong arguments', [unchanged, 'invalid_args: true'], 'invalid_args'],
    ['no listed tool', [unchanged, 'unlisted: true'], 'unlisted'],
    ['an answer to a prompt', [unchanged, 'elicitation: []'], 'elicitation'],
    ['a model', [unchanged, 'sampling: []'], 'sampling'],
    ['a value of its own run', [unchanged, 'args: { id: "${uuid}" }'], '${uuid}'],
    ['a value inside another', [unchanged, 'args: { id: ["at ${tmp}/x"] }'], '${tmp}'],
  ])('not those with %s, and why not is kept', (_, lines, ...because) => {
    const { samples: none, unfit } = completed([step(...lines)]);
    expect(none).toEqual([]);
    expect(unfit.map((each) => [each.tool, each.because])).toEqual(
      because.map((why) => ['t', why]),
    );
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
      ['t', 3, 'suite/far/0.yaml'],
    ]);
    expect(told(completed([two, one], [far], own))[0]).toEqual(['t', 0, 'suite/suite.yaml']);
    expect(told(completed([two, one], [far], own))).toHaveLength(2);
  });

  test('not those of a scenario that is skipped', () => {
    const { samples: none, unfit } = completed([`${step(unchanged)}skip: later\n`]);
    expect(none).toEqual([]);
    expect(unfit).toMatchObject([{ because: null, place: { file: { path: 'suite/a.yaml' } } }]);
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
    noFolder: () => null,
    readBytes: () => ({ ok: false, error: '' }) as const,
  };
  const loaded = loadSuites([source], context);
  expect(loaded.ok && loaded.value[0]?.contract).toBeNull();
});
