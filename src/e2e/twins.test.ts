import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Catch, type Twin, twins } from '../../fixtures/servers/ecnl/twins.ts';
import { ROOT, runCli, withFiles } from './drive.ts';
import { type Report, readReport, type ScenarioReport, scenarioOf, statuses } from './reported.ts';

/** Its fault would spread from one scenario to the next. */
const OWN_PROCESSES: readonly string[] = ['sticky_cache'];

async function run(suite: string): Promise<{ code: number | null; report: Report }> {
  const args = ['run', 'scenarios/ecnl', '--suite', suite, '--reporter', 'json'];
  const { code, stdout, stderr } = await runCli(args);
  expect(stderr).toBe('');
  return { code, report: await readReport(stdout) };
}

/** One process for all scenarios of a twin, where that makes no difference: it is quicker. */
async function runTwin({ name, suite }: Twin): Promise<{ code: number | null; report: Report }> {
  if (OWN_PROCESSES.includes(name)) return run(suite);
  const text = await readFile(join(ROOT, suite), 'utf8');
  const moved = text
    .replaceAll('../../../../', `${ROOT}/`)
    .replaceAll(' ./', ` ${join(ROOT, dirname(suite))}/`);
  const shared = `${moved}isolation: suite\n`;
  return withFiles({ 'suite.yaml': shared }, (folder) => run(join(folder, 'suite.yaml')));
}

/** The assertions that did not hold where the table says so. */
function caughtBy(scenario: ScenarioReport, { at, kind, expected }: Catch) {
  const place = at === 'output' ? scenario.assertions : (scenario.steps[at]?.assertions ?? []);
  return place.filter(
    (assertion) =>
      assertion.status === 'failed' &&
      assertion.kind === kind &&
      (expected === null || assertion.expected === expected),
  );
}

describe('the example suite', () => {
  test('holds on the sound server', async () => {
    const { code, report } = await run('scenarios/ecnl/suite.yaml');
    expect(code).toBe(0);
    expect(report.summary).toMatchObject({
      passed: report.scenarios.length,
      failed: 0,
      errored: 0,
    });
    expect(new Set(twins.flatMap(({ caught }) => caught.map(({ scenario }) => scenario)))).toEqual(
      new Set(report.scenarios.map(({ name }) => name)),
    );
  });

  test.each(twins)('catches $name where the table says so, and nowhere else', async (twin) => {
    const { code, report } = await runTwin(twin);
    expect(code).toBe(1);
    const red = Object.entries(statuses(report)).filter(([, status]) => status !== 'passed');
    const listed = twin.caught.map(({ scenario }) => [scenario, 'failed']);
    expect(red.sort()).toEqual(listed.sort());
    for (const entry of twin.caught) {
      const scenario = scenarioOf(report, entry.scenario);
      expect(caughtBy(scenario, entry), JSON.stringify([entry, scenario], null, 1)).not.toEqual([]);
    }
  });
});
