import { resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import { positionOf } from '../model/source.ts';
import type { LoadContext } from '../scenario/load.ts';

type Needs = Pick<LoadContext, 'env' | 'readBytes'> & { readonly cwd: string };

/** A line of such a file: nothing, a comment, or NAME=VALUE, the value in quotes or to the line's end. */
const LINE =
  /[ \t]*(?:#.*|(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:('[^']*'|"[^"]*"|`[^`]*`)[ \t]*(?:#.*)?|(?!['"`])(.*)))?(?:\n|$)/y;

/** The environment with the variables of `--env-file` under those that are set. */
export function withEnvFile<Deps extends Needs>(
  { envFile }: { readonly envFile: string | null },
  deps: Deps,
): Result<Deps, Diagnostic> {
  if (envFile === null) return ok(deps);
  const bad = (problem: string): Result<Deps, Diagnostic> =>
    err({ code: 'bad_option', option: '--env-file', problem, place: null });
  const bytes = deps.readBytes(resolve(deps.cwd, envFile));
  if (!bytes.ok) return bad(`${envFile} cannot be read: ${bytes.error}`);
  const variables = readVariables(new TextDecoder().decode(bytes.value));
  if (!variables.ok) return bad(`${envFile}:${variables.error}: this line is not NAME=VALUE`);
  // A file that CI was to fill must not turn a live run into a hermetic one.
  if (Object.keys(variables.value).length === 0) return bad(`${envFile} has no line NAME=VALUE`);
  return ok({ ...deps, env: { ...variables.value, ...deps.env } });
}

/**
 * The variables, or the number of the first line that is none: Node's own reader joins such a line
 * with the next one, whose variable is then missing.
 */
function readVariables(written: string): Result<Record<string, string>, number> {
  const text = written.replaceAll(/\r\n?/g, '\n');
  const odd = /[\0\v\f]/.exec(text);
  if (odd !== null) return err(positionOf(text, odd.index).line);
  const variables: [string, string][] = [];
  const line = new RegExp(LINE);
  while (line.lastIndex < text.length) {
    const start = line.lastIndex;
    const match = line.exec(text);
    if (match === null) return err(positionOf(text, start).line);
    const [, name, quoted, plain = ''] = match;
    if (name === undefined) continue;
    // As in a shell, `#` begins a comment only behind a blank.
    const value = quoted === undefined ? plain.replace(/(^|\s)#.*/, '').trim() : unquoted(quoted);
    variables.push([name, value]);
  }
  return ok(Object.fromEntries(variables));
}

function unquoted(quoted: string): string {
  const text = quoted.slice(1, -1);
  return quoted.startsWith('"') ? text.replaceAll('\\n', '\n') : text;
}
