import { dirname, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import { positionOf } from '../model/source.ts';
import { validateHeader } from '../validator/http-header.ts';
import { nearest } from '../validator/nearest.ts';
import { variable } from './interpolate.ts';
import type { ReadBytes } from './parse-route.ts';
import { isSecretName } from './secret-name.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What is wrong with an `mcpServers` file; its reader knows the place. */
export type ConfigProblem =
  | { readonly code: 'bad_mcp_config'; readonly path: string; readonly problem: string }
  | {
      readonly code: 'unknown_server';
      readonly path: string;
      readonly name: string | null;
      readonly nearest: string | null;
      readonly known: readonly string[];
    }
  | { readonly code: 'unset_variable'; readonly name: string; readonly config: string };

/** One server of the file, its variables filled in and written as templates again. */
export interface McpServer {
  readonly entry: StdioEntry | UrlEntry;
  /** Of the file, which relative paths start from. */
  readonly folder: string;
  readonly secrets: readonly string[];
}

interface StdioEntry {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
}

interface UrlEntry {
  readonly kind: 'url';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Choice {
  readonly path: string;
  /** Null: the only one there is. */
  readonly server: string | null;
  readonly baseDir: string;
}

/** Reads a server's entry of a file as MCP clients have it: `{"mcpServers": {NAME: {…}}}`. */
export function readMcpConfig(
  { path, server, baseDir }: Choice,
  env: Env,
  readBytes: ReadBytes,
): Result<McpServer, readonly ConfigProblem[]> {
  const bad = (problem: string) => err([{ code: 'bad_mcp_config', path, problem } as const]);
  const absolute = resolve(baseDir, path);
  const bytes = readBytes(absolute);
  if (!bytes.ok) return bad(bytes.error);
  const json = parse(bytes.value);
  if (!json.ok) return bad(json.error);
  const servers = serversOf(json.value);
  if (servers === null) return bad('it has no map "mcpServers" of servers by name');
  const known = Object.keys(servers);
  const name = server ?? (known.length === 1 ? (known[0] ?? '') : null);
  if (name === null || !Object.hasOwn(servers, name)) {
    const near = name === null ? null : nearest(name, known);
    return err([{ code: 'unknown_server', path, name, nearest: near, known }]);
  }
  const used: Used = { unset: new Set(), secrets: new Set(), foreign: new Set() };
  const entry = readEntry(filled(servers[name] ?? null, env, used));
  const [foreign] = used.foreign;
  if (foreign !== undefined)
    return bad(`the server "${name}" has ${foreign}, which only an editor can fill in`);
  if (used.unset.size > 0)
    return err(
      [...used.unset].map((each) => ({ code: 'unset_variable', name: each, config: path })),
    );
  if (!entry.ok) return bad(`the server "${name}" ${entry.error}`);
  const secrets = Object.values(entry.value.kind === 'url' ? entry.value.headers : entry.value.env);
  for (const secret of secrets) used.secrets.add(secret);
  return ok({ entry: escaped(entry.value), folder: dirname(absolute), secrets: [...used.secrets] });
}

function parse(bytes: Uint8Array): Result<JsonValue, string> {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return ok(JSON.parse(text) as JsonValue);
  } catch (error) {
    // Node quotes what it could not read, and that may be a secret.
    const position = /position (\d+)/.exec(String(error))?.[1];
    return err(`it is no JSON${position === undefined ? '' : lineAt(text, Number(position))}`);
  }
}

function lineAt(text: string, offset: number): string {
  const { line, column } = positionOf(text, offset);
  return ` (line ${line}, column ${column})`;
}

function serversOf(json: JsonValue): JsonObject | null {
  if (!isJsonObject(json)) return null;
  // Some editors call the map `servers`.
  const servers = json.mcpServers ?? json.servers;
  return isJsonObject(servers) ? servers : null;
}

/** What was met while variables were filled in. */
interface Used {
  readonly unset: Set<string>;
  /** Values of variables whose names say so; they may stand in arguments or in the address. */
  readonly secrets: Set<string>;
  /** What an editor would ask its user for. */
  readonly foreign: Set<string>;
}

const EDITORS: readonly string[] = ['workspaceFolder', 'workspaceFolderBasename', 'userHome'];

/** Variables as clients of such files know them: `${NAME}`, `${NAME:-default}`, `${env:NAME}`. */
function filled(value: JsonValue, env: Env, used: Used): JsonValue {
  if (typeof value === 'string') return filledText(value, env, used);
  if (Array.isArray(value)) return value.map((item: JsonValue) => filled(item, env, used));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filled(item, env, used)]),
  );
}

function filledText(text: string, env: Env, used: Used): string {
  return text.replaceAll(
    /\$\{(?:env[:.])?([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{[^}]*\}?/g,
    (written, name: string | undefined, fallback?: string) => {
      // What only an editor can fill in: its folder, or what it asks its user for.
      if (name === undefined || EDITORS.includes(name)) used.foreign.add(written);
      if (name === undefined || used.foreign.has(written)) return written;
      const found = variable(env, name);
      if (found === undefined && fallback === undefined) used.unset.add(name);
      if (found !== undefined && isSecretName(name)) used.secrets.add(found);
      return found || (fallback ?? '');
    },
  );
}

function readEntry(value: JsonValue): Result<StdioEntry | UrlEntry, string> {
  if (!isJsonObject(value)) return err('is no map');
  const { type, transport, command, args = [], env = {}, cwd = null, url, headers = {} } = value;
  if (type === 'sse' || transport === 'sse')
    return err('uses the old transport "sse", which is not supported');
  if (command !== undefined && url !== undefined) return err('has both a "command" and a "url"');
  if (typeof command === 'string' && command !== '') {
    if (!isTextList(args)) return err('has "args" that are no list of strings');
    if (!isTextMap(env)) return err('has an "env" that is no map of strings');
    if (cwd !== null && typeof cwd !== 'string') return err('has a "cwd" that is no string');
    return ok({ kind: 'stdio', command, args, env, cwd });
  }
  if (typeof url !== 'string') return err('has neither a "command" nor a "url"');
  if (!isTextMap(headers)) return err('has "headers" that are no map of strings');
  for (const [name, text] of Object.entries(headers)) {
    const problem = validateHeader(name, text);
    if (problem !== null) return err(`has a header that cannot be sent: ${problem}`);
  }
  return ok({ kind: 'url', url, headers });
}

function isTextList(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextMap(value: JsonValue): value is Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

/** What has its values is no template any more. */
function escaped(entry: StdioEntry | UrlEntry): StdioEntry | UrlEntry {
  const word = (text: string): string => text.replaceAll('${', () => '$${');
  const words = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(map).map(([key, text]) => [key, word(text)]));
  if (entry.kind === 'url') {
    return { kind: 'url', url: word(entry.url), headers: words(entry.headers) };
  }
  const { command, args, env, cwd } = entry;
  return {
    kind: 'stdio',
    command: word(command),
    args: args.map(word),
    env: words(env),
    cwd: cwd === null ? null : word(cwd),
  };
}
