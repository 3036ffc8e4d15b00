import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { runCli, withFiles } from './drive.ts';
import { contractIn, findingsOf, LISTS, type Listing, listings, rulesOf } from './listings.ts';
import { filesOfProjects, type Reported, runReported } from './reported.ts';
import { SLOW_MS } from './steps.ts';

const REFUSED = 'MCP clients refuse the whole list';
const BELIED = {
  _meta: {
    'com.santurcesoftware/execution': {
      ...{ schemaVersion: 1, llm: 'always', externalApi: 'conditional' },
    },
  },
};
const BROKEN: JsonObject = {
  fine: {},
  untyped: { outputSchema: {} },
  rows: { outputSchema: { type: 'array' } },
  bare: { inputSchema: {} },
  lost: { inputSchema: null },
  numbered: { description: 5, title: 5 },
  hinted: { annotations: 'none' },
  meta: { _meta: [] },
  nameless: { name: 5 },
};
const DOUBLED = { fine: {}, other: { name: 'fine' } };
const EXECUTION = { execution: 'declared' };
const BASELINE = { baseline: 'tools.json' };

const ALL: Readonly<Record<string, Listing>> = {
  all: { tools: BROKEN, contract: LISTS },
  undemanded: { tools: BROKEN, contract: { coverage: 'required' } },
  doubled: { tools: DOUBLED, contract: EXECUTION },
  held: { tools: DOUBLED, contract: BASELINE },
  strict: { tools: DOUBLED, contract: EXECUTION, suite: { strict_protocol: true } },
  vague: { tools: { fine: {}, any: { outputSchema: { type: 'object' } } }, contract: LISTS },
  belied: { tools: { fine: {}, asks: BELIED }, contract: LISTS },
};

describe('a list that clients cannot use', () => {
  let run: Reported;
  let shown: string;
  let unwritten: Awaited<ReturnType<typeof runCli>>;
  let json: { tools: JsonObject[] };

  beforeAll(async () => {
    const files = filesOfProjects(listings(ALL));
    const baseline = JSON.stringify({ tools: { fine: {} } });
    await withFiles({ ...files, 'held/tools.json': baseline }, async (cwd) => {
      run = await runReported(cwd);
      shown = (await runCli(['tools', 'all'], { cwd })).stdout;
      unwritten = await runCli(['tools', 'held', '--write-baseline'], { cwd });
      json = JSON.parse((await runCli(['tools', 'doubled', '--json'], { cwd })).stdout);
    });
  }, SLOW_MS);

  const of = (name: string) => contractIn(run, name);
  /** Without the padding between a tool and what is found of it. */
  const found = (name: string) => findingsOf(of(name)).map((line) => line.replace(/ {2,}/, ': '));

  test('breaks the rule that looks at it, and the list itself for what no rule looks at', () => {
    expect(rulesOf(of('all'))).toEqual([
      ...['hints: failed', 'output_schema: failed', 'execution: failed', 'list: failed'],
    ]);
    const told = found('all');
    for (const finding of [
      `untyped: outputSchema/type is not there, and must be "object": ${REFUSED}`,
      `rows: outputSchema/type is "array", and must be "object": ${REFUSED}`,
      `bare: inputSchema/type is not there, and must be "object": ${REFUSED}`,
      `lost: inputSchema is not there, and must be an object: ${REFUSED}`,
      `numbered: title is 5, and must be a text: ${REFUSED}`,
      `numbered: description is 5, and must be a text: ${REFUSED}`,
      `hinted: annotations is "none", and must be an object: ${REFUSED}`,
      `meta: _meta is [], and must be an object: ${REFUSED}`,
      `#9: name is 5, and must be a text: ${REFUSED}`,
    ]) {
      expect(told).toContain(finding);
    }
  });

  test('breaks any contract, whatever that demands', () => {
    expect(rulesOf(of('undemanded'))).toEqual(['coverage: failed', 'list: failed']);
    expect(found('undemanded').filter((line) => line.endsWith(REFUSED))).toHaveLength(9);
    expect(rulesOf(of('doubled'))).toEqual(['execution: passed', 'list: failed']);
    const twice = 'fine: is listed more than once, and nobody can tell which of them is called';
    expect(found('doubled')).toEqual([twice]);
    expect(found('held')).toEqual([twice, twice]);
    expect(of('held').assertions[0]?.message).not.toContain('--write-baseline');
  });

  test('is told of every run, and fails it under strict_protocol', () => {
    const codes = new Set(run.of('all').findings.map(({ code }) => code));
    expect([...codes]).toEqual(['refused_tool']);
    expect(run.of('all').status).toBe('passed');
    expect(run.of('doubled').findings.map(({ code }) => code)).toEqual(['duplicate_tool']);
    expect(run.of('strict')).toMatchObject({ status: 'failed', code: 'protocol_violation' });
  });

  test('is shown by name, what has none by its place', () => {
    expect(shown).toMatch(/^untyped .*\n {2}broken +outputSchema\/type is not there/m);
    expect(shown).toMatch(/^#9 .*\n {2}broken +name is 5/m);
    expect(json.tools.map((tool) => tool.list_flaws)).toEqual([
      [expect.objectContaining({ code: 'listed_twice' })],
      [expect.objectContaining({ code: 'listed_twice' })],
    ]);
  });

  test('is written into no baseline, where it cannot be told by name', () => {
    expect(unwritten).toMatchObject({ code: 1, stdout: '' });
    expect(unwritten.stderr).toMatch(
      /held\/tools.json was not written.*\n {2}fine: is listed more/,
    );
  });

  test('an output schema that any object fits is none', () => {
    expect(found('vague')).toEqual(['any: its outputSchema describes nothing: any object fits it']);
  });

  test('a closed world is not one that the declaration leaves', () => {
    expect(found('belied')).toEqual([
      'asks: openWorldHint is false, and its declaration says "llm: always": only one can hold',
      'asks: openWorldHint is false, and its declaration says "externalApi: conditional": only one can hold',
    ]);
  });
});
