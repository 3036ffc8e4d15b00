import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.ts';
import { CONTRACTS, FILES, LATE } from '../contract-suites.ts';
import { withDiary } from '../diary.ts';
import { withFiles } from '../drive.ts';
import { contractIn, findingsOf, listings, rulesOf } from '../listings.ts';
import { filesOfProjects, type Reported, runReported } from '../reported.ts';
import { SLOW_MS, told } from '../steps.ts';

interface Told {
  readonly path: string;
  readonly contract: readonly JsonObject[];
  readonly tools: readonly JsonObject[];
}

describe('a contract', () => {
  let run: Reported;
  let called: readonly string[];

  beforeAll(async () => {
    const files = filesOfProjects(listings(CONTRACTS));
    await withDiary((diary) =>
      withFiles({ ...files, ...FILES }, async (folder) => {
        run = await runReported(folder, [], { env: diary.env });
        called = diary.lines().filter((line) => line.startsWith('call '));
        await diary.expectNobodyLeft(2 * Object.keys(CONTRACTS).length - 2);
      }),
    );
  }, SLOW_MS);

  const of = (name: string) => contractIn(run, name);

  test('that holds is passed, with a step for each sample', () => {
    expect(rulesOf(of('good'))).toEqual([
      'hints: passed',
      'output_schema: passed',
      'execution: passed',
      'read_only: passed',
    ]);
    expect(of('good')).toMatchObject({ status: 'passed', name: 'contract', findings: [] });
    expect(of('good').steps.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      'other passed',
      'fine passed',
    ]);
  });

  test('takes the dry run of a tool that writes for no claim that it only reads', () => {
    expect(of('dry')).toMatchObject({ status: 'passed', steps: [{ tool: 'fine' }] });
    expect(run.of('dry').status).toBe('passed');
  });

  test('of a list without tools breaks by every rule', () => {
    const { status, code, steps, assertions } = of('empty');
    expect([status, code, steps]).toEqual(['failed', 'contract_violation', []]);
    expect(assertions).toHaveLength(6);
    for (const { status: each, message } of assertions) {
      expect([each, message]).toEqual(['failed', expect.stringContaining('lists no tool')]);
    }
  });

  test('names the tool of a hostile schema, and the others are unharmed', () => {
    expect(findingsOf(of('hostile'))).toEqual([
      expect.stringMatching(
        /^other +readOnlyHint is "true", and must be true or false: MCP clients refuse the whole list$/,
      ),
      expect.stringMatching(/^async +its outputSchema cannot be used: "\$async" is not allowed$/),
      expect.stringMatching(/^twice +its inputSchema cannot be used: .*x:a/),
    ]);
    // Of those whose schema cannot be used nothing can be told, so they do not count as reading.
    expect(rulesOf(of('hostile'))).toEqual([
      'hints: failed',
      'output_schema: failed',
      'execution: passed',
      'read_only: errored',
    ]);
    expect(of('hostile').steps.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      'endless errored',
      'fine passed',
      'async errored',
      'twice errored',
      'same passed',
      'same_again passed',
    ]);
  });

  test.each([
    ['writes', 'sly', 'state'],
    ['fails', 'broken', 'error'],
    ['asks', 'asking', 'prompts'],
    ['owes', 'owing', 'output_schema'],
  ])('%s: a tool that says it only reads is caught by its sample', (name, tool, kind) => {
    const { status, steps } = of(name);
    expect(status).toBe('failed');
    expect(findingsOf(of(name))).toEqual([
      `${tool}${' '.repeat(Math.max(0, 8 - tool.length) + 2)}says that it only reads, and its call ${kind === 'state' ? 'changed the state' : 'did not pass'} (above)`,
    ]);
    // Only a state that has changed says that the hint is wrong.
    const told = of(name).assertions[0]?.message;
    expect(told?.includes('"readOnlyHint"')).toBe(kind === 'state');
    const broken = steps.flatMap((step) =>
      step.assertions
        .filter((each) => each.status === 'failed')
        .map((each) => `${step.tool} ${each.kind}`),
    );
    expect(broken).toEqual([`${tool} ${kind}`]);
    expect(run.of(name).status).toBe('passed');
    // There is no step and no script into which anything could be written.
    expect(JSON.stringify(steps)).not.toMatch(/the step's|the script/);
  });

  test('calls nothing with an argument that the tool does not have, optional as all may be', () => {
    expect(told(of('renamed'))).toBe('failed: bad_arguments@1 contract@output');
    expect(of('renamed').message).toContain('unknown property "year" (the schema names "season")');
    expect(told(of('probed_by_old_name'))).toBe(
      'errored: probe_failed@0 probe_failed@1 contract@output',
    );
    expect(of('probed_by_old_name').message).toContain('do not fit peek: unknown property "year"');
    expect(called).not.toContain('call renamed');
  });

  test('finds what a sample changes behind its call, the last one as well', () => {
    const { steps, status } = of('writes_late');
    expect([status, ...steps.map((step) => step.status)]).toEqual([
      'failed',
      ...['passed', 'passed', 'passed'],
    ]);
    expect(findingsOf(of('writes_late'))).toEqual([
      'slow      says that it only reads, and the state changed behind its call',
      'slow      /count: was 0, is 1',
      'sly       says that it only reads, and the state changed behind its call',
      'sly       /count: was 1, is 2',
    ]);
  });

  test('holds against the last sample what its server does while it ends', () => {
    for (const name of Object.keys(LATE)) {
      const { steps } = of(name);
      expect(steps.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
        'fine passed',
        'sly failed',
      ]);
      expect(told(of(name)), name).toMatch(
        /^failed: (prompts@1 )?execution_claims@1 contract@output$/,
      );
      expect(run.of(name).status).toBe('passed');
    }
  });

  test('holds it against the policy where nothing was called', () => {
    expect(told(of('asks_uncalled'))).toBe('failed: policy_kept@output');
  });

  test('is errored by a sample that times out or ends the server, and the list is judged', () => {
    const holding = ['hints: passed', 'output_schema: passed', 'execution: passed'];
    for (const [name, code] of [
      ['hangs', 'timeout'],
      ['crashes', 'connection_lost'],
    ] as const) {
      expect(of(name)).toMatchObject({ status: 'errored', code });
      expect(rulesOf(of(name))).toEqual([...holding, 'read_only: errored']);
      expect(run.of(name).status).toBe('passed');
    }
    expect(told(of('hangs'))).toBe('errored: timeout@0 contract@output');
    expect(of('hangs').steps.map(({ status }) => status)).toEqual(['errored', 'passed', 'passed']);
  });

  test('is errored when the server does not start, and no rule is evaluated', () => {
    expect(of('gone')).toMatchObject({ status: 'errored', code: 'start_failed', steps: [] });
    expect(of('gone').assertions.map(({ status }) => status)).toEqual([
      'not_evaluated',
      'not_evaluated',
      'not_evaluated',
      'not_evaluated',
    ]);
  });

  test('keeps to the policy: what it does not admit is not called, the probe included', () => {
    expect(told(of('policy'))).toBe('failed: policy_violation@0 contract@output');
    expect(of('policy').steps[1]?.status).toBe('passed');
    expect(told(of('probed'))).toBe('failed: policy_violation@0 contract@output');
    expect(called).not.toContain('call model_call');
    expect(called).not.toContain('call model_probe');
  });

  test('tells protocol findings of samples, and fails by them under strict_protocol', () => {
    for (const [lax, strict, finding] of [
      ['prints', 'silenced', 'stdout_noise'],
      ['draws', 'undrawn', 'unknown_content'],
    ] as const) {
      const notes = [{ code: finding }];
      expect(of(lax)).toMatchObject({ status: 'passed', findings: notes });
      expect(of(strict)).toMatchObject({ status: 'failed', code: 'protocol_violation' });
      expect(run.of(strict).status).toBe('passed');
    }
  });

  test('is told at its suite as well, by tool, beside what each tool says of itself', () => {
    const { suites } = run.report as typeof run.report & { readonly suites: readonly Told[] };
    const hostile = suites.find(({ path }) => path === 'hostile');
    expect(hostile?.contract.map(({ rule, tool, status }) => `${rule} ${tool} ${status}`)).toEqual([
      'hints other failed',
      'output_schema async failed',
      'output_schema twice failed',
      'execution null passed',
      'read_only null errored',
    ]);
    expect(hostile?.contract[0]?.message).toBe(
      'readOnlyHint is "true", and must be true or false: MCP clients refuse the whole list',
    );
    expect(suites.find(({ path }) => path === 'gone')).toMatchObject({ tools: [] });
    const [fine, model] = suites.find(({ path }) => path === 'policy')?.tools ?? [];
    expect(fine).toMatchObject({ name: 'fine', policy: { admitted: true, violations: [] } });
    expect(model).toMatchObject({
      hints: { readOnlyHint: { value: true, stated: true } },
      declaration: { llm: 'always', claimed: false },
      policy: { admitted: false },
    });
  });

  test('is counted apart from the scenarios', () => {
    const { length } = Object.keys(CONTRACTS);
    expect(run.code).toBe(1);
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(
      new RegExp(`^FAILED .* \\(${length} scenarios, ${length} contracts, \\d+ tool calls, `, 'm'),
    );
  });
});
