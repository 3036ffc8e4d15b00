import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Catch, Twin } from '../../fixtures/servers/twin.ts';
import { ROOT, runCli, withFiles } from './drive.ts';
import { type Report, readReport, type ScenarioReport } from './reported.ts';

export interface Family {
  /** The folder of the sound suite, relative to the project's root. */
  readonly scenarios: string;
  readonly twins: readonly Twin[];
  /** Twins whose fault would spread from one scenario to the next, were they to share a process. */
  readonly ownProcesses?: readonly string[];
}

/** Holds a server's suite against the server and its broken twins, all in one run. */
export function describeTwins({ scenarios, twins, ownProcesses = [] }: Family): void {
  const sound: Twin = { name: 'sound', suite: `${scenarios}/suite.yaml`, env: {}, caught: [] };

  describe(scenarios, () => {
    let run: { readonly code: number | null; readonly report: Report };
    const of = (twin: Twin): ScenarioReport[] =>
      run.report.scenarios.filter(({ id }) => dirname(id) === twin.name);

    beforeAll(async () => {
      const texts = await readScenarios(scenarios);
      const files = await Promise.all(
        [sound, ...twins].map((twin) => twinFiles(twin, texts, !ownProcesses.includes(twin.name))),
      );
      run = await runAll(Object.assign({}, ...files));
    }, 120_000);

    test('holds on the sound server, and every scenario catches a twin', () => {
      const names = of(sound).map(({ name }) => name);
      expect(of(sound).filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(run.report.scenarios.length).toBe(names.length * (1 + twins.length));
      expect(new Set(twins.flatMap(({ caught }) => caught.map((entry) => entry.scenario)))).toEqual(
        new Set(names),
      );
    });

    test.each(twins)('catches $name where the table says so, and nowhere else', (twin) => {
      expect(run.code).toBe(1);
      const red = of(twin).filter(({ status }) => status !== 'passed');
      const listed = twin.caught.map(({ scenario }) => `${scenario} failed`);
      expect(listed).not.toEqual([]);
      expect(red.map(({ name, status }) => `${name} ${status}`).sort()).toEqual(listed.sort());
      for (const entry of twin.caught) {
        const caught = red.filter(
          (scenario) => scenario.name === entry.scenario && isCaught(scenario, entry),
        );
        expect(caught, JSON.stringify([entry, red], null, 1)).toHaveLength(1);
      }
    });
  });
}

/** The scenarios of a folder, path → text. */
async function readScenarios(folder: string): Promise<[string, string][]> {
  const files = await readdir(join(ROOT, folder));
  const names = files.filter((name) => name.endsWith('.yaml') && name !== 'suite.yaml');
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        name,
        await readFile(join(ROOT, folder, name), 'utf8'),
      ],
    ),
  );
}

/** A folder for the twin. One process for all its scenarios, where that makes no difference: it is quicker. */
async function twinFiles(
  { name, suite, env }: Twin,
  scenarios: readonly [string, string][],
  shared: boolean,
): Promise<Record<string, string>> {
  const text = await readFile(join(ROOT, suite), 'utf8');
  const moved = text.replaceAll(/(?<=[ [])\.{1,2}\/[^\s,\]}]+/g, (path) =>
    join(ROOT, dirname(suite), path),
  );
  const variables = Object.entries(env).map(([key, value]) => `    ${key}: ${value}\n`);
  const suited = moved.replace(/^ {2}env:\n/m, (line) => line + variables.join(''));
  return {
    [`${name}/suite.yaml`]: suited + (shared ? 'isolation: suite\n' : ''),
    ...Object.fromEntries(scenarios.map(([file, content]) => [`${name}/${file}`, content])),
  };
}

async function runAll(
  files: Readonly<Record<string, string>>,
): Promise<{ code: number | null; report: Report }> {
  return withFiles(files, async (cwd) => {
    const { code, stdout, stderr } = await runCli(['run', '.', '--reporter', 'json'], { cwd });
    expect(stderr).toBe('');
    return { code, report: await readReport(stdout) };
  });
}

/** Whether an assertion did not hold where the table says so. */
function isCaught(scenario: ScenarioReport, { at, kind, expected }: Catch): boolean {
  const place = at === 'output' ? scenario.assertions : (scenario.steps[at]?.assertions ?? []);
  return place.some(
    (assertion) =>
      assertion.status === 'failed' &&
      assertion.kind === kind &&
      (expected === null || assertion.expected === expected),
  );
}
