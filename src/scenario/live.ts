import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { LiveSettings, Mode, SuiteTarget } from '../model/target.ts';
import { validateHeader } from '../validator/http-header.ts';
import { headerText, secretsOfHeaders } from './header-secrets.ts';
import { variable } from './interpolate.ts';
import { checkEndpoint, emptyVariables } from './target-url.ts';
import { parseTemplate } from './template.ts';

type Env = Readonly<Record<string, string | undefined>>;

const URL_VARIABLE = 'MCP_EVAL_REMOTE_URL';
export const TOKEN_VARIABLE = 'MCP_EVAL_REMOTE_TOKEN';

/** What the command line says about live runs. */
export interface LiveChoice {
  /** `--live` */
  readonly live: boolean;
  /** `--url` */
  readonly url: string | null;
  /** `--token-env` */
  readonly tokenEnv: string | null;
  /** `--header`, values with placeholders. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A suite without the key `live`. */
export const DEFAULT_LIVE: LiveSettings = {
  place: null,
  urlEnv: URL_VARIABLE,
  tokenEnv: TOKEN_VARIABLE,
  tokenNamed: false,
  headers: {},
  target: null,
};

/**
 * Whether a suite runs live: because it was asked for, or because the variable has an address. Null
 * for a suite that says by itself where its live server is.
 */
export function modeOf(urlEnv: string | null, choice: LiveChoice, env: Env): Mode {
  if (choice.live || choice.url !== null) return 'live';
  return urlEnv !== null && variable(env, urlEnv) !== undefined ? 'live' : 'hermetic';
}

/** The headers of the command line with their variables, which are all that may stand in them. */
export function readHeaders(
  headers: Readonly<Record<string, string>>,
  env: Env,
): Result<Record<string, string>, readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const bad = (problem: string) => {
    diagnostics.push({ code: 'bad_option', option: '--header', problem, place: null });
  };
  const filled = Object.entries(headers).map(([name, text]): [string, string] => {
    for (const { written, read } of parseTemplate(text).found) {
      if (!read.ok || read.value.kind !== 'env') bad(`${written} is not \${env.NAME}`);
      else if (emptyVariables(text, env).includes(read.value.name)) {
        const { name } = read.value;
        diagnostics.push({ code: 'empty_variable', name, use: 'header', place: null });
      } else if (read.value.fallback === null && variable(env, read.value.name) === undefined) {
        diagnostics.push({ code: 'unset_variable', name: read.value.name, place: null });
      }
    }
    const value = diagnostics.length > 0 ? '' : headerText(text, env);
    const problem = validateHeader(name, value);
    if (problem !== null && diagnostics.length === 0) bad(problem);
    return [name, literal(value)];
  });
  return diagnostics.length > 0 ? err(diagnostics) : ok(Object.fromEntries(filled));
}

/** Gives the live ones among the selected suites their targets, token included, or says what is missing. */
export function resolveLive(
  suites: readonly Suite[],
  choice: LiveChoice,
  env: Env,
): Result<readonly Suite[], readonly Diagnostic[]> {
  const shared = sharedAddresses(suites, choice);
  const resolved = suites.map((suite) => resolveSuite(suite, choice, env));
  const diagnostics = [...shared, ...resolved.flatMap((each) => (each.ok ? [] : each.error))];
  if (diagnostics.length > 0) return err(diagnostics);
  return ok(resolved.flatMap((each) => (each.ok ? [each.value] : [])));
}

/** One address can't be the server of two suites. */
function sharedAddresses(suites: readonly Suite[], { url }: LiveChoice): readonly Diagnostic[] {
  const live = suites.filter(({ mode }) => mode === 'live');
  if (url !== null) {
    if (live.length < 2) return [];
    const paths = live.map(({ path }) => path);
    return [{ code: 'several_suites', option: '--url', suites: paths, place: null }];
  }
  const byVariable = new Map<string, Suite[]>();
  for (const suite of live.filter((each) => each.live.target === null)) {
    const { urlEnv } = suite.live;
    byVariable.set(urlEnv, [...(byVariable.get(urlEnv) ?? []), suite]);
  }
  return [...byVariable].flatMap(([name, sharing]): Diagnostic[] => {
    if (sharing.length < 2) return [];
    const paths = sharing.map(({ path }) => path);
    return [
      { code: 'shared_live_url', name, suites: paths, place: sharing[1]?.live.place ?? null },
    ];
  });
}

type Resolved<T> = Result<T, readonly Diagnostic[]>;

function resolveSuite(suite: Suite, choice: LiveChoice, env: Env): Resolved<Suite> {
  if (suite.mode === 'hermetic') return resolveHermetic(suite, choice, env);
  const bare = { ...suite, upstreams: [] };
  const found = liveTarget(suite, choice, env);
  if (found.ok && found.value.target.value.transport !== 'http') {
    if (isNamed(choice)) return err([noHttp(choice)]);
    return ok({ ...bare, target: found.value.target });
  }
  const token = readToken(suite.live, choice, env);
  if (!found.ok || !token.ok) {
    // Both are secrets of one CI job, and likely to be missing together.
    return err([found, token].flatMap((each) => (each.ok ? [] : each.error)));
  }
  const bearer: Record<string, string> =
    token.value === null ? {} : { authorization: `Bearer ${literal(token.value)}` };
  const secrets = token.value === null ? [] : [token.value];
  const headers = merged(suite.live.headers, bearer, choice.headers);
  if (choice.tokenEnv !== null && Object.hasOwn(choice.headers, 'authorization')) {
    const problem = 'it gives the header Authorization, and so does --header';
    return err([{ code: 'bad_option', option: '--token-env', problem, place: null }]);
  }
  return endpoint(bare, found.value, { headers, secrets }, env);
}

/** In a hermetic run `--header` still goes to a server that is spoken to over HTTP. */
function resolveHermetic(suite: Suite, choice: LiveChoice, env: Env): Resolved<Suite> {
  const { target } = suite;
  if (target === null) return ok(suite);
  const isHttp = target.value.transport === 'http';
  if (isNamed(choice) && (!isHttp || choice.tokenEnv !== null)) return err([noHttp(choice)]);
  const what = target.place === null ? '--mcp-config' : '`url`';
  return endpoint(suite, { target, what }, { headers: choice.headers, secrets: [] }, env);
}

function isNamed({ headers, tokenEnv }: LiveChoice): boolean {
  return Object.keys(headers).length > 0 || tokenEnv !== null;
}

/** The later wins, whatever the case: two headers of one name would be joined. */
function merged(...all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const entries = all.flatMap((headers) => Object.entries(headers));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

function noHttp({ tokenEnv }: LiveChoice): Diagnostic {
  const option = tokenEnv === null ? '--header' : '--token-env';
  const problem =
    tokenEnv === null
      ? 'the target is not spoken to over HTTP'
      : 'a token is sent in a live run over HTTP only';
  return { code: 'bad_option', option, problem, place: null };
}

/** A target, and what messages call the place where its address is written. */
interface Found {
  readonly target: SuiteTarget;
  readonly what: string;
}

interface Added {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** The suite with its target, whose headers are all told by now. */
function endpoint(suite: Suite, found: Found, added: Added, env: Env): Resolved<Suite> {
  const { target, what } = found;
  const { value, place } = target;
  if (value.transport !== 'http') return ok({ ...suite, target });
  const { url } = value;
  const headers = merged(value.headers, added.headers);
  const identities = [headers, ...Object.values(suite.clients)];
  const started = value.process !== null;
  const unfit = identities.map((own) =>
    checkEndpoint({ what, url, headers: own, started, place }, env),
  );
  const [first] = unfit.filter((each) => each.length > 0);
  if (first !== undefined) return err(first);
  const told = identities.flatMap((own) => secretsOfHeaders(own, env));
  // What an address carries beside the path may be meant for nobody else.
  const params = parameters(url, env);
  const secretValues = [...new Set([...suite.secretValues, ...added.secrets, ...told, ...params])];
  return ok({ ...suite, target: { ...target, value: { ...value, headers } }, secretValues });
}

function parameters(url: string, env: Env): readonly string[] {
  const text = headerText(url, env);
  return URL.canParse(text) ? [...new URL(text).searchParams.values()] : [];
}

function liveTarget(suite: Suite, { url }: LiveChoice, env: Env): Resolved<Found> {
  if (url !== null) return ok({ target: plainTarget(url, '--url'), what: '--url' });
  const { target, urlEnv, place } = suite.live;
  if (target !== null) return ok({ target, what: '`url`' });
  const value = variable(env, urlEnv);
  if (value === undefined) {
    return err([{ code: 'live_target_missing', suite: suite.path, name: urlEnv, place }]);
  }
  if (value.trim() === '') {
    return err([{ code: 'empty_variable', name: urlEnv, use: 'url', place }]);
  }
  return ok({ target: plainTarget(value, urlEnv), what: urlEnv });
}

function plainTarget(address: string, by: string): SuiteTarget {
  const url = literal(address.trim());
  return { value: { transport: 'http', url, headers: {}, process: null }, place: null, by };
}

function readToken(
  { tokenEnv, tokenNamed, place }: LiveSettings,
  choice: LiveChoice,
  env: Env,
): Resolved<string | null> {
  const name = choice.tokenEnv ?? tokenEnv;
  const value = variable(env, name);
  if (value === undefined) {
    if (choice.tokenEnv === null && !tokenNamed) return ok(null);
    return err([{ code: 'token_unset', name, place: choice.tokenEnv === null ? place : null }]);
  }
  const token = value.trim();
  if (token === '') return err([{ code: 'empty_variable', name, use: 'token', place }]);
  // Another character would end the header, or be told in the error that it causes.
  if (!/^[\x21-\x7e]+$/.test(token)) return err([{ code: 'bad_token', name, place }]);
  return ok(token);
}

/** What comes from outside is no template. */
function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}
