import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliOptions, runCli, withFiles } from './drive.ts';
import { listingTarget } from './listings.ts';
import { lines } from './steps.ts';

const SECRET = 'sec-4471-harbor-lamp';
const TOOLS = { fine: { description: 'Reads.' }, other: {} };
const OLD = '{"tools": {"fine": {}}}';

interface Case {
  readonly tools?: Parameters<typeof listingTarget>[0];
  readonly baseline?: string;
  /** By path: what stands there already. */
  readonly there?: Readonly<Record<string, string>>;
}

/** Writes the baseline of a suite; what its file has afterwards. */
async function written({ tools = TOOLS, baseline = 'tools.json', there = {} }: Case) {
  const target = listingTarget(tools, { API_KEY: '${env.SHOP_API_KEY:-none}' });
  const files = { 'suite.yaml': lines({ target, contract: { baseline } }), ...there };
  const env: CliOptions['env'] = { SHOP_API_KEY: SECRET };
  return withFiles(files, async (cwd) => {
    const run = await runCli(['tools', '--write-baseline'], { cwd, env });
    const left = await readFile(join(cwd, baseline), 'utf8').catch(() => null);
    return { ...run, left };
  });
}

describe('a baseline is not written', () => {
  test.each<[string, Case]>([
    ['the suite', { baseline: 'suite.yaml' }],
    ['a program', { baseline: 'server.mjs', there: { 'server.mjs': 'export {};\n' } }],
    ['other JSON', { baseline: 'package.json', there: { 'package.json': '{"name": "shop"}' } }],
  ])('over %s', async (_, given) => {
    const { code, stderr, left } = await written(given);
    expect([code, stderr]).toEqual([2, expect.stringContaining('nothing else is written over')]);
    expect(left).not.toContain('"Reads."');
    expect(left).not.toBeNull();
  });

  test.each<[string, Case['tools'], RegExp]>([
    ['of no tools', {}, /tools\.json was not written: the server lists no tool\n$/],
    [
      'with a secret in it',
      { fine: { description: `By ${SECRET}.` } },
      /a secret in it, at the tool fine/,
    ],
  ])('%s, and the old one stays', async (_, tools, told) => {
    const { code, stderr, left } = await written({
      ...(tools && { tools }),
      there: { 'tools.json': OLD },
    });
    expect([code, stderr]).toEqual([1, expect.stringMatching(told)]);
    expect(stderr).not.toContain(SECRET);
    expect(left).toBe(OLD);
  });
});

test.each([
  ['an older one', OLD],
  ['one that a merge has broken', '{ "tools": {\n<<<<<<< ours\n"fine": {}'],
  ['an empty file', ''],
])('a baseline is written over %s', async (_, old) => {
  const { code, left } = await written({ there: { 'tools.json': old } });
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(left ?? '').tools)).toEqual(['fine', 'other']);
});

test('a baseline and JSON have nothing in them that acts on a terminal or a log', async () => {
  const evil = '\u009b2J \u202e ##[add-mask]a \ud800';
  const tools = { fine: { description: evil } };
  const { left } = await written({ tools });
  expect(left).not.toMatch(/[\u009b\u202e]|##\[/);
  const files = { 'suite.yaml': lines({ target: listingTarget(tools) }) };
  const { stdout } = await withFiles(files, (cwd) => runCli(['tools', '--json'], { cwd }));
  expect(stdout).not.toMatch(/[\u009b\u202e]|##\[/);
  expect(JSON.parse(stdout).tools[0].description).toBe(evil.replace('\ud800', '\ufffd'));
});

test('a baseline that is nested without end is refused, and no stack is shown', async () => {
  const deep = `{"tools":{"fine":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
  const target = listingTarget(TOOLS);
  const files = {
    'suite.yaml': lines({ target, contract: { baseline: 'tools.json' } }),
    'tools.json': deep,
    'a.yaml': 'name: a\ntool_sequence: [{ tool: fine }]\nexpected_contains: done\n',
  };
  const { code, stderr } = await withFiles(files, (cwd) => runCli(['run', '.'], { cwd }));
  expect(code).toBe(2);
  expect(stderr).toContain('tools.json');
  expect(stderr).not.toMatch(/RangeError|at .*\.js:/);
});
