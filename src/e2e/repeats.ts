import type { JsonObject } from '../model/json.ts';
import { withFiles } from './drive.ts';
import {
  type Project,
  projectFiles,
  type Reported,
  runReported,
  type ScenarioReport,
  target,
} from './reported.ts';
import { lines, step } from './steps.ts';

/** What a report says of a scenario's runs. */
export interface RepeatReport {
  readonly times: number;
  readonly min_pass: number;
  readonly passed: number;
  readonly shown: number | null;
  readonly runs: readonly {
    readonly status: string;
    readonly code?: string;
    readonly message?: string;
    readonly tmp?: string;
  }[];
}

export function repeatOf(scenario: ScenarioReport): RepeatReport {
  const { repeat } = scenario as ScenarioReport & { readonly repeat?: RepeatReport };
  if (repeat === undefined) throw new Error(`${scenario.name} has no repeat`);
  return repeat;
}

/** What its runs came to, which one is shown, and what it came to itself. */
export function told(scenario: ScenarioReport): string {
  const { runs, shown } = repeatOf(scenario);
  return `${runs.map(({ status }) => status[0]).join('')} ${shown}: ${scenario.status}`;
}

/** Runs so often; the n-th run does the n-th of the turns, and only "ok" is what is expected. */
export function turning(name: string, repeat: JsonObject, ...turns: readonly string[]): string {
  const call = step('turn', { name, turns });
  return lines({ repeat, tool_sequence: [call], expected_contains: 'ok at' });
}

/** The lines of a suite whose servers count in that folder. */
export const countingSuite = (counters: string, more: JsonObject = {}): string =>
  target('flow', { env: { COUNTERS: counters, API_URL: '${upstreams.api.url}' } }) +
  lines({ upstreams: { api: {} }, ...more });

/** Runs a project whose servers count in a folder of their own. */
export async function runRepeats(
  scenarios: Project['scenarios'],
  more: JsonObject = {},
  args: readonly string[] = [],
): Promise<Reported> {
  return withFiles({}, async (counters) => {
    const project = { suite: countingSuite(counters, more), scenarios };
    return withFiles(projectFiles(project), (cwd) =>
      // What --keep-tmp leaves behind is gone with it.
      runReported(cwd, args, { env: { TMPDIR: counters } }),
    );
  });
}
