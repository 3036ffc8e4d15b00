import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Place } from '../model/source.ts';
import { validateHeader } from '../validator/http-header.ts';
import { variable } from './interpolate.ts';
import { parseTemplate } from './template.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Headers whose values let somebody in. */
const CREDENTIAL = /authorization|cookie|token|key|secret|password/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export interface Endpoint {
  /** As it is written: a variable's name, an option, a key. */
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly place: Place | null;
}

/** What makes an address unfit before anything is sent: no URL, a secret in it, a token in the clear. */
export function checkEndpoint({ what, url, headers, place }: Endpoint, env: Env): Diagnostic[] {
  const unfit = Object.entries(headers).flatMap(([name, value]): Diagnostic[] => {
    const problem = validateHeader(name, staticText(value, env) ?? '');
    return problem === null ? [] : [{ code: 'bad_value', problem, nearest: null, place }];
  });
  const text = staticText(url, env);
  if (unfit.length > 0 || text === null) return unfit;
  const parsed = readUrl(text);
  if (!parsed.ok) return [{ code: 'bad_url', what, problem: parsed.error, place }];
  const { protocol, hostname } = parsed.value;
  const carriesCredentials = Object.keys(headers).some((name) => CREDENTIAL.test(name));
  if (protocol === 'http:' && carriesCredentials && !LOOPBACK.test(hostname)) {
    return [{ code: 'cleartext_token', what, host: hostname, place }];
  }
  return [];
}

function readUrl(text: string): Result<URL, string> {
  // The text itself is not shown: it may hold a password.
  if (!URL.canParse(text)) return err('it is no URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return err(`it begins with ${url.protocol} instead of http: or https:`);
  }
  if (url.username !== '' || url.password !== '') {
    return err('it holds a user name or a password, which belong into a header');
  }
  const secret = [...url.searchParams.keys()].find((name) => CREDENTIAL.test(name));
  if (secret !== undefined) {
    return err(
      `its parameter "${secret.slice(0, 100)}" looks like a secret, which belongs into a header`,
    );
  }
  return ok(url);
}

/** The text with its variables; null when it depends on what only a run can tell. */
function staticText(text: string, env: Env): string | null {
  let whole = '';
  for (const part of parseTemplate(text).parts) {
    if (typeof part === 'string') whole += part;
    else if (part.kind === 'env') whole += variable(env, part.name) || (part.fallback ?? '');
    // Any number will do.
    else if (part.kind === 'port') whole += '65535';
    else return null;
  }
  return whole;
}
