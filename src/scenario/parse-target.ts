import { dirname } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { ProcessTarget, SuiteTarget, Target } from '../model/target.ts';
import { type McpServer, readMcpConfig } from './mcp-config.ts';
import type { ReadBytes } from './parse-route.ts';
import { listAt, stringAt, stringsAt } from './read.ts';
import { checkEndpoint, emptyVariables, headerProblem } from './target-url.ts';
import { childOf, entriesOf, type Tree } from './tree.ts';

export interface TargetContext {
  readonly file: SourceFile;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readBytes: ReadBytes;
  /** It is the target of this run's mode: only then are its files and variables looked at. */
  readonly needed: boolean;
}

/** `secrets`: values that came out of an `mcpServers` file. */
export interface ParsedTarget {
  readonly target: SuiteTarget;
  readonly secrets: readonly string[];
}

/** The key that says how a server is reached, and the keys that may stand beside it. */
const FORMS = {
  mcp_config: ['server'],
  module: ['export', 'env', 'pass_env'],
  command: ['args', 'env', 'pass_env', 'cwd', 'url', 'headers'],
  url: ['headers'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Form = keyof typeof FORMS;
const FORM_KEYS = Object.keys(FORMS) as readonly Form[];

/** Every key of every form; `live` has others beside them. */
export const TARGET_KEYS: readonly string[] = [...FORM_KEYS, ...Object.values(FORMS).flat()];

/**
 * A target in any of its forms; `owner` is how messages call the map it stands in. Null for one in
 * an `mcpServers` file that is not needed.
 */
export function parseTarget(
  node: Tree,
  owner: string,
  place: Place,
  context: TargetContext,
): Result<ParsedTarget | null, readonly Diagnostic[]> {
  const keys = entriesOf(node).filter(({ key }) => TARGET_KEYS.includes(key));
  const form = FORM_KEYS.find((key) => keys.some((entry) => entry.key === key));
  if (form === undefined) {
    return err([{ code: 'missing_key', key: 'command', owner, place }]);
  }
  const beside: readonly string[] = FORMS[form];
  const stray = keys.filter(({ key }) => key !== form && !beside.includes(key));
  const unsent = form === 'command' && !keys.some(({ key }) => key === 'url') ? ['headers'] : [];
  const wrong = [...stray, ...keys.filter(({ key }) => unsent.includes(key))];
  if (wrong.length > 0) {
    return err(
      wrong.map(({ key, keySpan }) => ({
        code: 'conflicting_keys',
        keys: [form, key],
        owner,
        place: { file: context.file, span: keySpan },
      })),
    );
  }
  const at = { file: context.file, span: childOf(node, form)?.span ?? place.span };
  if (form === 'mcp_config') return context.needed ? fromConfig(node, at, context) : ok(null);
  const target = { value: ofForm(form, node, context.file), place: at };
  const env = context.needed ? context.env : null;
  const url = { file: context.file, span: childOf(node, 'url')?.span ?? at.span };
  const unfit = [
    ...checkHeaders(node, context.file, env),
    ...checkTarget({ ...target, place: url }, env),
  ];
  return unfit.length > 0 ? err(unfit) : ok({ target, secrets: [] });
}

/** The headers in the map `headers` of a target or of `live`. */
export function checkHeaders(
  node: Tree,
  file: SourceFile,
  env: TargetContext['env'] | null,
): readonly Diagnostic[] {
  const entries = entriesOf(childOf(node, 'headers'));
  const names = entries.map(({ key }) => key.toLowerCase());
  return entries.flatMap(({ key, keySpan, value }, index): Diagnostic[] => {
    const text = value.kind === 'scalar' ? String(value.value) : '';
    const place = { file, span: keySpan };
    const [empty] = env === null ? [] : emptyVariables(text, env);
    if (empty !== undefined) return [{ code: 'empty_variable', name: empty, use: 'header', place }];
    const isSecond = names.indexOf(key.toLowerCase()) < index;
    const problem = isSecond
      ? `the header "${key}" is there already: HTTP ignores the case of a name`
      : headerProblem(key, text, env);
    if (problem === null) return [];
    return [{ code: 'bad_value', problem, nearest: null, place }];
  });
}

function checkTarget(
  { value, place }: SuiteTarget,
  env: TargetContext['env'] | null,
  what = '`url`',
): readonly Diagnostic[] {
  if (value.transport !== 'http') return [];
  const { url, headers } = value;
  return checkEndpoint({ what, url, headers, started: value.process !== null, place }, env);
}

function ofForm(form: Exclude<Form, 'mcp_config'>, node: Tree, file: SourceFile): Target {
  const url = stringAt(node, 'url');
  const headers = stringsAt(node, 'headers');
  switch (form) {
    case 'url':
      return { transport: 'http', url: url ?? '', headers, process: null };
    case 'command': {
      const started = processOf(node, file);
      if (url === null) return { transport: 'stdio', ...started };
      return { transport: 'http', url, headers, process: started };
    }
    case 'module':
      return {
        transport: 'module',
        file: stringAt(node, 'module') ?? '',
        exportName: stringAt(node, 'export') ?? 'createServer',
        ...envOf(node, file),
      };
  }
}

function processOf(node: Tree, file: SourceFile): ProcessTarget {
  return {
    command: stringAt(node, 'command') ?? '',
    args: listAt(file, node, 'args').map((arg) => arg.value),
    cwd: stringAt(node, 'cwd') ?? '.',
    ...envOf(node, file),
  };
}

function envOf(node: Tree, file: SourceFile) {
  return {
    env: stringsAt(node, 'env'),
    passEnv: listAt(file, node, 'pass_env').map((name) => name.value),
    baseDir: dirname(file.absolute),
  };
}

function fromConfig(
  node: Tree,
  place: Place,
  { file, env, readBytes }: TargetContext,
): Result<ParsedTarget, readonly Diagnostic[]> {
  const path = stringAt(node, 'mcp_config') ?? '';
  const server = stringAt(node, 'server');
  return targetOfConfig({ path, server, baseDir: dirname(file.absolute), place }, env, readBytes);
}

interface ConfigChoice {
  readonly path: string;
  readonly server: string | null;
  readonly baseDir: string;
  readonly place: Place | null;
}

/** The target that an `mcpServers` file names. */
export function targetOfConfig(
  { path, server, baseDir, place }: ConfigChoice,
  env: TargetContext['env'],
  readBytes: ReadBytes,
): Result<ParsedTarget, readonly Diagnostic[]> {
  const read = readMcpConfig({ path, server, baseDir }, env, readBytes);
  if (!read.ok) return err(read.error.map((problem) => ({ ...problem, place })));
  const target = { value: targetOfServer(read.value), place };
  const unfit = checkTarget(target, env, `"${path}"`);
  return unfit.length > 0 ? err(unfit) : ok({ target, secrets: read.value.secrets });
}

function targetOfServer({ entry, folder }: McpServer): Target {
  if (entry.kind === 'url') {
    return { transport: 'http', url: entry.url, headers: entry.headers, process: null };
  }
  const { command, args, env, cwd } = entry;
  return { transport: 'stdio', command, args, env, passEnv: [], cwd: cwd ?? '.', baseDir: folder };
}
