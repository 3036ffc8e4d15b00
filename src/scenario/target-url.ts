import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Place } from '../model/source.ts';
import { validateHeader } from '../validator/http-header.ts';
import { variable } from './interpolate.ts';
import { isSecretName } from './secret-name.ts';
import { type Placeholder, parseTemplate } from './template.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Names of headers and parameters whose values let somebody in. */
const CREDENTIAL =
  /authoriz|cookie|token|secret|passw|credential|jwt|key$|(?<![a-z])(auth|pwd|pw|pat|pass|sig|signature)(?![a-z])/i;
/** Values that do so, whatever they are called. */
const SCHEME = /^(bearer|basic|token) /i;
const EXAMPLE = 'https://example.org/mcp';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export interface Endpoint {
  /** As it is written: a variable's name, an option, a key. */
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The runner starts its server. */
  readonly started: boolean;
  readonly place: Place | null;
}

/** Why HTTP cannot send a header of a file; its value is looked at as far as it can be told. */
export function headerProblem(name: string, value: string, env: Env | null): string | null {
  return validateHeader(name, sampleOf(value, env) ?? '');
}

/** Variables that stand in a header and are set but empty, as a missing CI secret arrives. */
export function emptyVariables(value: string, env: Env): readonly string[] {
  return parseTemplate(value).parts.flatMap((part) => {
    if (typeof part === 'string' || part.kind !== 'env' || part.fallback !== null) return [];
    return variable(env, part.name)?.trim() === '' ? [part.name] : [];
  });
}

/**
 * What makes an address unfit before anything is sent: no URL, a secret in it, a token in the clear.
 * Without an `env`, nothing is said about what depends on a variable.
 */
export function checkEndpoint(endpoint: Endpoint, env: Env | null): readonly Diagnostic[] {
  const { what, url, headers, started, place } = endpoint;
  const text = sampleOf(url, env);
  if (text === null) return [];
  const [secret] = secretVariablesIn(url);
  if (secret !== undefined) {
    const problem = `it would hold the value of ${secret}, which belongs into a header`;
    return [{ code: 'bad_url', what, problem, place }];
  }
  const parsed = readUrl(text);
  if (!parsed.ok) return [{ code: 'bad_url', what, problem: parsed.error, place }];
  const { protocol, hostname } = parsed.value;
  if (LOOPBACK.test(hostname)) return [];
  if (started) {
    const problem = `it leads to ${hostname}, but the server that "command" starts is on this machine (127.0.0.1)`;
    return [{ code: 'bad_url', what, problem, place }];
  }
  const isTold = Object.entries(headers).some(
    ([name, value]) =>
      CREDENTIAL.test(name) ||
      SCHEME.test(sampleOf(value, env) ?? '') ||
      secretVariablesIn(value).length > 0,
  );
  if (protocol !== 'http:' || !isTold) return [];
  return [{ code: 'cleartext_token', what, host: hostname, place }];
}

/** The variables in a text whose names say that their values are secret. */
function secretVariablesIn(text: string): readonly string[] {
  return parseTemplate(text).parts.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'env' && isSecretName(part.name) ? [part.name] : [],
  );
}

function readUrl(text: string): Result<URL, string> {
  // The text itself is not shown: it may hold a password.
  if (text.trim() === '') return err(`it is empty, and must be a URL such as ${EXAMPLE}`);
  if (!URL.canParse(text)) return err(`it is no URL such as ${EXAMPLE}`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return err(`it begins with "${url.protocol}" instead of "http:" or "https:"`);
  }
  if (url.username !== '' || url.password !== '') {
    return err('it holds a user name or a password, which belong into a header');
  }
  if (url.hash !== '') {
    return err('it has a "#" part, which no server ever sees');
  }
  const secret = [...url.searchParams.keys()].find((name) => CREDENTIAL.test(name));
  if (secret !== undefined) {
    return err(
      `its parameter "${secret.slice(0, 100)}" looks like a secret, which belongs into a header`,
    );
  }
  return ok(url);
}

/** The text with its variables, as it may be in a run; null when one is unset, which is told as such. */
function sampleOf(text: string, env: Env | null): string | null {
  const parts = parseTemplate(text).parts.map((part) =>
    typeof part === 'string' ? part : sampleValue(part, env),
  );
  return parts.includes(null) ? null : parts.join('');
}

function sampleValue(placeholder: Placeholder, env: Env | null): string | null {
  switch (placeholder.kind) {
    case 'env': {
      if (env === null) return null;
      const value = variable(env, placeholder.name);
      return value || (placeholder.fallback ?? value ?? null);
    }
    case 'upstream':
      return 'http://127.0.0.1:65535';
    // Any number will do.
    case 'port':
      return '65535';
    default:
      return 'x';
  }
}
