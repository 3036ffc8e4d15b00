import type { Diagnostic } from '../model/diagnostic.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';
import { entryOf } from './tree.ts';
import { parseYaml } from './yaml.ts';

/**
 * Scenarios that have `env` or `files` for a server that runs already. Looked at once the target is
 * known, which the command line may replace. In a live run such a scenario is skipped.
 */
export function notStarted(suites: readonly Suite[]): readonly Diagnostic[] {
  return suites.flatMap((suite) => {
    const { mode, target, scenarios } = suite;
    if (mode === 'live' || target?.value.transport !== 'http') return [];
    if (target.value.process !== null) return [];
    const byFile = new Map(scenarios.map((scenario) => [scenario.file, scenario]));
    return [...byFile.values()].flatMap((scenario) =>
      keysOf(scenario).map((key) => {
        return { code: 'not_started', key, place: placeOf(scenario.file, key, scenario.place) };
      }),
    );
  });
}

function keysOf({ env, files }: Scenario): readonly string[] {
  return [...(Object.keys(env).length > 0 ? ['env'] : []), ...(files === null ? [] : ['files'])];
}

function placeOf(file: SourceFile, key: string, otherwise: Place): Place {
  const tree = parseYaml(file, 'scenario');
  const span = tree.ok ? entryOf(tree.value, key)?.keySpan : undefined;
  return span === undefined ? otherwise : { file, span };
}
