import { beforeAll, describe, expect, test } from 'vitest';
import type { RuleName } from '../../model/contract.ts';
import { withDiary } from '../diary.ts';
import { type CliResult, runCli, withFiles } from '../drive.ts';
import { contractIn, findingsOf, rulesOf } from '../listings.ts';
import { filesOfProjects, type Reported, runReported } from '../reported.ts';
import { SLOW_MS, told } from '../steps.ts';
import { ALL, NAMES, SAMPLES } from '../stock-suites.ts';

/** As it was before a tool got another name. */
const OLD_LIST = { tools: { 'get-library-docs': {}, 'resolve-library-id': { title: 'Resolve' } } };
const UNDECLARED = 'declares nothing to rely on: there is no declaration';

describe('a contract with all rules on servers as they are published', () => {
  let run: Reported;
  let offered: CliResult;

  beforeAll(async () => {
    const files = filesOfProjects(ALL);
    const lists = { 'context7/tools.json': JSON.stringify(OLD_LIST) };
    await withDiary((diary) =>
      withFiles({ ...files, ...lists }, async (cwd) => {
        const { env } = diary;
        const tools = (...args: readonly string[]) => runCli(['tools', ...args], { cwd, env });
        const written = await tools('memory', '--write-baseline');
        const head = /^memory\/tools\.json: 9 tools of memory-server \S+\n$/;
        expect(written).toMatchObject({ code: 0, stderr: expect.stringMatching(head) });
        [run, offered] = await Promise.all([
          runReported(cwd, [], { env }),
          tools('github', '--json'),
        ]);
        expect(run.stderr).toBe('');
        await diary.expectNobodyLeft(2 + 2 * NAMES.length);
      }),
    );
  }, SLOW_MS);

  const of = (name: string) => contractIn(run, name);
  /** The tools of which a rule says this, in the order of the list. */
  const toolsOf = (name: string, rule: RuleName, told: string) =>
    findingsOf(of(name), rule).flatMap((line) => {
      const [, tool = '', text] = /^(\S+) +(.*)$/.exec(line) ?? [];
      return text === told ? [tool] : [];
    });
  const listOf = (name: string) => toolsOf(name, 'execution', UNDECLARED);

  test('tells of each which rules hold', () => {
    const broken = (name: string) =>
      rulesOf(of(name)).flatMap((line) => /^(\w+): failed$/.exec(line)?.[1] ?? []);
    expect(Object.fromEntries(NAMES.map((name) => [name, broken(name)]))).toEqual({
      everything: ['output_schema', 'execution', 'read_only', 'coverage'],
      filesystem: ['execution', 'coverage'],
      memory: ['execution', 'coverage'],
      thinking: ['execution'],
      github: ['hints', 'output_schema', 'execution', 'read_only', 'coverage'],
      context7: ['output_schema', 'execution', 'coverage', 'baseline'],
    });
    expect(rulesOf(of('memory'))).toContain('baseline: passed');
    expect(run.report.summary).toMatchObject({ failed: 7, errored: 0 });
    expect(run.code).toBe(1);
  });

  test('names every tool, for none of them declares what it depends on', () => {
    const counts = NAMES.map((name) => [name, listOf(name).length]);
    expect(Object.fromEntries(counts)).toEqual({
      everything: 13,
      filesystem: 14,
      memory: 9,
      thinking: 1,
      github: 26,
      context7: 2,
    });
  });

  test('tells the hints that are left out, each with what a client assumes', () => {
    expect(findingsOf(of('github'), 'hints').slice(0, 4)).toEqual([
      'create_or_update_file  readOnlyHint is not there, so a client assumes false',
      'create_or_update_file  destructiveHint is not there, so a client assumes true',
      'create_or_update_file  idempotentHint is not there, so a client assumes false',
      'create_or_update_file  openWorldHint is not there, so a client assumes true',
    ]);
    const [{ message = '' } = {}] = of('github').assertions;
    expect(message).toContain('"hints: explicit" does not hold of 26 tools\n');
    expect(message).toContain('\nand 64 more findings\n');
  });

  test('tells which tools have no output schema', () => {
    const without = (name: string) => toolsOf(name, 'output_schema', 'has no outputSchema');
    expect(listOf('everything').filter((tool) => !without('everything').includes(tool))).toEqual([
      'get-structured-content',
    ]);
    expect(without('github')).toEqual(listOf('github'));
    expect(without('context7')).toEqual(['resolve-library-id', 'query-docs']);
  });

  test('calls each tool that says it only reads, and no other', () => {
    for (const name of NAMES) {
      const called = of(name).steps.map(({ tool, status }) => `${tool} ${status}`);
      const bySteps = name === 'context7' ? ['query-docs'] : [];
      const wanted = [...Object.keys(SAMPLES[name]), ...bySteps];
      expect([name, called]).toEqual([name, wanted.map((tool) => `${tool} passed`)]);
    }
    expect(findingsOf(of('everything'), 'read_only')).toEqual([
      expect.stringMatching(/^toggle-simulated-logging +has a sample, .* it was not called$/),
      expect.stringMatching(/^trigger-long-running-operation +.* no sample to call it with$/),
    ]);
    expect(findingsOf(of('github'), 'read_only')).toEqual([
      'get_issue  has a sample, and does not say that it only reads; it was not called',
    ]);
  });

  test('tells the tools that no scenario calls, though one is refused by the policy', () => {
    const never = (name: string) => toolsOf(name, 'coverage', 'no scenario of the suite calls it');
    const called = (name: string) => listOf(name).filter((tool) => !never(name).includes(tool));
    expect(Object.fromEntries(NAMES.map((name) => [name, called(name)]))).toEqual({
      everything: ['get-sum'],
      filesystem: ['list_directory'],
      memory: ['create_entities'],
      thinking: ['sequentialthinking'],
      github: ['get_issue'],
      context7: ['query-docs'],
    });
    expect(told(run.of('of_github'))).toBe('failed: policy_violation');
  });

  test('tells how a list differs from an older one', () => {
    expect(findingsOf(of('context7'), 'baseline')).toEqual([
      'get-library-docs    is gone: the baseline has it',
      'query-docs          is new: the baseline does not have it',
      expect.stringMatching(/^resolve-.* \/title: the baseline has "Resolve", and now it is "Res/),
      expect.stringMatching(/^resolve-.* \/description: is new: "Resolves a package/),
      expect.stringMatching(/^resolve-.* \/inputSchema: is new: \{/),
      expect.stringMatching(/^resolve-.* \/annotations: is new: \{"destructiveHint":false,/),
    ]);
  });

  test('and what they offer is shown without a call: risks, and what the policy says', () => {
    const { tools, totals } = JSON.parse(offered.stdout);
    expect(totals).toMatchObject({ tools: 26, by_risk: { destructive: 26 } });
    for (const { policy } of tools) {
      const undeclared = [{ code: 'undeclared' }, { code: 'undeclared' }];
      expect(policy).toMatchObject({ admitted: false, violations: undeclared });
    }
  });
});
