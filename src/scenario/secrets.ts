import type { Suite } from '../model/suite.ts';
import { KEY_VARIABLE } from './judge-plan.ts';
import { TOKEN_VARIABLE } from './live.ts';
import type { Mention } from './placeholders.ts';
import { isSecretName } from './secret-name.ts';

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

/** What must not be shown: the values of the suites' secret variables, and of those always so. */
export function secretValues(
  suites: readonly Suite[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = [...ALWAYS, ...suites.flatMap((suite) => suite.secretVariables)];
  const named = [...new Set(names)].flatMap((name) => env[name] || []);
  return [...named, ...suites.flatMap((suite) => suite.secretValues)];
}
