import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';
import { childOf, entriesOf, entryOf, itemsOf, type Tree } from './tree.ts';
import { parseYaml } from './yaml.ts';

const KEY = 'network: tripwire';

/** What leads a target to the proxy, and past it to the stubs. */
export function tripwireEnv(proxy: string): Readonly<Record<string, string>> {
  const around = '127.0.0.1,localhost,::1';
  return {
    ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: around },
    ...{ http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: around },
    // Node's own fetch reads the others only then.
    NODE_USE_ENV_PROXY: '1',
  };
}

const NAMES = new Set(Object.keys(tripwireEnv('')).map((name) => name.toLowerCase()));

/**
 * Suites whose tripwire would see nothing: their target runs already, or its environment leads
 * elsewhere. Looked at once the target is known. In a live run there is none.
 */
export function checkTripwires(suites: readonly Suite[]): readonly Diagnostic[] {
  return suites.flatMap((suite) => {
    if (suite.network === 'open' || suite.mode === 'live' || suite.target === null) return [];
    const tree = suite.file === null ? undefined : treeOf(suite.file, 'suite');
    return [...checkStarted(suite, tree), ...checkSuite(suite, tree), ...checkScenarios(suite)];
  });
}

function checkStarted({ file, target }: Suite, tree: Tree | undefined): readonly Diagnostic[] {
  if (target?.value.transport !== 'http' || target.value.process !== null) return [];
  const span = entryOf(tree, 'network')?.keySpan;
  const place = file === null || span === undefined ? null : { file, span };
  return [{ code: 'not_started', key: KEY, place }];
}

/** A name of the target's environment, and where it stands: null when that is no file of ours. */
interface Named {
  readonly name: string;
  readonly place: Place | null;
}

function checkSuite(suite: Suite, tree: Tree | undefined): readonly Diagnostic[] {
  const { file, twins } = suite;
  const inTwins = entriesOf(childOf(tree, 'twins')).flatMap(({ key, value }) => {
    const twin = twins.find(({ name }) => name === key);
    return twin === undefined || file === null ? [] : envNames(file, childOf(value, 'env'));
  });
  return refused([...targetNames(suite, tree), ...inTwins]);
}

/** Of the target that is used, which need not be the one of the file. */
function targetNames({ file, target }: Suite, tree: Tree | undefined): readonly Named[] {
  if (target === null) return [];
  const { value, place } = target;
  const started = value.transport === 'http' ? value.process : value;
  if (started === null) return [];
  const node = childOf(tree, 'target');
  const written =
    file === null
      ? []
      : [
          ...envNames(file, childOf(node, 'env')),
          ...itemsOf(childOf(node, 'pass_env')).flatMap((item) =>
            item.kind === 'scalar'
              ? [{ name: String(item.value), place: { file, span: item.span } }]
              : [],
          ),
        ];
  const used = [...Object.keys(started.env), ...started.passEnv];
  return used.map((name) => written.find((each) => each.name === name) ?? { name, place });
}

/** The cases of a scenario are of one file. */
function checkScenarios({ scenarios }: Suite): readonly Diagnostic[] {
  const files = scenarios.flatMap(({ file, env }) =>
    Object.keys(env).some(isTaken) ? [file] : [],
  );
  return [...new Set(files)].flatMap((file) =>
    refused(envNames(file, childOf(treeOf(file, 'scenario'), 'env'))),
  );
}

function envNames(file: SourceFile, env: Tree | undefined): readonly Named[] {
  return entriesOf(env).map(({ key, keySpan }) => ({ name: key, place: { file, span: keySpan } }));
}

function refused(named: readonly Named[]): readonly Diagnostic[] {
  const owner = 'a suite and its scenarios';
  return named
    .filter(({ name }) => isTaken(name))
    .map(({ name, place }) => ({ code: 'conflicting_keys', keys: [KEY, name], owner, place }));
}

/** Some programs read these names in any case. */
function isTaken(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}

function treeOf(file: SourceFile, kind: 'suite' | 'scenario'): Tree | undefined {
  const tree = parseYaml(file, kind);
  return tree.ok ? tree.value : undefined;
}
