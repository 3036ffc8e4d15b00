import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.ts';
import { runCli, withFiles } from '../drive.ts';
import { contractIn, findingsOf, type Listing, listings, listingTarget } from '../listings.ts';
import { filesOfProjects, type Reported, runProject, runReported } from '../reported.ts';
import { lines, SLOW_MS, step, told } from '../steps.ts';

const KEY = 'com.santurcesoftware/execution';
const SAME = { 'a.read': {}, write: {} };
const NEVER = { schemaVersion: 1, llm: 'never', externalApi: 'never' };
const HINTS = { destructiveHint: false, idempotentHint: true, openWorldHint: false };
const TYPED = { type: 'object', properties: { id: { type: 'string' } } };

/** What has become of the tools of `SAME`, which the baseline holds. */
const DRIFTS: Readonly<Record<string, JsonObject>> = {
  same: SAME,
  turned: { write: {}, 'a.read': {} },
  beside: { 'a.read': { _meta: { [KEY]: NEVER, other: 1 }, icons: [] }, write: {} },
  described: { 'a.read': { description: 'Does anything.' }, write: {} },
  titled: { 'a.read': { title: 'Read' }, write: {} },
  taking: { 'a.read': { inputSchema: TYPED }, write: {} },
  giving: { 'a.read': {}, write: { outputSchema: null } },
  hinted: { 'a.read': { annotations: { ...HINTS, readOnlyHint: false } }, write: {} },
  unhinted: { 'a.read': { annotations: null }, write: {} },
  declared: { 'a.read': { _meta: { [KEY]: { ...NEVER, llm: 'always' } } }, write: {} },
  undeclared: { 'a.read': {}, write: { _meta: null } },
  renamed: { 'a.read': {}, writes: {} },
};

const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  same: [],
  turned: [],
  beside: [],
  described: [
    'a.read    /description: the baseline has "Does nothing.", and now it is "Does anything."',
  ],
  titled: ['a.read    /title: is new: "Read"'],
  taking: ['a.read    /inputSchema/properties: is new: {"id":{"type":"string"}}'],
  giving: [
    'write     /outputSchema: the baseline has {"properties":{"done":{}},"type":"object"}, and it is gone',
  ],
  hinted: ['a.read    /annotations/readOnlyHint: the baseline has true, and now it is false'],
  unhinted: [
    'a.read    /annotations: the baseline has {"destructiveHint":false,"idempotentHint":true,"openWorldHint":false,"readOnlyHint":true}, and it is gone',
  ],
  declared: ['a.read    /execution/llm: the baseline has "never", and now it is "always"'],
  undeclared: [
    'write     /execution: the baseline has {"externalApi":"never","llm":"never","schemaVersion":1}, and it is gone',
  ],
  renamed: [
    'write     is gone: the baseline has it',
    'writes    is new: the baseline does not have it',
  ],
};

describe('a list that is held against a baseline', () => {
  let run: Reported;

  beforeAll(async () => {
    const all = Object.entries(DRIFTS).map(([name, tools]): [string, Listing] => [
      name,
      { tools, contract: { baseline: '../lists/tools.json' } },
    ]);
    const files = filesOfProjects(listings(Object.fromEntries(all)));
    // One that cannot be read is written anew all the same.
    const broken = { 'lists/tools.json': '{"tools": {' };
    await withFiles({ ...files, ...broken }, async (cwd) => {
      const written = await runCli(['tools', 'same', '--write-baseline'], { cwd });
      const head = 'lists/tools.json: 2 tools of faulty-listing 1.0.0\n';
      expect(written).toMatchObject({ code: 0, stderr: head });
      const again = await runCli(['tools', 'turned', '--write-baseline'], { cwd });
      expect(again).toMatchObject({ code: 0, stderr: `${head}  as it was\n` });
      run = await runReported(cwd);
    });
  }, SLOW_MS);

  test.each(Object.keys(DRIFTS))('%s: tells what has become of it, and nothing else', (name) => {
    const contract = contractIn(run, name);
    const findings = FINDINGS[name] ?? [];
    expect(findingsOf(contract)).toEqual(findings);
    expect(contract.status).toBe(findings.length === 0 ? 'passed' : 'failed');
    expect(run.of(name).status).toBe('passed');
  });

  test('tells how the new list is taken, if it is meant', () => {
    const told = contractIn(run, 'renamed').assertions[0]?.message;
    expect(told).toContain(
      'this takes the new list: mcp-eval tools renamed/suite.yaml --write-baseline',
    );
  });
});

const LATER = { fine: {}, sly: { later: true, annotations: {} } };

describe('a list that is another on the next connection', () => {
  const suiteOf = (seen: string, keys: JsonObject): string =>
    lines({
      target: listingTarget(LATER, { SEEN: seen }),
      contract: { hints: 'explicit' },
      ...keys,
    });

  test.each<[string, JsonObject, string, JsonObject]>([
    ['is told, since the contract was held against the first', {}, 'passed', {}],
    ['fails under strict_protocol', { strict_protocol: true }, 'failed: protocol_violation', {}],
    [
      'is told of a client of another kind, to whom that is free',
      { strict_protocol: true },
      'passed',
      { roots: [] },
    ],
  ])('%s', async (_, keys, as, more) => {
    await withFiles({}, async (folder) => {
      const run = await runProject({
        suite: suiteOf(join(folder, 'seen'), keys),
        scenarios: {
          a: lines({ ...more, tool_sequence: [step('fine', {}, { expect: { error: false } })] }),
        },
      });
      expect(contractIn(run, '.').status).toBe('passed');
      expect(told(run.of('a'))).toBe(as);
      expect(run.of('a').findings).toMatchObject([
        {
          code: 'other_list',
          message: expect.stringContaining('the server lists also "sly", unlike'),
        },
      ]);
    });
  });
});
