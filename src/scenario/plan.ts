import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { StdioTarget, Suite } from '../model/suite.ts';

/** What will run, with every default and option applied; nothing changes it afterwards. */
export interface RunPlan {
  readonly runId: string;
  readonly startedAt: Date;
  /** The CLI's own environment, read once. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Only suites and scenarios that were selected, in file order. */
  readonly suites: readonly Suite[];
  readonly keepTmp: boolean;
  /** Wall-clock cap in ms on the whole run; null: none. */
  readonly maxDurationMs: number | null;
}

export interface Selection {
  /** Part of a scenario's id or name, whatever the case. */
  readonly grep: string | null;
  /** A scenario needs one of them, when there are any. */
  readonly tags: readonly string[];
  readonly notTags: readonly string[];
  /** `--command`: replaces the one selected suite's own. */
  readonly command: CommandOverride | null;
  /** `--timeout`: the cap in ms on every call, over all that the files say. */
  readonly timeoutMs: number | null;
  readonly strictProtocol: boolean;
  /** Only to be named: a target is not needed. */
  readonly list: boolean;
}

export interface CommandOverride {
  readonly command: string;
  readonly args: readonly string[];
  /** The working directory of the CLI: its author typed the command there. */
  readonly cwd: string;
}

/** The selected part of the suites, with the target that the command line names. */
export function selectSuites(
  suites: readonly Suite[],
  selection: Selection,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const total = suites.reduce((sum, suite) => sum + suite.scenarios.length, 0);
  const selected = suites
    .map((suite) => selectIn(suite, selection))
    .filter((suite) => suite.scenarios.length > 0);
  if (selected.length === 0) {
    return err([{ code: 'no_match', filters: filtersOf(selection), total, place: null }]);
  }
  const { command } = selection;
  if (command !== null) return overrideTarget(selected, command);
  const homeless = selected.filter((suite) => suite.file === null);
  if (homeless.length === 0 || selection.list) return ok(selected);
  return err(homeless.map(({ path }) => ({ code: 'no_suite', path, place: null })));
}

function selectIn(suite: Suite, selection: Selection): Suite {
  const scenarios = suite.scenarios.filter((scenario) => isSelected(scenario, selection));
  const { timeoutMs } = selection;
  const strictProtocol = suite.strictProtocol || selection.strictProtocol;
  if (timeoutMs === null) return { ...suite, strictProtocol, scenarios };
  const capped = scenarios.map((scenario) => ({
    ...scenario,
    steps: scenario.steps.map((step) => ({ ...step, timeoutMs })),
  }));
  return { ...suite, strictProtocol, timeoutMs, scenarios: capped };
}

function isSelected(scenario: Suite['scenarios'][number], selection: Selection): boolean {
  const { grep, tags, notTags } = selection;
  const text = `${scenario.id}\n${scenario.name}`.toLowerCase();
  if (grep !== null && !text.includes(grep.toLowerCase())) return false;
  if (tags.length > 0 && !tags.some((tag) => scenario.tags.includes(tag))) return false;
  return !notTags.some((tag) => scenario.tags.includes(tag));
}

function filtersOf({ grep, tags, notTags }: Selection): string[] {
  return [
    ...(grep === null ? [] : [`--grep ${grep}`]),
    ...tags.map((tag) => `--tag ${tag}`),
    ...notTags.map((tag) => `--not-tag ${tag}`),
  ];
}

/** Only the command changes: the suite's `env` still tells it where the stub upstreams are. */
function overrideTarget(
  suites: readonly Suite[],
  override: CommandOverride,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const [suite] = suites;
  if (suite === undefined || suites.length > 1) {
    const paths = suites.map(({ path }) => path);
    return err([{ code: 'several_suites', option: '--command', suites: paths, place: null }]);
  }
  const written = suite.target;
  const value: StdioTarget = {
    transport: 'stdio',
    command: override.command,
    args: override.args,
    env: written?.value.env ?? {},
    passEnv: written?.value.passEnv ?? [],
    cwd: '.',
    baseDir: override.cwd,
  };
  return ok([{ ...suite, target: { value, place: null } }]);
}
