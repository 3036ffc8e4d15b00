import { beforeAll, describe, expect, test } from 'vitest';
import type { RuleName } from '../../model/contract.ts';
import type { JsonObject } from '../../model/json.ts';
import { type Diary, withDiary } from '../diary.ts';
import { withFiles } from '../drive.ts';
import { contractIn, findingsOf, LISTS, type Listing, listings, rulesOf } from '../listings.ts';
import { filesOfProjects, type Reported, runReported } from '../reported.ts';
import { SLOW_MS, told } from '../steps.ts';

const PAGES = 5;
const MANY = Array.from({ length: 200 }, (_, at) => `tool_${at}`);
const many = (flaws: JsonObject = {}): JsonObject => ({
  ...Object.fromEntries(MANY.map((name) => [name, {}])),
  ...flaws,
});
const OWES = { outputSchema: { type: 'object', required: ['more'] } };
const PAGED = { PAGE: String(MANY.length / PAGES) };

/** On the first page, in the middle, and on the last. */
const FLAWS = {
  tool_0: { annotations: null },
  tool_100: { outputSchema: null },
  tool_199: { _meta: null },
};

const ALL: Readonly<Record<string, Listing>> = {
  sound: { tools: many(), env: PAGED, contract: LISTS },
  flawed: { tools: many(FLAWS), env: PAGED, contract: { ...LISTS, coverage: 'required' } },
  owing: {
    tools: { first: OWES, second: {} },
    env: { PAGE: '1' },
    contract: { read_only: 'verified', samples: { first: {}, second: {} } },
  },
  endless: { tools: { fine: {} }, env: { CURSOR: 'endless' }, contract: LISTS },
  numbered: { tools: { fine: {} }, env: { CURSOR: 'number' }, contract: { hints: 'explicit' } },
  again: { tools: { fine: {} }, env: { PAGE: '1', CURSOR: 'again' }, contract: LISTS },
};

const files = (names: readonly string[]): Record<string, string> =>
  filesOfProjects(
    Object.fromEntries(Object.entries(listings(ALL)).filter(([name]) => names.includes(name))),
  );

describe('the contract of a list in pages', () => {
  let run: Reported;
  let requests: number;

  beforeAll(async () => {
    const runThem = (names: readonly string[], look: (each: Reported, diary: Diary) => void) =>
      withDiary((diary) =>
        withFiles(files(names), async (cwd) =>
          look(await runReported(cwd, [], { env: diary.env }), diary),
        ),
      );
    await Promise.all([
      runThem(['sound'], (each, { lines }) => {
        expect(told(contractIn(each, 'sound'))).toBe('passed');
        requests = lines().filter((line) => line === 'ask tools/list').length;
      }),
      runThem(
        Object.keys(ALL).filter((name) => name !== 'sound'),
        (each) => {
          run = each;
        },
      ),
    ]);
  }, SLOW_MS);

  const of = (name: string) => contractIn(run, name);

  test('is judged by one walk through them', () => {
    // One for the contract, one for the scenario, each on a server of its own.
    expect(requests).toBe(2 * PAGES);
  });

  test('tells of tools on every page, and how many more there are', () => {
    const lines = (rule: RuleName) => findingsOf(of('flawed'), rule);
    expect(lines('hints')).toHaveLength(4);
    expect(lines('hints')[0]).toMatch(/^tool_0 +readOnlyHint is not there/);
    expect(lines('output_schema')).toEqual(['tool_100  has no outputSchema']);
    expect(lines('execution')).toEqual([expect.stringMatching(/^tool_199 +declares nothing/)]);
    const coverage = of('flawed').assertions.at(-1)?.message;
    expect(coverage).toContain('"coverage: required" does not hold of 199 tools\n');
    expect(coverage).toContain('\nand 159 more findings\n');
  });

  test('knows the schema of a tool on the first page', () => {
    expect(told(run.of('owing'))).toBe('failed: output_schema@0');
    expect(told(of('owing'))).toBe('failed: output_schema@0 contract@output');
    expect(of('owing').steps.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      'first failed',
      'second passed',
    ]);
  });

  test('is errored by pages without end, and no rule is evaluated', () => {
    expect(of('endless')).toMatchObject({ status: 'errored', code: 'list_failed' });
    expect(rulesOf(of('endless'))).toEqual([
      'hints: not_evaluated',
      'output_schema: not_evaluated',
      'execution: not_evaluated',
    ]);
    const [first] = of('endless').assertions;
    expect(first?.message).toBe('not evaluated, because there is no list of tools');
  });

  test('is no list where nobody can tell what follows', () => {
    expect(of('numbered').status).toBe('failed');
    expect(rulesOf(of('numbered'))).toEqual(['hints: passed', 'list: failed']);
    expect(findingsOf(of('numbered'))).toEqual([
      expect.stringMatching(/^fine +the list goes on behind it, .*: nextCursor is no string: \d+$/),
    ]);
    expect(run.of('numbered').status).toBe('passed');
  });

  test('stops at a cursor that leads to itself, and holds what came twice against the server', () => {
    const notes = [{ code: 'repeated_cursor' }, { code: 'duplicate_tool' }];
    expect(of('again')).toMatchObject({ status: 'failed', findings: notes });
    expect(rulesOf(of('again')).at(-1)).toBe('list: failed');
    expect(run.of('again')).toMatchObject({ status: 'passed', findings: notes });
  });
});
