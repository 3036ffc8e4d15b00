import { PathError, pathToRegexp } from 'path-to-regexp';
import { err, ok, type Result } from '../model/result.ts';

/** Whether a request's path, as it stood in the request, fits the pattern. Total. */
export type RoutePattern = (pathname: string) => boolean;

/**
 * Compiles the path of a stub route: `:id` takes one segment, `*rest` several, `{/more}` is
 * optional. Case and a trailing slash count. The error says what is wrong with the pattern.
 */
export function compileRoute(path: string): Result<RoutePattern, string> {
  if (!path.startsWith('/')) return err('it must start with "/"');
  if (/[?#]/.test(path)) return err('it must be a path alone; the query has a key of its own');
  try {
    const { regexp } = pathToRegexp(path, { sensitive: true, trailing: false });
    // Percent-encoded in the request, written plainly in the pattern.
    return ok((pathname) => regexp.test(pathname) || regexp.test(decoded(pathname)));
  } catch (error) {
    return err(error instanceof PathError ? problemOf(error, path) : String(error));
  }
}

/** `%2F` stays: it separates no segments. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** Without the pattern, which the reader has before him, and the advertised address. */
function problemOf(error: PathError, path: string): string {
  return error.message.replace(/; visit https:.*$/s, '').replace(`: ${path}`, '');
}
