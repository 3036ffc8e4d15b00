import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SourceFile } from '../model/source.ts';
import type { JudgeSettings, Suite } from '../model/suite.ts';
import type { LiveSettings } from '../model/target.ts';
import type { Upstream } from '../model/upstream.ts';
import { DEFAULT_LIVE, type LiveChoice, modeOf } from './live.ts';
import { type ContractContext, parseContract } from './parse-contract.ts';
import { parseMetadata } from './parse-metadata.ts';
import { parsePolicy } from './parse-policy.ts';
import { parseProbe, parseTwins, twinMistakes } from './parse-probe.ts';
import type { ReadBytes } from './parse-route.ts';
import { parseRoutes } from './parse-scenario.ts';
import {
  checkHeaders,
  type ParsedTarget,
  parseTarget,
  TARGET_KEYS,
  type TargetContext,
} from './parse-target.ts';
import { booleanAt, listAt, numberAt, stringAt, stringsAt } from './read.ts';
import { childOf, entriesOf, entryOf, type Tree } from './tree.ts';

/** Cap in ms on start and `initialize` together. */
const STARTUP_TIMEOUT_MS = 10_000;
/** Cap in ms on each call. */
const CALL_TIMEOUT_MS = 30_000;

const DEFAULT_JUDGE: JudgeSettings = {
  model: 'claude-haiku-4-5',
  maxTokens: 256,
  timeoutMs: 30_000,
};

export type SuiteSettings = Omit<Suite, 'scenarios'>;

/** The settings of scenarios that no `suite.yaml` governs. */
export function bareSuite(path: string): SuiteSettings {
  return {
    path,
    file: null,
    target: null,
    mode: 'hermetic',
    leftOut: 0,
    live: DEFAULT_LIVE,
    isolation: 'scenario',
    startupTimeoutMs: STARTUP_TIMEOUT_MS,
    timeoutMs: CALL_TIMEOUT_MS,
    network: 'open',
    strictProtocol: false,
    secretVariables: [],
    secretValues: [],
    judge: DEFAULT_JUDGE,
    upstreams: [],
    policy: null,
    state: null,
    clients: {},
    twins: [],
    contract: null,
    notContains: [],
    metadata: null,
  };
}

interface SuiteContext extends ContractContext, Pick<TargetContext, 'env'> {
  readonly choice: LiveChoice;
}

/** Makes the settings of a file that the format has accepted. */
export function parseSuite(
  file: SourceFile,
  path: string,
  tree: Tree,
  context: SuiteContext,
): Result<SuiteSettings, readonly Diagnostic[]> {
  const urlEnv = liveForm(tree) === null ? namesOf(childOf(tree, 'live')).urlEnv : null;
  const mode = modeOf(urlEnv, context.choice, context.env);

  const target = parseOwnTarget(tree, { ...context, file, needed: mode === 'hermetic' });
  const live = parseLive(tree, { ...context, file, needed: mode === 'live' });
  const upstreams = parseUpstreams(file, tree, context.readBytes);
  const state = parseProbe(file, tree);
  const contract = parseContract(file, tree, context);
  const metadata = parseMetadata(file, tree, context);
  const parts = [target, live, state, contract, metadata];
  const diagnostics = parts.flatMap((part) => (part.ok ? [] : part.error));
  const clients = entriesOf(childOf(tree, 'clients')).map(({ value }) => value);
  const unfit = [
    ...diagnostics,
    ...clients.flatMap((client) => checkHeaders(client, file, context.env)),
    ...upstreams.diagnostics,
    ...misfits(file, tree, target),
    ...twinMistakes(file, tree),
  ];
  if (!target.ok || !live.ok || !state.ok || !contract.ok || !metadata.ok || unfit.length > 0) {
    return err(unfit);
  }
  const bare = bareSuite(path);
  return ok({
    ...bare,
    file,
    target: target.value?.target ?? null,
    mode,
    live: live.value.settings,
    secretValues: [...(target.value?.secrets ?? []), ...live.value.secrets],
    isolation: isolationOf(stringAt(tree, 'isolation')),
    startupTimeoutMs: numberAt(tree, 'startup_timeout_ms') ?? bare.startupTimeoutMs,
    timeoutMs: numberAt(tree, 'timeout_ms') ?? bare.timeoutMs,
    network: stringAt(tree, 'network') === 'tripwire' ? 'tripwire' : 'open',
    strictProtocol: booleanAt(tree, 'strict_protocol'),
    judge: parseJudge(tree),
    upstreams: upstreams.list,
    policy: parsePolicy(tree),
    state: state.value,
    clients: parseClients(tree),
    twins: parseTwins(file, tree),
    contract: contract.value,
    notContains: listAt(file, tree, 'expected_not_contains'),
    metadata: metadata.value,
  });
}

function parseClients(tree: Tree): Suite['clients'] {
  const entries = entriesOf(childOf(tree, 'clients'));
  return Object.fromEntries(entries.map(({ key, value }) => [key, stringsAt(value, 'headers')]));
}

function parseJudge(tree: Tree): JudgeSettings {
  const node = childOf(tree, 'judge');
  return {
    model: stringAt(node, 'model') ?? DEFAULT_JUDGE.model,
    maxTokens: numberAt(node, 'max_tokens') ?? DEFAULT_JUDGE.maxTokens,
    timeoutMs: numberAt(node, 'timeout_ms') ?? DEFAULT_JUDGE.timeoutMs,
  };
}

function isolationOf(written: string | null): Suite['isolation'] {
  return written === 'suite' || written === 'session' ? written : 'scenario';
}

function parseOwnTarget(
  tree: Tree,
  context: TargetContext,
): Result<ParsedTarget | null, readonly Diagnostic[]> {
  const entry = entryOf(tree, 'target');
  if (entry === undefined) return ok(null);
  const place = { file: context.file, span: entry.keySpan };
  return parseTarget(entry.value, '`target`', place, context);
}

interface ParsedLive {
  readonly settings: LiveSettings;
  readonly secrets: readonly string[];
}

function parseLive(tree: Tree, context: TargetContext): Result<ParsedLive, readonly Diagnostic[]> {
  const entry = entryOf(tree, 'live');
  if (entry === undefined) return ok({ settings: DEFAULT_LIVE, secrets: [] });
  const { value, keySpan } = entry;
  const place = { file: context.file, span: keySpan };
  const headers = stringsAt(value, 'headers');
  const settings: LiveSettings = { place, ...namesOf(value), headers, target: null };
  const form = liveForm(tree);
  if (form === null) {
    const unfit = checkHeaders(value, context.file, context.needed ? context.env : null);
    return unfit.length > 0 ? err(unfit) : ok({ settings, secrets: [] });
  }
  const clash = (key: string) => {
    const at = { file: context.file, span: entryOf(value, key)?.keySpan ?? keySpan };
    const keys = [key, form];
    return err([{ code: 'conflicting_keys', keys, owner: '`live`', place: at } as const]);
  };
  if (stringAt(value, 'url_env') !== null) return clash('url_env');
  const target = parseTarget(value, '`live`', place, context);
  if (!target.ok) return target;
  if (target.value === null) return ok({ settings, secrets: [] });
  const { target: found, secrets } = target.value;
  // It would be sent nowhere.
  if (settings.tokenNamed && found.value.transport !== 'http') return clash('token_env');
  return ok({ settings: { ...settings, target: found }, secrets });
}

/** The first key of a target that `live` describes itself; null where a variable has its address. */
function liveForm(tree: Tree): string | null {
  const keys = entriesOf(childOf(tree, 'live')).map(({ key }) => key);
  return keys.find((key) => key !== 'headers' && TARGET_KEYS.includes(key)) ?? null;
}

function namesOf(live: Tree | undefined) {
  const token = stringAt(live, 'token_env');
  return {
    urlEnv: stringAt(live, 'url_env') ?? DEFAULT_LIVE.urlEnv,
    tokenEnv: token ?? DEFAULT_LIVE.tokenEnv,
    tokenNamed: token !== null,
  };
}

/** What the target can't give: a session of its own needs HTTP. */
function misfits(
  file: SourceFile,
  tree: Tree,
  target: Result<ParsedTarget | null, unknown>,
): readonly Diagnostic[] {
  const node = childOf(tree, 'isolation');
  if (!target.ok || target.value === null || node === undefined) return [];
  if (stringAt(tree, 'isolation') !== 'session') return [];
  if (target.value.target.value.transport === 'http') return [];
  const problem =
    '"isolation: session" needs a target that is spoken to over HTTP: it shares the process, not the session';
  return [{ code: 'bad_value', problem, nearest: null, place: { file, span: node.span } }];
}

function parseUpstreams(
  file: SourceFile,
  tree: Tree,
  readBytes: ReadBytes,
): { list: readonly Upstream[]; diagnostics: readonly Diagnostic[] } {
  const parsed = entriesOf(childOf(tree, 'upstreams')).map(({ key, keySpan, value }) => {
    const { routes, diagnostics } = parseRoutes(file, childOf(value, 'routes'), readBytes);
    const unmatched = stringAt(value, 'unmatched') === 'allow' ? 'allow' : 'fail';
    const upstream: Upstream = {
      name: key,
      kind: stringAt(value, 'kind') === 'llm' ? 'llm' : 'api',
      provider: stringAt(value, 'provider') ?? key,
      routes,
      unmatched,
      place: { file, span: keySpan },
    };
    return { upstream, diagnostics };
  });
  return {
    list: parsed.map(({ upstream }) => upstream),
    diagnostics: parsed.flatMap(({ diagnostics }) => diagnostics),
  };
}
