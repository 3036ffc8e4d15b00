import { type Contract, listRule } from '../model/contract.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite, Twin } from '../model/suite.ts';
import type { SuiteTarget, Target } from '../model/target.ts';

/**
 * The suites, each followed by its twins: the broken variants of its target, with the scenarios
 * that must fail on them. Live, nothing is broken on purpose.
 */
export function withTwins(
  suites: readonly Suite[],
): Result<readonly Suite[], readonly Diagnostic[]> {
  const all = suites.flatMap((suite) => [suite, ...twinsOf(suite)]);
  if (all.length > suites.length) return ok(all);
  const problem = 'no selected suite has twins with a selected scenario';
  return err([{ code: 'bad_option', option: '--twins', problem, place: null }]);
}

function twinsOf(suite: Suite): readonly Suite[] {
  const { target } = suite;
  if (suite.mode === 'live') return [];
  return suite.twins.flatMap((twin): Suite[] => {
    const scenarios = suite.scenarios
      .filter(({ name }) => isNamed(name, twin))
      .map((scenario) => variantOf(scenario, twin));
    const contract = namedRules(suite, twin);
    if (scenarios.length === 0 && contract === null) return [];
    const path = `${suite.path}@${twin.name}`;
    // Without a target they are told as what they are then: of no use.
    const variant = target === null ? null : broken(target, twin);
    return [{ ...suite, path, target: variant, scenarios, contract }];
  });
}

/** The rules of the contract that must fail on a twin; null: none is named. */
function namedRules({ contract }: Suite, { name, mustFail, place }: Twin): Contract | null {
  if (contract === null) return null;
  const all = [...contract.rules, listRule(contract)];
  const rules = all.filter((rule) => mustFail.includes(`contract.${rule.name}`));
  return rules.length === 0 ? null : { ...contract, rules, twin: { name, place } };
}

/**
 * Twins that the target can't be made into. Looked at once it is known; one that the command line
 * has put in the place of the suite's own matters only to a run of twins.
 */
export function unfitTwins(suites: readonly Suite[], asked: boolean): readonly Diagnostic[] {
  return suites.flatMap(({ mode, target, twins, scenarios }) => {
    if (mode === 'live' || target === null) return [];
    if (target.by !== undefined && !asked) return [];
    return twins.flatMap((twin) => {
      const unfit = misfit(target.value, twin);
      return unfit.length > 0 ? unfit : hidden(target.value, twin, scenarios);
    });
  });
}

/** Scenarios whose own variables take the place of all that the twin changes. */
function hidden(target: Target, twin: Twin, scenarios: readonly Scenario[]): readonly Diagnostic[] {
  return scenarios.flatMap(({ name, env }): Diagnostic[] => {
    if (!isNamed(name, twin) || Object.keys(env).length === 0) return [];
    const kept = Object.entries(twin.env).filter(([key]) => !Object.hasOwn(env, key));
    if (!isSame(target, { ...twin, env: Object.fromEntries(kept) })) return [];
    const problem = `no fault of this twin is left for "${name}": its own "env" sets all that the twin changes`;
    return [{ code: 'bad_value', problem, nearest: null, place: twin.place }];
  });
}

/** Replaced in its place, a value that stays the same leaves the same text. */
function isSame(target: Target, twin: Twin): boolean {
  return JSON.stringify(brokenTarget(target, twin)) === JSON.stringify(target);
}

function misfit(target: Target, twin: Twin): readonly Diagnostic[] {
  const { place } = twin;
  if (target.transport === 'http' && target.process === null) {
    return [{ code: 'not_started', key: 'twins', place }];
  }
  const bad = (problem: string): readonly Diagnostic[] => {
    return [{ code: 'bad_value', problem, nearest: null, place }];
  };
  if (target.transport === 'module' && (twin.command !== null || twin.args !== null)) {
    return bad('a target by "module" has no command: only "env" can break it');
  }
  return isSame(target, twin)
    ? bad("a twin must change something, and all that this one has is the target's own")
    : [];
}

/** A scenario with cases may be named as a whole. */
function isNamed(name: string, { mustFail }: Twin): boolean {
  return mustFail.some((named) => named === name || name.startsWith(`${named}#`));
}

function variantOf(scenario: Scenario, { name, place }: Twin): Scenario {
  return {
    ...scenario,
    id: `${scenario.id}@${name}`,
    name: `${scenario.name}@${name}`,
    twin: { name, of: scenario.id, place },
  };
}

/** Should it not start, the twin is what its author has to mend. */
function broken({ value }: SuiteTarget, twin: Twin): SuiteTarget {
  return { value: brokenTarget(value, twin), place: twin.place };
}

function brokenTarget(target: Target, { env, command, args }: Twin): Target {
  const changes = {
    ...(command === null ? {} : { command }),
    ...(args === null ? {} : { args }),
  };
  switch (target.transport) {
    case 'stdio':
      return { ...target, ...changes, env: { ...target.env, ...env } };
    case 'http': {
      const { process: started } = target;
      if (started === null) return target;
      return { ...target, process: { ...started, ...changes, env: { ...started.env, ...env } } };
    }
    case 'module':
      return { ...target, env: { ...target.env, ...env } };
  }
}
