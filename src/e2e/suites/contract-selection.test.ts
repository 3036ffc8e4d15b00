import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.ts';
import { withDiary } from '../diary.ts';
import { runCli, withFiles } from '../drive.ts';
import { contractIn, findingsOf, listingTarget } from '../listings.ts';
import { type Reported, runReported } from '../reported.ts';
import { lines, SLOW_MS, step } from '../steps.ts';

const TOOLS = {
  direct: {},
  inDeep: {},
  prepared: {},
  cleared: {},
  skipped: {},
  ghost: {},
  forgotten: {},
};
const CHECKS = { expect: { contains: 'done' } };
const scenario = (name: string, keys: JsonObject) => lines({ name, ...keys });

/** A suite with one of its own below it, and one that never has anything to do with them. */
const FILES = {
  'shop/suite.yaml': lines({
    target: listingTarget(TOOLS),
    contract: { coverage: 'required' },
    isolation: 'suite',
  }),
  'shop/direct.yaml': scenario('direct', {
    tags: ['quick'],
    tool_sequence: [step('direct', {}, CHECKS)],
  }),
  'shop/deep/around.yaml': scenario('around', {
    setup: [step('prepared')],
    tool_sequence: [step('inDeep', {}, CHECKS)],
    teardown: [step('cleared')],
  }),
  'shop/later.yaml': scenario('later', {
    skip: 'not yet',
    tool_sequence: [step('skipped', {}, CHECKS)],
  }),
  'shop/ghost.yaml': scenario('unlisted', {
    tool_sequence: [step('ghosts', {}, { unlisted: true, expect: { error: true } })],
  }),
  'shop/inner/suite.yaml': lines({ target: listingTarget({ forgotten: {} }) }),
  'shop/inner/inside.yaml': scenario('inside', { tool_sequence: [step('forgotten', {}, CHECKS)] }),
  'other/suite.yaml': lines({
    target: listingTarget({ fine: {} }),
    contract: { hints: 'explicit' },
  }),
  'other/fine.yaml': scenario('fine', { tool_sequence: [step('fine', {}, CHECKS)] }),
};

interface Selection {
  readonly paths: readonly string[];
  readonly args?: readonly string[];
  /** How many servers are started. */
  readonly starts: number;
  /** What is run. */
  readonly runs: readonly string[];
}

const SELECTIONS: Readonly<Record<string, Selection>> = {
  everything: {
    paths: ['.'],
    starts: 5,
    runs: [
      ...['other: contract', 'other: fine', 'shop: contract', 'shop: around', 'shop: direct'],
      ...['shop: unlisted', 'shop: later', 'shop/inner: inside'],
    ],
  },
  folder: { paths: ['shop/deep'], starts: 2, runs: ['shop: contract', 'shop: around'] },
  named: {
    paths: ['shop/deep'],
    args: ['--suite', 'shop/suite.yaml'],
    starts: 2,
    runs: ['shop/suite.yaml: contract', 'shop/suite.yaml: around'],
  },
  text: {
    paths: ['.'],
    args: ['-g', 'around'],
    starts: 2,
    runs: ['shop: contract', 'shop: around'],
  },
  tag: {
    paths: ['.'],
    args: ['--tag', 'quick'],
    starts: 2,
    runs: ['shop: contract', 'shop: direct'],
  },
  skipped: { paths: ['shop/later.yaml'], starts: 1, runs: ['shop: contract', 'shop: later'] },
  inner: { paths: ['shop/inner'], starts: 1, runs: ['shop/inner: inside'] },
  other: { paths: ['other/fine.yaml'], starts: 2, runs: ['other: contract', 'other: fine'] },
};
const NAMES = Object.keys(SELECTIONS);

interface Selected extends Reported {
  readonly starts: number;
}

describe('the contract of a suite', () => {
  const runs = new Map<string, Selected>();
  const of = (name: string): Selected => {
    const run = runs.get(name);
    if (run === undefined) throw new Error(`no run of ${name}`);
    return run;
  };

  beforeAll(async () => {
    const runOne = (name: string, { paths, args = [] }: Selection, cwd: string) =>
      withDiary(async ({ env, lines: noted }) => {
        const run = await runReported(cwd, args, { env, paths });
        const starts = noted().filter((line) => line.startsWith('start ')).length;
        runs.set(name, { ...run, starts });
      });
    await withFiles(FILES, async (folder) => {
      const all = Object.entries(SELECTIONS).map(([name, each]) => runOne(name, each, folder));
      await Promise.all(all);
    });
  }, SLOW_MS);

  test.each(NAMES)('is held once if any of its scenarios is selected: %s', (name) => {
    const ran = of(name).report.scenarios.map((each) => `${each.suite}: ${each.name}`);
    expect(ran).toEqual(SELECTIONS[name]?.runs);
    expect(of(name).starts).toBe(SELECTIONS[name]?.starts);
  });

  test('counts what all its scenarios call, whichever are selected', () => {
    const held = NAMES.filter((name) => ran(name, 'shop'));
    expect(held).toEqual(['everything', 'folder', 'named', 'text', 'tag', 'skipped']);
    for (const name of held) {
      expect([name, ...findingsOf(contractIn(of(name), 'shop'))]).toEqual([
        name,
        'skipped    no scenario of the suite calls it but those that are skipped: shop/later.yaml',
        'ghost      no scenario of the suite calls it',
        'forgotten  no scenario of the suite calls it',
      ]);
      expect(of(name).code).toBe(1);
    }
  });

  const ran = (name: string, folder: string) =>
    of(name).report.scenarios.some(({ id }) => id === `${folder}/suite.yaml`);

  test('is told beside scenarios that are all skipped', () => {
    expect(of('skipped').report.summary).toMatchObject({ failed: 1, skipped: 1, tool_calls: 0 });
    expect(of('other').report.summary).toMatchObject({ passed: 2, tool_calls: 1 });
  });

  test('is not held where nothing is selected or scenarios are only listed', async () => {
    await withDiary(({ env, lines: noted }) =>
      withFiles(FILES, async (cwd) => {
        const [none, listed] = await Promise.all([
          runCli(['run', '.', '-g', 'nowhere'], { cwd, env }),
          runCli(['run', '.', '--list'], { cwd, env }),
        ]);
        expect(none).toMatchObject({ code: 2, stdout: '' });
        expect(listed).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('shop/suite.yaml  contract'),
        });
        expect(noted()).toEqual([]);
      }),
    );
  });
});
