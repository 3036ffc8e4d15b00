import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Project, type Reported, runProjects, target } from './reported.ts';
import {
  expectTold,
  give,
  lines,
  SLOW_MS,
  scenariosOf,
  step,
  type Table,
  texts,
  told,
} from './steps.ts';

const record = (texts: readonly string[], expect: JsonObject, more: JsonObject = {}): JsonObject =>
  step('record', { texts }, { expect: { contains: 'done', ...expect }, ...more });
const echo = (expect: JsonObject): JsonObject => step('echo', { text: 'a' }, { expect });
const file = (what: string, path: string, state: string | JsonObject, text = ''): JsonObject =>
  step('file', { what, path, text }, { expect: { state } });

const SHARED: Table = {
  changed: ['passed', record(['a'], { state: 'changed' })],
  changed_after_all: ['failed: state@0', record(['a'], { state: 'unchanged' })],
  unchanged: ['passed', echo({ state: 'unchanged' })],
  unchanged_after_all: ['failed: state@0', echo({ state: 'changed' })],
  part: [
    'passed',
    step('ledger', {}, { save: { n: '/json/count', all: '/json/records' } }),
    echo({ state: { count: '${vars.n}', records: '${vars.all}' } }),
  ],
  part_of_another_type: [
    'failed: state@1',
    step('ledger', {}, { save: { n: '/json/count' } }),
    echo({ state: { count: 'n=${vars.n}' } }),
  ],
  with_an_error: [
    'passed',
    give({ ...texts('no'), isError: true }, { expect: { error: 'tool', state: 'unchanged' } }),
  ],
  beside_another_failure: [
    'failed: contains@0 state@0',
    record(['a'], { contains: 'x', state: 'unchanged' }),
  ],
  around_each_step: [
    'failed: state@1',
    record(['a'], { state: 'changed' }),
    echo({ state: 'changed' }),
  ],
};

// The server says the same, whatever it has recorded.
const ALIKE: Table = {
  one: ['passed', record(['a'], { state: { count: 1, records: ['a'] } })],
  two_under_one_reply: ['failed: state@0', record(['a', 'a'], { state: { count: 1 } })],
  none_under_one_reply: ['failed: state@0', record([], { state: { count: 1 } })],
  two_by_two_calls: ['failed: state@0', record(['a'], { state: { count: 1 } }, { times: 2 })],
};

const FOLDER: Table = {
  written: [
    'passed',
    file('write', 'b.txt', 'changed', 'b'),
    file('write', 'b.txt', 'unchanged', 'b'),
  ],
  read_only: ['failed: state@0', file('write', 'a.txt', 'unchanged', 'other')],
  removed: ['failed: state@0', file('remove', 'a.txt', 'unchanged')],
  part_of_it: ['passed', file('write', 'sub/c.txt', { 'a.txt': 'a', 'sub/c.txt': 'c' }, 'c')],
  a_folder_alone: ['failed: state@0', file('mkdir', 'new', 'unchanged')],
  a_link_alone: ['failed: state@0', file('link', 'new', 'unchanged', 'a.txt')],
  the_folder_itself: ['errored: probe_failed@0', file('remove', '.', 'unchanged')],
  nothing_left: ['passed', file('remove', 'sub', 'changed'), file('remove', 'a.txt', 'changed')],
};

const LEDGER = { resource: 'flow://ledger' };
const node = (script: string): string[] => [process.execPath, '-e', script];

/** Ways to read the state, and what comes of a step that is to leave it alone. */
const PROBES: Readonly<
  Record<string, readonly [told: string, state: JsonObject, more?: JsonObject]>
> = {
  the_clock_in_it: ['failed: state@0', LEDGER],
  a_part: ['passed', { ...LEDGER, at: '/records' }],
  a_part_that_is_not_there: ['errored: probe_failed@0', { ...LEDGER, at: '/recods' }],
  a_resource_of_words: ['passed', { resource: 'flow://words' }],
  a_resource_that_is_blank: ['errored: probe_failed@0', { resource: 'flow://blank' }],
  a_resource_of_bytes: ['passed', { resource: 'flow://bytes' }],
  a_number_too_large: ['errored: probe_failed@0', { resource: 'flow://large' }],
  a_number_too_large_that_is_ignored: [
    'passed',
    { command: node('console.log(\'{"id":9007199254740993,"a":1}\')'), ignore: ['/id'] },
  ],
  bytes_that_are_no_text: [
    'failed: state@0',
    {
      command:
        node(`const bytes = require('node:crypto').randomBytes(8).map((byte) => 128 + (byte % 64));
        process.stdout.write(Buffer.from([34, ...bytes, 34]));`),
    },
  ],
  what_is_too_deep: ['errored: probe_failed@0', { resource: 'flow://deep' }],
  nothing_but_what_is_ignored: [
    'errored: probe_failed@0',
    { resource: 'flow://part', ignore: ['/a'] },
  ],
  a_tool_whose_arguments_do_not_fit: [
    'errored: probe_failed@0',
    { tool: 'ledger', args: { as: 7 } },
  ],
  a_resource_of_nothing: ['errored: probe_failed@0', { resource: 'flow://nothing' }],
  a_resource_that_fails: ['errored: probe_failed@0', { resource: 'flow://gone' }],
  a_resource_that_hangs: [
    'errored: timeout@0',
    { resource: 'flow://silent' },
    { timeout_ms: 1500 },
  ],
  a_tool: ['passed', { tool: 'ledger', at: '/count' }],
  a_tool_of_text: ['passed', { tool: 'ledger', args: { as: 'text' }, ignore: ['/now'] }],
  a_tool_that_asks: [
    'passed',
    {
      tool: 'ask',
      args: { requests: [{ method: 'elicitation/create', params: { message: 'And now?' } }] },
    },
  ],
  a_tool_of_nothing: ['errored: probe_failed@0', { tool: 'ledger', args: { as: 'nothing' } }],
  a_tool_of_blank_text: ['errored: probe_failed@0', { tool: 'echo', args: { text: ' ' } }],
  a_tool_that_fails: ['errored: probe_failed@0', { tool: 'ledger', args: { as: 'error' } }],
  a_tool_that_is_not_there: ['errored: probe_failed@0', { tool: 'ledgr' }],
  a_tool_that_hangs: [
    'errored: probe_failed@0',
    { tool: 'late', args: { ms: 60_000, text: 'a' } },
    { timeout_ms: 1500 },
  ],
  a_command: ['passed', { command: node('console.log(JSON.stringify({ a: process.cwd() }))') }],
  a_command_that_differs: ['failed: state@0', { command: node('console.log(process.pid)') }],
  a_command_that_fails: [
    'errored: probe_failed@0',
    { command: node('console.log(1); process.exit(3)') },
  ],
  a_command_of_nothing: ['errored: probe_failed@0', { command: node('') }],
  a_folder_that_is_not_there: ['errored: probe_failed@0', { dir: '${tmp}/none' }],
};

/** Ways to read what one record changes. */
const CHANGES: Readonly<Record<string, JsonObject>> = {
  bytes: { resource: 'flow://bytes' },
  an_address: { resource: 'flow://moved' },
  text_that_was_json: { resource: 'flow://quoted' },
  a_text_beside_data: { tool: 'ledger', args: { as: 'prose' } },
  a_part_that_goes: { resource: 'flow://part', at: '/a/b' },
};

/** The call was made and answered; only the state cannot be read any more. */
const UNREAD: JsonObject = {
  files: { 'a.txt': 'a' },
  tool_sequence: [{ ...file('remove', '.', 'unchanged'), save: { done: { match: '.+' } } }],
  teardown: [step('echo', { text: '${vars.done}' })],
};

const env = { FOLDER: '${tmp}' };
const suiteOf = (keys: JsonObject): string => target('flow', { env }) + lines(keys);

describe('the state around a step', () => {
  let run: Reported;

  beforeAll(async () => {
    const files = { files: { 'a.txt': 'a', 'sub/d.txt': 'd' } };
    const inFolder = Object.entries(scenariosOf(FOLDER)).map(([name, text]) => [
      name,
      lines(files) + text,
    ]);
    const state = { ...LEDGER, ignore: ['/now'] };
    const probed = Object.entries(PROBES).map(([name, [, probe, more = {}]]) => {
      const scenarios = scenariosOf({ [name]: ['', echo({ state: 'unchanged' })] });
      return [`probe_${name}`, { suite: suiteOf({ state: probe, ...more }), scenarios }] as const;
    });
    const changed = Object.entries(CHANGES).map(([name, state]) => {
      const table: Table = {
        [`${name}_changed`]: ['', record(['a'], { state: 'changed' })],
        [`${name}_unchanged`]: ['', record(['a'], { state: 'unchanged' })],
        [`${name}_same`]: ['', echo({ state: 'unchanged' })],
      };
      return [`change_${name}`, { suite: suiteOf({ state }), scenarios: scenariosOf(table) }];
    });
    const projects: Record<string, Project> = {
      ...Object.fromEntries(changed),
      shared: { suite: suiteOf({ state, isolation: 'suite' }), scenarios: scenariosOf(SHARED) },
      alike: { suite: suiteOf({ state }), scenarios: scenariosOf(ALIKE) },
      folder: {
        suite: suiteOf({ state: { dir: '${tmp}' } }),
        scenarios: { ...Object.fromEntries(inFolder), unread: lines(UNREAD) },
      },
      ...Object.fromEntries(probed),
    };
    await runProjects(projects, (all) => {
      run = all;
    });
  }, SLOW_MS);

  test('is the same or another, or has a part', () => expectTold(run, SHARED));
  test('tells how much was done, where the replies say the same', () => expectTold(run, ALIKE));
  test('may be a folder', () => expectTold(run, FOLDER));

  test.each(Object.keys(CHANGES))('is another by %s', (name) => {
    const came = ['changed', 'unchanged', 'same'].map((how) => told(run.of(`${name}_${how}`)));
    expect(came, run.stdout).toEqual(['passed', 'failed: state@0', 'passed']);
  });

  test('a call whose state cannot be read any more is told as it was', () => {
    expect(run.of('the_folder_itself').steps[0]).toMatchObject({ status: 'errored', text: 'done' });
    // What it gave is there for teardown.
    expect(run.of('unread').steps.at(-1)).toMatchObject({ status: 'passed', text: 'done' });
    const [first] = run.stdout.split('step 1  file {"what":"remove","path":"."').slice(1);
    expect(first?.split('\n')[0]).not.toContain('not called');
  });

  test('what the probe is asked is told, and is no prompt of the step', () => {
    const { findings, steps } = run.of('a_tool_that_asks');
    expect(steps[0]).toMatchObject({ elicitations: 0 });
    expect(findings).toMatchObject([
      { code: 'prompt_in_reading', message: expect.stringContaining('"And now?"') },
    ]);
  });

  test('what reads the state is mended where the suite says it', () => {
    const gone = run.of('a_tool_that_is_not_there');
    expect(gone.message).toMatch(/has no tool "ledgr"\n(.*\n)*.*did you mean "ledger"\?/);
    expect(gone.message).toMatch(/at probe_a_tool_that_is_not_there\/suite\.yaml:2:1/);
    expect(run.of('a_resource_that_hangs').message).toMatch(/at probe_[a-z_]+\/suite\.yaml:2:1/);
    expect(run.of('a_part_that_is_not_there').message).toContain('did you mean "/records"?');
  });

  test('a probe that cannot tell is trouble, though it fails the same way twice', () => {
    const came = Object.keys(PROBES).map((name) => [name, told(run.of(name))]);
    const listed = Object.entries(PROBES).map(([name, [as]]) => [name, as]);
    expect(Object.fromEntries(came), run.stdout).toEqual(Object.fromEntries(listed));
  });
});
