import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.ts';
import { withDiary } from '../diary.ts';
import { withFiles } from '../drive.ts';
import { contractIn, listingTarget, rulesOf } from '../listings.ts';
import { type Reported, runReported } from '../reported.ts';
import { lines, SLOW_MS, step, told } from '../steps.ts';

const DESTROYS = {
  readOnlyHint: true,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

const COUNT = { resource: 'listing://count' };

interface LiveSuite {
  /** Each but `called`, which the one scenario calls, has a sample. */
  readonly tools: JsonObject;
  readonly contract?: JsonObject;
  readonly state?: JsonObject;
}

/** A suite for a live server alone. */
function suite(name: string, { tools, contract = {}, state = COUNT }: LiveSuite) {
  const all = { called: {}, ...tools };
  const samples = Object.fromEntries(Object.keys(all).map((tool) => [tool, {}]));
  return {
    [`${name}/suite.yaml`]: lines({
      live: listingTarget(all),
      state,
      contract: { hints: 'explicit', read_only: 'verified', samples, ...contract },
    }),
    [`${name}/${name}.yaml`]: lines({
      name,
      live: true,
      tool_sequence: [step('called', {}, { expect: { contains: 'done' } })],
    }),
  };
}

const CALLS = { live: true };
const SUITES: Readonly<Record<string, LiveSuite>> = {
  silent: { tools: { of_silent: {} } },
  calling: { tools: { of_calling: {} }, contract: CALLS },
  writing: { tools: { of_writing: { does: 'count' } }, contract: CALLS },
  blind: {
    tools: { of_blind: {} },
    contract: CALLS,
    state: { resource: 'listing://none' },
  },
  destroying: { tools: { of_destroying: { annotations: DESTROYS } }, contract: CALLS },
};
const NAMES = Object.keys(SUITES);
const FILES: Record<string, string> = Object.assign(
  {},
  ...NAMES.map((name) => suite(name, SUITES[name] as LiveSuite)),
);

describe('the contract of a live server', () => {
  let run: Reported;
  let called: readonly string[];

  beforeAll(async () => {
    await withDiary((diary) =>
      withFiles(FILES, async (cwd) => {
        run = await runReported(cwd, ['--live'], { env: diary.env });
        called = diary.lines().filter((line) => line.startsWith('call of_'));
        await diary.expectNobodyLeft(2 * NAMES.length);
      }),
    );
  }, SLOW_MS);

  const of = (name: string) => contractIn(run, name);

  test('calls no sample unless it says that it may', () => {
    expect(called).toEqual(['call of_blind', 'call of_calling', 'call of_writing']);
    expect(rulesOf(of('silent'))).toEqual(['hints: passed', 'read_only: not_evaluated']);
    expect(of('silent')).toMatchObject({ status: 'passed', steps: [] });
    expect(of('silent').assertions[1]?.message).toContain('only if it says "live: true"');
    expect(run.stdout.match(/^ {2}note: read_only: verified is not evaluated: .*/gm)).toHaveLength(
      1,
    );
  });

  test('verifies what only reads if it may, and catches what writes', () => {
    expect(rulesOf(of('calling'))).toEqual(['hints: passed', 'read_only: passed']);
    expect(of('calling').steps.map(({ tool }) => tool)).toEqual(['called', 'of_calling']);
    expect(told(of('writing'))).toBe('failed: state@1 contract@output');
    expect(of('writing').steps[1]?.assertions[1]?.message).toContain('/count: was 0, is 1');
  });

  test('tells nothing where the server has nothing to look at', () => {
    const { status, steps, assertions } = of('blind');
    expect([status, steps.map((each) => each.status)]).toEqual(['errored', ['passed', 'passed']]);
    expect(steps[0]?.assertions[1]).toMatchObject({ kind: 'state', status: 'not_evaluated' });
    expect(assertions[1]?.message).toContain('whether they change the state');
  });

  test('never calls a tool that says it is destructive, though it says that it only reads', () => {
    expect(of('destroying').status).toBe('failed');
    expect(rulesOf(of('destroying'))).toEqual(['hints: failed', 'read_only: errored']);
    expect(of('destroying').steps[1]).toMatchObject({ code: 'destructive_tool' });
    expect(of('destroying').steps[1]?.message).not.toContain('this scenario');
  });

  test('leaves the scenarios as they are', () => {
    for (const name of NAMES) expect([name, run.of(name).status]).toEqual([name, 'passed']);
    expect(run.code).toBe(1);
  });
});
