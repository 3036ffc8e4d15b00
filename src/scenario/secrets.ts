import type { SourceFile } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';
import { KEY_VARIABLE } from './judge-plan.ts';
import { TOKEN_VARIABLE } from './live.ts';
import type { Mention } from './placeholders.ts';
import { isSecretName } from './secret-name.ts';
import { childOf, entriesOf } from './tree.ts';
import { parseYaml } from './yaml.ts';

const MIN_LENGTH = 8;
/** Secret whether a file names them or not. */
const ALWAYS: readonly string[] = [KEY_VARIABLE, TOKEN_VARIABLE];

/** The variables that files hand on and whose names say that their values are secret. */
export function secretVariables(
  mentions: readonly Mention[],
  passEnv: readonly string[],
): readonly string[] {
  const mentioned = mentions.flatMap(({ placeholder }) =>
    placeholder.kind === 'env' ? [placeholder.name] : [],
  );
  return [...new Set([...mentioned, ...passEnv])].filter(isSecretName);
}

/**
 * What a suite that was refused must not show: the values of its headers, as they stand in the file.
 * Shorter ones are met in ordinary words.
 */
export function writtenSecrets(file: SourceFile): readonly string[] {
  const tree = parseYaml(file, 'suite');
  if (!tree.ok) return [];
  const maps = [childOf(tree.value, 'target'), childOf(tree.value, 'live')];
  const clients = entriesOf(childOf(tree.value, 'clients')).map(({ value }) => value);
  return [...maps, ...clients]
    .flatMap((map) => entriesOf(childOf(map, 'headers')))
    .flatMap(({ value }) => (value.kind === 'scalar' ? [String(value.value)] : []))
    .flatMap((text) => [text, text.replace(/^\S+ +/, '')])
    .filter((text) => text.length >= MIN_LENGTH && !text.includes('${'));
}

/** What must not be shown: the values of the suites' secret variables, and of those always so. */
export function secretValues(
  suites: readonly Suite[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = [...ALWAYS, ...suites.flatMap((suite) => suite.secretVariables)];
  const named = [...new Set(names)].flatMap((name) => env[name] || []);
  return [...named, ...suites.flatMap((suite) => suite.secretValues)];
}
