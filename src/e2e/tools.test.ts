import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, runCli, withFiles } from './drive.ts';

const TENANTS = join(ROOT, 'dist', 'fixtures', 'tenants', 'server.js');

/** A server whose list is what it was given; it takes no call. */
const SERVER = `
const tools = JSON.parse(process.argv[1]);
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '2' } },
  'tools/list': { tools },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'tools/call') process.exit(9);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
});`;

const PLAIN = {
  name: 'plain',
  inputSchema: {
    type: 'object',
    properties: {
      at: { type: ['string', 'null'] },
      sort: { type: 'string', enum: ['asc', 'desc'] },
      page: { enum: [1, 2, 3, 4, 5, 6, 7, 8, null] },
      kind: { const: 'club' },
      by: { type: 'array', items: { enum: ['name', 'age'] } },
    },
  },
};
const READER = {
  name: 'reader',
  title: 'Reads',
  description: 'Reads rows.',
  inputSchema: {
    type: 'object',
    properties: { limit: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['limit'],
  },
  outputSchema: { type: 'object', properties: { rows: { type: 'array' } } },
  annotations: { readOnlyHint: true, openWorldHint: false, idempotenthint: true },
  _meta: {
    'com.santurcesoftware/execution': { schemaVersion: 1, llm: 'never', externalApi: 'never' },
  },
};
const ADDER = {
  name: 'adder',
  inputSchema: { type: 'object' },
  annotations: { destructiveHint: false, openWorldHint: 'no' },
};

function suite(tools: readonly unknown[], more = ''): Record<string, string> {
  const target = { command: process.execPath, args: ['-e', SERVER, JSON.stringify(tools)] };
  return { 'suite.yaml': `target: ${JSON.stringify(target)}\n${more}` };
}

const ALL = [PLAIN, READER, ADDER];

test('what a server offers, for people', async () => {
  const files = suite(ALL, 'policy: { llm: never }\n');
  const { code, stdout, stderr } = await withFiles(files, (cwd) => runCli(['tools'], { cwd }));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await expect(stdout).toMatchFileSnapshot('../report/golden/tools.txt');
});

test('and for machines: the same facts, sizes and totals', async () => {
  const files = suite(ALL, 'policy: { llm: never }\n');
  const { code, stdout } = await withFiles(files, (cwd) =>
    runCli(['tools', '.', '--json'], { cwd }),
  );
  expect(code).toBe(0);
  const sizes = ALL.map((tool) => JSON.stringify(tool).length);
  expect(JSON.parse(stdout)).toMatchObject({
    server: { name: 'shop', version: '2', protocol_version: '2025-11-25' },
    tools: [
      {
        name: 'plain',
        risk: 'destructive',
        hints: { destructiveHint: { value: true, stated: false } },
        output_schema: null,
        definition_bytes: sizes[0],
        declared: { llm: 'unknown', problems: [{ code: 'absent' }], claimed: false },
        policy: { admitted: false, violations: [{ code: 'undeclared' }] },
      },
      {
        name: 'reader',
        title: 'Reads',
        risk: 'read_only',
        hints: { readOnlyHint: { value: true, stated: true } },
        hint_flaws: [{ code: 'hint_misspelt' }],
        input_schema: READER.inputSchema,
        output_schema: READER.outputSchema,
        declared: { llm: 'never', external_api: 'never' },
        policy: { admitted: true, violations: [] },
      },
      { name: 'adder', risk: 'additive', hint_flaws: [{ code: 'hint_malformed' }] },
    ],
    totals: {
      tools: 3,
      by_risk: { read_only: 1, additive: 1, destructive: 1 },
      definition_bytes: sizes.reduce((sum, size) => sum + size, 0),
    },
  });
});

test('a server that the command line names needs no suite; without a policy nothing is said of one', async () => {
  const { code, stdout } = await withFiles({}, (cwd) =>
    runCli(['tools', '--command', `node ${TENANTS}`, '--json'], { cwd }),
  );
  expect(code).toBe(0);
  const { tools, totals } = JSON.parse(stdout);
  expect(totals).toMatchObject({
    tools: 4,
    by_risk: { read_only: 2, additive: 1, destructive: 1 },
  });
  expect(tools[0]).not.toHaveProperty('policy');
});

test('a baseline that is written holds; a list that drifts from it is told', async () => {
  const contract = 'contract: { baseline: tools.json }\n';
  const scenario =
    'name: one\ntool_sequence: [{ tool: gone, unlisted: true }]\nexpected_contains: x\nskip: none\n';
  const adder = { ...ADDER, annotations: { destructiveHint: false } };
  const files = { ...suite([PLAIN, READER, adder], contract), 'one.yaml': scenario };
  await withFiles(files, async (cwd) => {
    const run = () => runCli(['run', '.', '--allow-empty'], { cwd });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('tools.json') });

    const inCi = await runCli(['tools', '--write-baseline'], { cwd, env: { CI: 'true' } });
    expect(inCi).toMatchObject({ code: 2, stderr: expect.stringContaining('in CI') });
    await expect(readFile(join(cwd, 'tools.json'))).rejects.toThrow();

    const written = await runCli(['tools', '--write-baseline'], { cwd });
    expect(written).toMatchObject({ code: 0, stderr: 'tools.json: 3 tools of shop 2\n' });
    const { tools } = JSON.parse(await readFile(join(cwd, 'tools.json'), 'utf8'));
    expect(Object.keys(tools)).toEqual(['adder', 'plain', 'reader']);
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 contract') });
  });
  const drifted = [{ ...READER, description: 'Reads it all.' }, ADDER, { ...PLAIN, name: 'new' }];
  const baseline = { tools: { plain: {}, reader: { title: 'Reads' }, adder: {} } };
  const now = {
    ...suite(drifted, contract),
    'one.yaml': scenario,
    'tools.json': JSON.stringify(baseline),
  };
  const { code, stdout } = await withFiles(now, (cwd) => runCli(['run', '.'], { cwd }));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ +plain +is gone: the baseline has it$/m);
  expect(stdout).toMatch(/^ +new +is new: the baseline does not have it$/m);
  expect(stdout).toMatch(/^ +reader +\/description: is new: "Reads it all."$/m);
});

test.each<[string, readonly string[], Record<string, string>, RegExp]>([
  ['no suite', [], {}, /no suite\.yaml/],
  ['a path that is not there', ['nowhere'], {}, /nowhere/],
  [
    'several suites',
    ['all'],
    {
      'all/a/suite.yaml': 'target: { command: node }',
      'all/b/suite.yaml': 'target: { command: node }',
    },
    /mcp-eval tools is for one suite, but 2 are selected/,
  ],
  ['a mistake in it', [], { 'suite.yaml': 'targt: {}' }, /did you mean "target"/],
  [
    'a list that is shown and written',
    ['--write-baseline', '--json'],
    suite([]),
    /give one of them/,
  ],
  [
    'the list of another server',
    ['--write-baseline', '--command', 'node'],
    suite([]),
    /the suite's own server, and --command names another/,
  ],
  [
    'that of another address, whatever suite there is',
    ['--write-baseline', '--url', 'http://127.0.0.1:9/mcp'],
    {},
    /the suite's own server, and --url names another/,
  ],
  ['a baseline without a place', ['--write-baseline'], suite([]), /no contract with a "baseline"/],
])('input that is wrong: %s', async (_, args, files, told) => {
  const { code, stdout, stderr } = await withFiles(files, (cwd) =>
    runCli(['tools', ...args], { cwd, env: { CI: 'False' } }),
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(told);
});

test('a server that does not start is told as in a run', async () => {
  const { code, stdout, stderr } = await withFiles({}, (cwd) =>
    runCli(['tools', '--command', 'node nothing.js'], { cwd }),
  );
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(/^error: the server did not start: it exited with code 1/);
  expect(stderr).toContain('Cannot find module');
});
