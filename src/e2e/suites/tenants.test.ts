import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.ts';
import { ROOT, withFiles } from '../drive.ts';
import { type Reported, runReported, type ScenarioReport } from '../reported.ts';
import { expectCaught, isOfTwin, lines, SLOW_MS } from '../steps.ts';

const SUITE = join(ROOT, 'scenarios', 'tenants');
/** With the contract. */
const SCENARIOS = 21;

/** By twin and scenario: all that caught it, a step of the sequence and a check of it each. */
const CAUGHT: Readonly<Record<string, string>> = {
  'retry_applies_once@no_key_lookup': 'error@1',
  'reused_key_is_refused@no_key_lookup': 'error@1 prompts@1',
  'retry_applies_once@asks_twice': 'error@1 elicitations@1 prompts@1',
  'reused_key_is_refused@key_reusable': 'error@1',
  'expired_plan_is_refused@ignores_expiry': 'error@0 prompts@0',
  'protected_tenant_stays@ignores_protection': 'error@0 prompts@0',
  'applied_plan_is_gone@keeps_plan': 'error@0',
  'prompt_names_the_rows@asks_nothing': 'prompts@0',
  'unconfirmed_changes_nothing#decline@asks_nothing': 'error@0 state@0 elicitations@0 prompts@0',
  'unconfirmed_changes_nothing#cancel@asks_nothing': 'error@0 state@0 elicitations@0 prompts@0',
  'unconfirmed_changes_nothing#unticked@asks_nothing': 'error@0 state@0 elicitations@0 prompts@0',
  'no_prompt_no_reset@fails_open': 'error@0 state@0',
  'prompt_names_the_rows@vague_prompt': 'error@0 prompts@0',
  'unconfirmed_changes_nothing#decline@declines_and_writes': 'state@0',
  'unconfirmed_changes_nothing#cancel@declines_and_writes': 'state@0',
  'unconfirmed_changes_nothing#unticked@declines_and_writes': 'state@0',
  'unconfirmed_changes_nothing#unticked@takes_any_accept': 'error@0 state@0',
  'page_has_twenty_rows@unsliced_page': 'error@0',
  'page_has_twenty_rows@ignores_limit': 'schema@0',
  // Its schema lets the limit through, so it need not be asked.
  'limit_of_500_is_refused@limit_uncapped': 'arguments_fit@0',
  'archived_tenants_say_since_when@archived_at': 'schema@0 output_schema@0',
  'write_leaves_an_audit_entry@no_audit': 'state@0',
};

/** The same, of scenarios that speak as two callers. */
const CAUGHT_BY_TWO: Readonly<Record<string, string>> = {
  'foreign_key_is_unknown@key_global': 'error@0 state@0 prompts@0',
  'foreign_plan_is_refused@ignores_caller': 'error@0 prompts@0',
  'stale_plan_is_refused@ignores_version': 'error@0 prompts@0',
};

/** By twin: the tool that breaks the rule of the contract, and how. */
const BREAKS: Readonly<Record<string, readonly string[]>> = {
  hint_left_out: ['seed_tenant  openWorldHint is not there, so a client assumes true'],
  hint_misspelt: ['list_tenants  "readonlyHint" is no hint: did you mean "readOnlyHint"?'],
  broken_schema: ['seed_tenant  its outputSchema cannot be used: no valid schema'],
  undeclared_tool: ['seed_tenant  declares nothing to rely on: there is no declaration'],
  reader_writes: ['list_tenants  says that it only reads, and its call changed the state (above)'],
  unsampled_reader: [
    'count_tenants  says that it only reads, and there is no sample to call it with',
    'count_tenants  no scenario of the suite calls it',
  ],
  drifted_description: [
    'seed_tenant  /description: the baseline has "Adds the rows of a fixture to a tenant',
  ],
};

const TWO_CALLERS = ['foreign_key_is_unknown', 'foreign_plan_is_refused', 'stale_plan_is_refused'];

/** The suite as it is, but for its target and without its twins; what two callers do, and nobody else, is not covered there. */
function suiteWith(target: JsonObject): string {
  const shipped = readFileSync(join(SUITE, 'suite.yaml'), 'utf8');
  const rest = shipped.slice(shipped.indexOf('clients:'), shipped.indexOf('twins:'));
  return lines({ target }) + rest.replace('  coverage: required\n', '');
}

/** The baseline as the other package has it: the same schemas under another dialect's name. */
function baselineOfOther(): string {
  const shipped = readFileSync(join(SUITE, 'tools.json'), 'utf8');
  const [from, to] = ['http://json-schema.org/draft-07', 'https://json-schema.org/draft/2020-12'];
  return shipped.replaceAll(`${from}/schema#`, `${to}/schema`);
}

/** Runs the scenarios against other ways to the server, a folder each. */
function runOn(targets: Readonly<Record<string, JsonObject>>): Promise<Reported> {
  return withFiles({}, (folder) => {
    for (const [name, target] of Object.entries(targets)) {
      cpSync(SUITE, join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'suite.yaml'), suiteWith(target));
      if (name === 'two') writeFileSync(join(folder, name, 'tools.json'), baselineOfOther());
    }
    return runReported(folder);
  });
}

const built = (file: string): string => join(ROOT, 'dist', 'fixtures', 'tenants', file);
const env = { EXPOSE_STATE: '1' };
const command = (file: string): JsonObject => ({ command: 'node', args: [built(file)], env });

/** What is not passed must be what speaks as two callers, and skipped for that. */
function expectOneCaller(scenarios: readonly ScenarioReport[]): void {
  const others = scenarios.filter(({ status }) => status !== 'passed');
  expect(others.map(({ name, status }) => `${status} ${name}`)).toEqual(
    TWO_CALLERS.map((name) => `skipped ${name}`),
  );
  for (const { message } of others) expect(message).toContain('only a server over HTTP');
}

/** On each twin the rules that it names are broken, each by one tool. */
function expectBroken({ scenarios }: Reported['report']): void {
  const contracts = scenarios.filter((each) => isOfTwin(each) && each.kind === 'contract');
  const came = contracts.map(({ name, status, assertions }) => [
    name.replace('contract@', ''),
    [status, ...assertions.map(({ message }) => message?.split('\n')[1])],
  ]);
  const wanted = Object.entries(BREAKS).map(([twin, breaks]) => [
    twin,
    ['passed', ...breaks.map((text) => expect.stringContaining(text))],
  ]);
  expect(Object.fromEntries(came)).toEqual(Object.fromEntries(wanted));
  for (const { name, steps } of contracts) {
    const failed = steps.flatMap((each) => each.assertions.filter(({ message }) => message));
    const isWriter = name === 'contract@reader_writes';
    expect(failed.map(({ kind }) => kind)).toEqual(isWriter ? ['state'] : []);
    if (isWriter) expect(failed[0]?.message).toMatch(/\/audit\/0: is new: .*list_tenants/);
  }
}

describe.concurrent('scenarios/tenants', { timeout: SLOW_MS }, () => {
  test('holds over HTTP, as it is shipped, and fails on its twins by what was meant to', async () => {
    const run = await runReported(SUITE, ['--twins'], { cwd: SUITE });
    expect(run.code, run.stdout).toBe(0);
    const { scenarios, summary } = run.report;
    expect(scenarios.filter((each) => !isOfTwin(each))).toHaveLength(SCENARIOS);
    expect(summary).toMatchObject({ passed: scenarios.length, skipped: 0, not_evaluated: 0 });
    expectCaught(run.report, { ...CAUGHT, ...CAUGHT_BY_TWO });
    expectBroken(run.report);
  });

  test('holds over stdio, on the 2.x package, and in-process', async () => {
    const module = { module: built('module.js'), env };
    const run = await runOn({ one: command('server.js'), two: command('server2.js'), module });
    expect(run.code, run.stdout).toBe(0);
    for (const folder of ['one', 'two', 'module']) {
      const scenarios = run.report.scenarios.filter(({ id }) => id.startsWith(`${folder}/`));
      expect(scenarios).toHaveLength(SCENARIOS);
      expectOneCaller(scenarios);
    }
  });
});
