import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { Target } from '../model/target.ts';
import { type JudgeChoice, type JudgePlan, planJudge } from './judge-plan.ts';
import { type LiveChoice, resolveLive } from './live.ts';
import { notStarted } from './not-started.ts';
import type { ReadBytes } from './parse-route.ts';
import { type ParsedTarget, targetOfConfig } from './parse-target.ts';
import { parseTemplate } from './template.ts';
import { checkTripwires } from './tripwire.ts';
import { unfitTwins, withTwins } from './twins.ts';
/** What will run, with every default and option applied; nothing changes it afterwards. */
export interface RunPlan {
  readonly runId: string;
  readonly startedAt: Date;
  /** The CLI's own environment, read once. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Only suites and scenarios that were selected, in file order. */
  readonly suites: readonly Suite[];
  readonly judge: JudgePlan;
  readonly keepTmp: boolean;
  /** Wall-clock cap in ms on the whole run; null: none. */
  readonly maxDurationMs: number | null;
}

export interface Selection extends LiveChoice, JudgeChoice {
  /** Part of a scenario's id or name, whatever the case. */
  readonly grep: string | null;
  /** A scenario needs one of them, when there are any. */
  readonly tags: readonly string[];
  readonly notTags: readonly string[];
  /** `--command` or `--mcp-config`: replaces the one selected suite's own target. */
  readonly override: TargetOverride | null;
  /** `--timeout`: the cap in ms on every call, over all that the files say. */
  readonly timeoutMs: number | null;
  readonly strictProtocol: boolean;
  /** `--twins` */
  readonly twins: boolean;
  /** Only to be named: a target is not needed. */
  readonly list: boolean;
}

/** `cwd`: the working directory of the CLI, since its author typed the words there. */
export type TargetOverride =
  | {
      readonly option: '--command';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
    }
  | {
      readonly option: '--mcp-config';
      readonly path: string;
      readonly server: string | null;
      readonly cwd: string;
    };

export interface SelectContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readBytes: ReadBytes;
}

/** The selected part of the suites, each with the target of its mode. */
export function selectSuites(
  suites: readonly Suite[],
  selection: Selection,
  context: SelectContext,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const total = suites.reduce((sum, suite) => sum + suite.scenarios.length, 0);
  const filtered = suites
    .map((suite) => selectIn(suite, selection))
    .filter((suite) => suite.scenarios.length > 0);
  const live = keepLive(filtered, selection);
  if (!live.ok) {
    const missing = resolveLive(filtered, selection, context.env);
    return err([...(missing.ok ? [] : missing.error), ...live.error]);
  }
  const selected = live.value;
  if (selected.length === 0) {
    const filters = filtersOf(selection, filtered.length > 0);
    return err([{ code: 'no_match', filters, total, place: null }]);
  }
  if (selection.list) return selection.twins ? withTwins(selected) : ok(selected);
  const resolved = aimSuites(selected, selection, context);
  if (!resolved.ok) {
    // What is missing in the environment is told at once.
    const judge = planJudge(selected, selection, context.env);
    return judge.ok ? resolved : err([...resolved.error, ...judge.error]);
  }
  const homeless = resolved.value.filter(({ file, target }) => file === null && target === null);
  if (homeless.length > 0) {
    return err(homeless.map(({ path }) => ({ code: 'no_suite', path, place: null })));
  }
  const unfit = [
    ...notStarted(resolved.value),
    ...checkTripwires(resolved.value),
    ...unfitTwins(resolved.value, selection.twins),
  ];
  if (unfit.length > 0) return err(unfit);
  return selection.twins ? withTwins(resolved.value) : resolved;
}

/** The suites, each with the target of its mode and of the command line. */
export function aimSuites(
  suites: readonly Suite[],
  selection: Pick<Selection, 'override'> & LiveChoice,
  context: SelectContext,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const aimed = overrideTarget(suites, selection.override, context);
  return aimed.ok ? resolveLive(aimed.value, selection, context.env) : aimed;
}

/** Of a live suite, only the scenarios that say they may. One without any, unfiltered, is a mistake. */
function keepLive(
  suites: readonly Suite[],
  { grep, tags, notTags }: Selection,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const isFiltered = grep !== null || tags.length > 0 || notTags.length > 0;
  const kept = suites.map((suite) => (suite.mode === 'live' ? withoutOthers(suite) : suite));
  const empty = kept.filter(({ scenarios }) => scenarios.length === 0);
  if (empty.length > 0 && !isFiltered) {
    return err(
      empty.map(({ path, live }) => ({ code: 'no_live_scenario', suite: path, place: live.place })),
    );
  }
  return ok(kept.filter(({ scenarios }) => scenarios.length > 0));
}

function withoutOthers(suite: Suite): Suite {
  const scenarios = suite.scenarios.filter((scenario) => scenario.live);
  return { ...suite, scenarios, leftOut: suite.scenarios.length - scenarios.length };
}

function selectIn(suite: Suite, selection: Selection): Suite {
  const scenarios = suite.scenarios.filter((scenario) => isSelected(scenario, selection));
  const { timeoutMs, judgeModel } = selection;
  const strictProtocol = suite.strictProtocol || selection.strictProtocol;
  const judge = judgeModel === null ? suite.judge : { ...suite.judge, model: judgeModel };
  if (timeoutMs === null) return { ...suite, strictProtocol, judge, scenarios };
  const cap = (steps: Scenario['steps']) => steps.map((step) => ({ ...step, timeoutMs }));
  const capped = scenarios.map((scenario) => ({
    ...scenario,
    setup: cap(scenario.setup),
    steps: cap(scenario.steps),
    teardown: cap(scenario.teardown),
  }));
  return { ...suite, strictProtocol, judge, timeoutMs, scenarios: capped };
}

function isSelected(scenario: Suite['scenarios'][number], selection: Selection): boolean {
  const { grep, tags, notTags } = selection;
  const text = `${scenario.id}\n${scenario.name}`.toLowerCase();
  if (grep !== null && !text.includes(grep.toLowerCase())) return false;
  if (tags.length > 0 && !tags.some((tag) => scenario.tags.includes(tag))) return false;
  return !notTags.some((tag) => scenario.tags.includes(tag));
}

function filtersOf({ grep, tags, notTags }: Selection, leftByLive: boolean): string[] {
  return [
    ...(grep === null ? [] : [`--grep ${grep}`]),
    ...tags.map((tag) => `--tag ${tag}`),
    ...notTags.map((tag) => `--not-tag ${tag}`),
    ...(leftByLive ? ['live: true'] : []),
  ];
}

function overrideTarget(
  suites: readonly Suite[],
  override: TargetOverride | null,
  { env, readBytes }: SelectContext,
): Result<readonly Suite[], readonly Diagnostic[]> {
  if (override === null) return ok(suites);
  const [suite] = suites;
  const { option } = override;
  if (suite === undefined || suites.length > 1) {
    const paths = suites.map(({ path }) => path);
    return err([{ code: 'several_suites', option, suites: paths, place: null }]);
  }
  if (suite.mode === 'live') {
    const problem = `it replaces the hermetic target, but ${suite.live.urlEnv} asks for a live run`;
    return err([{ code: 'bad_option', option, problem, place: null }]);
  }
  if (override.option === '--command')
    return ok([withTarget(suite, { value: commandOf(suite, override), by: option }, [])]);
  const { path, server, cwd } = override;
  const found = targetOfConfig({ path, server, baseDir: cwd, place: null }, env, readBytes);
  if (!found.ok) return found;
  return ok([withConfig(suite, found.value)]);
}

function withTarget(
  suite: Suite,
  named: { readonly value: Target; readonly by: string },
  secrets: readonly string[],
): Suite {
  const secretValues = [...suite.secretValues, ...secrets];
  return { ...suite, target: { ...named, place: null }, secretValues };
}

/** Only the command changes: the suite's `env` still tells it where the stub upstreams are. */
function commandOf(
  suite: Suite,
  { command, args, cwd }: Extract<TargetOverride, { option: '--command' }>,
): Target {
  const { env, passEnv } = environmentOf(suite);
  return { transport: 'stdio', command, args, env, passEnv, cwd: '.', baseDir: cwd };
}

/** The file's own variables win: they are that server's. */
function withConfig(suite: Suite, { target, secrets }: ParsedTarget): Suite {
  const { value } = target;
  const by = '--mcp-config';
  if (value.transport !== 'stdio') return withTarget(suite, { value, by }, secrets);
  const { env, passEnv } = environmentOf(suite);
  const own = { ...value, env: { ...env, ...value.env }, passEnv };
  return withTarget(suite, { value: own, by }, secrets);
}

/** Over stdio there is no port. */
function environmentOf({ target }: Suite) {
  const none = { env: {}, passEnv: [] };
  if (target === null) return none;
  const { value } = target;
  if (value.transport !== 'http') return value;
  const { env, passEnv } = value.process ?? none;
  return {
    env: Object.fromEntries(Object.entries(env).filter(([, text]) => !hasPort(text))),
    passEnv,
  };
}

function hasPort(text: string): boolean {
  return parseTemplate(text).parts.some((part) => typeof part !== 'string' && part.kind === 'port');
}
