import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { broken } from '../../../fixtures/servers/inquiry/broken.ts';
import type { JsonObject } from '../../model/json.ts';
import { ROOT, withFiles } from '../drive.ts';
import { type Reported, runReported } from '../reported.ts';
import { caughtBy, expectCaught, isOfTwin, lines, SLOW_MS } from '../steps.ts';

const SUITES = join(ROOT, 'scenarios', 'inquiry');
const FOLDERS = ['local', 'mailchimp'] as const;
const SCENARIOS = 21;

/** By the declaration alone, before anything was called. */
const REFUSED = 'policy_violation';
/** By what is said and seen of a call, though nobody asked. */
const CLAIMS = 'execution_claims@0';
/** By that, and by what the scenario asks of the observation. */
const BOTH = 'execution@0 execution_claims@0';

/** What catches a twin, and in which scenarios. */
const CAUGHT = caughtBy([
  [REFUSED, 'declares_nothing', 'profile_is_known_by_heart', 'no_arguments_are_taken'],
  [REFUSED, 'declares_nothing', 'inquiry_is_accepted', 'profile_asks_nobody'],
  [REFUSED, 'schema_version_2', 'profile_is_known_by_heart', 'inquiry_is_accepted'],
  [REFUSED, 'string_false', 'profile_is_known_by_heart', 'inquiry_is_accepted'],
  [REFUSED, 'wrong_provider', 'inquiry_is_accepted'],
  [CLAIMS, 'lies_llm', 'profile_is_known_by_heart', 'closed_intake_sends_nothing'],
  [`upstream@0 ${CLAIMS}`, 'lies_llm', 'inquiry_is_accepted'],
  [CLAIMS, 'lies_api', 'profile_is_known_by_heart'],
  [CLAIMS, 'phones_home', 'profile_is_known_by_heart'],
  [`${CLAIMS} upstream_unmatched@output`, 'lies_api', 'profile_asks_nobody'],
  [`upstream@0 ${CLAIMS} upstream_unmatched@output`, 'lies_api', 'closed_intake_sends_nothing'],
  [BOTH, 'lies_attempt', 'inquiry_is_accepted', 'slow_answer_is_awaited'],
  [BOTH, 'lies_attempt', 'broken_connection_is_an_attempt'],
  [BOTH, 'forgets_failures', 'outage_is_told', 'refusal_is_told', 'silence_is_given_up'],
  [BOTH, 'forgets_failures', 'broken_connection_is_an_attempt'],
  [BOTH, 'observation_missing', 'profile_is_known_by_heart', 'inquiry_is_accepted'],
  [CLAIMS, 'observation_missing', 'second_try_is_accepted'],
  [BOTH, 'observation_string', 'profile_is_known_by_heart', 'inquiry_is_accepted'],
  ['error@0 execution@0', 'mistakes_as_results', 'no_arguments_are_taken'],
  ['error@0 execution@0', 'mistakes_as_results', 'invalid_arguments_say_nothing'],
  ['error@0 execution@0 upstream@0', 'skips_validation', ...invalid()],
  ['error@0 execution@0 upstream@0', 'ignores_intake', 'closed_intake_sends_nothing'],
  ['error@1 execution@1 upstream@1', 'ignores_limit', 'limit_stops_the_second'],
  ['upstream@0', 'drops_project', 'inquiry_carries_what_was_said'],
  ['upstream@0', 'resends', 'outage_is_told', 'broken_connection_is_an_attempt'],
  ['upstream@0', 'resends', 'silence_is_given_up'],
  ['error@0 upstream@0', 'resends', 'second_try_is_accepted'],
  ['error@0', 'accepts_wrong_ack', ...wrong()],
  ['error@0', 'hides_errors', ...invalid(), ...wrong(), 'closed_intake_sends_nothing'],
  ['error@0', 'hides_errors', 'outage_is_told', 'refusal_is_told', 'page_is_no_acknowledgement'],
  ['error@1', 'hides_errors', 'limit_stops_the_second'],
]);

function invalid(): readonly string[] {
  const cases = ['blank_name', 'no_address', 'blank_project'];
  return cases.map((name) => `invalid_inquiry_sends_nothing#${name}`);
}

function wrong(): readonly string[] {
  const cases = ['another_address', 'another_status', 'no_id'];
  return cases.map((name) => `wrong_acknowledgement_is_an_error#${name}`);
}

const built = (file: string): string => join(ROOT, 'dist', 'fixtures', 'inquiry', file);
const env = {
  MAILCHIMP_API_URL: '${upstreams.mailchimp.url}',
  LLM_URL: '${upstreams.model.url}',
  ANTHROPIC_BASE_URL: '${upstreams.model.url}',
};
const HTTP = {
  command: 'node',
  args: [built('http.js')],
  url: 'http://127.0.0.1:${port}/mcp',
  env: { ...env, PORT: '${port}' },
};
/** Over HTTP a process is shared by those that bring nothing of their own. */
const OTHER_WAYS: readonly (readonly [folder: (typeof FOLDERS)[number], keys: JsonObject])[] = [
  ['local', { target: { module: built('module.js'), env } }],
  ['mailchimp', { target: HTTP, isolation: 'session' }],
];

/** Each suite on another way to the server, without its twins, and all else as it is shipped. */
function copySuites(folder: string): void {
  for (const [name, keys] of OTHER_WAYS) {
    cpSync(join(SUITES, name), join(folder, name), { recursive: true });
    const shipped = readFileSync(join(SUITES, name, 'suite.yaml'), 'utf8');
    const rest = shipped.slice(shipped.indexOf('timeout_ms:'), shipped.indexOf('twins:'));
    writeFileSync(join(folder, name, 'suite.yaml'), lines(keys) + rest);
  }
}

describe('scenarios/inquiry', () => {
  let run: Reported;

  beforeAll(async () => {
    run = await runReported(SUITES, ['--twins']);
  }, SLOW_MS);

  test('holds as it is shipped', () => {
    expect(run.code, run.stdout).toBe(0);
    const sound = run.report.scenarios.filter((each) => !isOfTwin(each));
    expect(sound.map(({ status }) => status)).toEqual(Array(SCENARIOS).fill('passed'));
    expect(run.report.summary.not_evaluated).toBe(0);
  });

  test('every scenario catches a twin, and every twin is caught by what was meant to', () => {
    expectCaught(run.report, CAUGHT);
    const { scenarios } = run.report;
    const twins = scenarios.filter(isOfTwin).map(({ name }) => name.split('@'));
    expect(new Set(twins.map(([, twin]) => twin))).toEqual(new Set(Object.keys(broken)));
    const sound = scenarios.filter((each) => !isOfTwin(each)).map(({ name }) => name);
    expect(new Set(twins.map(([name]) => name))).toEqual(new Set(sound));
  });

  test.each([
    ['declares_nothing', 'there is no declaration'],
    ['schema_version_2', '"schemaVersion" is 2, and only 1 is known'],
    ['string_false', '"llm" is "false", and must be "never", "conditional"'],
    [
      'wrong_provider',
      'declares the provider "hubspot"; the policy allows no provider but "mailchimp"',
    ],
  ])('%s was refused, and for its own reason', (twin, reason) => {
    const { caught_by: by, steps } = run.of(`inquiry_is_accepted@${twin}`);
    expect(by?.message).toContain(reason);
    expect(steps.map(({ status }) => status)).toEqual(['not_run']);
  });

  test('the lies are told: what is declared, said, and seen', () => {
    const messageOf = (name: string) =>
      run.of(name).steps[0]?.assertions.find(({ kind }) => kind === 'execution_claims')?.message;
    const told = [
      messageOf('closed_intake_sends_nothing@lies_llm'),
      messageOf('inquiry_is_accepted@lies_attempt'),
      messageOf('inquiry_is_accepted@observation_missing'),
      messageOf('inquiry_is_accepted@observation_string'),
    ];
    expect(told).toEqual([
      expect.stringContaining('never uses a model, and the stub of a model received 1 request'),
      expect.stringContaining('called no external API, and 1 request to mailchimp went out'),
      expect.stringContaining(
        'demands that a result says what its call did, and this one does not',
      ),
      expect.stringContaining('"externalApiAttempted" is "true", and must be true or false'),
    ]);
  });

  test('holds in-process and over HTTP', { timeout: SLOW_MS }, async () => {
    await withFiles({}, async (folder) => {
      copySuites(folder);
      const other = await runReported(folder);
      expect(other.code, other.stdout).toBe(0);
      expect(other.report.summary).toMatchObject({ passed: SCENARIOS, not_evaluated: 0 });
    });
  });
});
