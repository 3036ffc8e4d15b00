import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { LoadContext } from '../scenario/load.ts';

type Needs = Pick<LoadContext, 'env' | 'readBytes'> & { readonly cwd: string };

/** The environment with the variables of `--env-file` under those that are set. */
export function withEnvFile<Deps extends Needs>(
  { envFile }: { readonly envFile: string | null },
  deps: Deps,
): Result<Deps, Diagnostic> {
  if (envFile === null) return ok(deps);
  const bytes = deps.readBytes(resolve(deps.cwd, envFile));
  if (!bytes.ok) {
    const problem = `${envFile} cannot be read: ${bytes.error}`;
    return err({ code: 'bad_option', option: '--env-file', problem, place: null });
  }
  const variables = parseEnv(new TextDecoder().decode(bytes.value));
  return ok({ ...deps, env: { ...variables, ...deps.env } });
}
