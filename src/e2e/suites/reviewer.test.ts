import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.ts';
import { type CliResult, ROOT, runCli } from '../drive.ts';
import { type Remote, startRemote } from '../remote.ts';
import { repeatOf } from '../repeats.ts';
import { type Report, type Reported, readReport, runReported } from '../reported.ts';
import { caughtBy, expectCaught, isOfTwin, SLOW_MS, told } from '../steps.ts';

const SUITE = 'scenarios/reviewer';
const REFUSED = 'policy_violation';
const BOTH = 'execution@0 execution_claims@0';

/** What catches a twin, and in which scenarios. */
const CAUGHT = caughtBy([
  [REFUSED, 'declares_nothing', 'model_is_asked_once', 'words_are_counted_without_help'],
  [REFUSED, 'wrong_provider', 'model_is_asked_once'],
  ['execution_claims@0', 'lies_llm', 'rude_text_does_not_pass'],
  [BOTH, 'hides_inference', 'rude_text_does_not_pass'],
  [BOTH, 'lies_attempt', 'model_is_asked_once'],
  [BOTH, 'forgets_failures', 'outage_is_told', 'cut_review_is_an_error'],
  [BOTH, 'observation_missing', 'rude_text_does_not_pass', 'words_are_counted_without_help'],
  [BOTH, 'observation_string', 'rude_text_does_not_pass'],
  ['structured@0', 'passes_all', 'rude_text_does_not_pass'],
  ['structured@0', 'counts_spaces', 'words_are_counted_without_help'],
]);

describe('scenarios/reviewer, against a stub of the model', () => {
  let run: Reported;

  beforeAll(async () => {
    run = await runReported(`${ROOT}/${SUITE}`, ['--twins']);
  }, SLOW_MS);

  test('holds as it is shipped, its criterion left open without a key', () => {
    expect(run.code, run.stdout).toBe(0);
    const sound = run.report.scenarios.filter((each) => !isOfTwin(each));
    expect(sound.map(({ status }) => status)).toEqual(Array(5).fill('passed'));
    const judged = run.of('rude_text_does_not_pass').assertions;
    expect(judged.map(({ kind, status }) => [kind, status])).toEqual([['judge', 'not_evaluated']]);
    expect(run.stdout).toContain('set ANTHROPIC_API_KEY');
  });

  test('keeps what it is graded by, and how many of its runs passed', () => {
    const { suites } = run.report as Report & { readonly suites: readonly JsonObject[] };
    expect(suites[0]?.metadata).toMatchObject({
      model: 'claude-haiku-4-5',
      rules_file: { content: readFileSync(join(ROOT, SUITE, 'grading.md'), 'utf8') },
    });
    const rude = 'rude_text_does_not_pass';
    const [sound, blind] = [rude, `${rude}@passes_all`].map((name) => repeatOf(run.of(name)));
    expect(sound).toMatchObject({ times: 3, min_pass: 2, passed: 3 });
    expect(blind).toMatchObject({ times: 3, min_pass: 2, passed: 0 });
  });

  test('every scenario catches a twin, by what was meant to', () => {
    expectCaught(run.report, CAUGHT);
    const names = run.report.scenarios.map(({ name }) => name.split('@'));
    const sound = names.filter(([, twin]) => twin === undefined).map(([name]) => name);
    const caught = names.filter(([, twin]) => twin !== undefined).map(([name]) => name);
    expect(new Set(caught)).toEqual(new Set(sound));
  });
});

describe('scenarios/reviewer, live', () => {
  const TOKEN = 'tok-9b3e07d1c55a';
  let remotes: readonly Remote[] = [];
  let sound: CliResult & { readonly report: Report };
  let silent: typeof sound;

  async function live(remote: Remote): Promise<typeof sound> {
    const env = { REVIEWER_MCP_URL: remote.url, REVIEWER_MCP_TOKEN: TOKEN };
    const args = ['run', SUITE, '--judge', 'off', '--reporter', 'json'];
    const run = await runCli(args, { env });
    return { ...run, report: await readReport(run.stdout) };
  }

  beforeAll(async () => {
    remotes = await Promise.all([
      startRemote('reviewer', TOKEN),
      startRemote('reviewer', TOKEN, { BROKEN: 'declares_nothing' }),
    ]);
    [sound, silent] = (await Promise.all(remotes.map(live))) as [typeof sound, typeof sound];
  }, SLOW_MS);
  afterAll(() => Promise.all(remotes.map((remote) => remote.stop())));

  const came = ({ report }: typeof sound) =>
    report.scenarios.map((each) => [each.name, told(each)]);

  test('holds by what the remote says of itself', () => {
    expect(sound.code, sound.stderr).toBe(0);
    expect(came(sound)).toEqual([
      ['rude_text_does_not_pass', 'passed'],
      ['words_are_counted_without_help', 'passed'],
    ]);
  });

  test('what it says is called a claim', () => {
    expect(silent.code).toBe(1);
    const [rude, words] = silent.report.scenarios;
    expect(came(silent).map(([, as]) => as)).toEqual(['passed', `failed: ${REFUSED}`]);
    expect(rude?.status).toBe('passed');
    expect(words?.message).toContain('claims no llm that can be relied on');
    expect(words?.message).not.toContain('declares no');
  });
});
